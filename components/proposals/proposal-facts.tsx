"use client";

import Link from "next/link";
import { environmentNames } from "#components/ui/environment/environment-names.ts";
import { Panel } from "#components/ui/panel/panel.tsx";
import { FactRow, Facts } from "#components/ui/record/facts.tsx";
import { Timestamp } from "#components/ui/time/timestamp.tsx";
import { ComparedContract } from "#components/ui/value/compared-contract.tsx";
import { Differences } from "#components/ui/value/differences.tsx";
import { PersonName } from "#components/ui/value/person-name.tsx";
import type { Proposal, ProposalDetail } from "#lib/contract/operations/proposal.ts";
import { pages } from "#lib/paths.ts";
import { proposalKindNames, resultNames, proposalTexts as texts } from "./texts.ts";

const linkClass = "text-accent underline";

/** What Switchboard does if the proposal is accepted. Shows only stored values, never the assistant's words. */
export function WhatPanel({ detail }: { detail: ProposalDetail }) {
  const { proposal, current, differences } = detail;
  const { environment, customerID, companyName, kind, state, change, expected, text } = proposal;
  return (
    <Panel title={state === "waiting" ? texts.whatTitle : texts.doneTitle}>
      <Facts>
        <FactRow name={texts.kind}>{proposalKindNames[kind]}</FactRow>
        <FactRow name={texts.environment}>{environmentNames[environment]}</FactRow>
        <FactRow name={texts.customer}>
          <Link href={pages.customer(environment, customerID)} prefetch={false} className={linkClass}>
            <bdi>{companyName || texts.noName}</bdi>
          </Link>
        </FactRow>
        <FactRow name={texts.customerID}>
          <span className="font-mono wrap-anywhere">{customerID}</span>
        </FactRow>
      </Facts>
      {change && (
        <div className="border-line border-t px-4 py-2">
          <ComparedContract expected={expected ?? {}} current={current} wanted={change} />
        </div>
      )}
      {text !== undefined && (
        <div className="border-line border-t px-4 py-3">
          <h3 className="font-medium text-table">{texts.note}</h3>
          <p className="mt-1 whitespace-pre-wrap wrap-anywhere">
            <bdi>{text}</bdi>
          </p>
        </div>
      )}
      {differences.length > 0 && <Differences title={texts.differs} sentences={differences} />}
    </Panel>
  );
}

/** The assistant's own words. They are in a separate, marked panel. */
export function SaidPanel({ why }: Pick<Proposal, "why">) {
  return (
    <Panel title={texts.saidTitle}>
      <div className="px-4 py-3">
        <p className="text-fine text-ink-muted">{texts.saidNote}</p>
        <blockquote className="mt-2 whitespace-pre-wrap border-line border-s-4 ps-3 text-ink-muted wrap-anywhere">
          <bdi>{why}</bdi>
        </blockquote>
      </div>
    </Panel>
  );
}

function resultHref({ environment, customerID, result }: Proposal): string | undefined {
  if (!result) return undefined;
  if (result.kind === "operation") return pages.operation(environment, result.id);
  return result.kind === "approval" ? pages.approval(environment, result.id) : pages.customer(environment, customerID);
}

/** Who proposed it, and the decision. */
export function FromPanel({ proposal }: { proposal: Proposal }) {
  const { client, owner, ownerName, createdAt, expiresAt, state, decidedBy, decidedAt, decisionReason, result } =
    proposal;
  const href = resultHref(proposal);
  return (
    <Panel title={texts.fromTitle}>
      <Facts>
        <FactRow name={texts.client}>
          <bdi>{client.name}</bdi>
        </FactRow>
        <FactRow name={texts.owner}>
          <PersonName email={owner} name={ownerName} hasEmail />
        </FactRow>
        <FactRow name={texts.createdAt}>
          <Timestamp value={createdAt} detail="minute" />
        </FactRow>
        {(state === "waiting" || state === "expired") && (
          <FactRow name={state === "waiting" ? texts.expires : texts.expired}>
            <Timestamp value={expiresAt} detail="minute" />
          </FactRow>
        )}
        <FactRow name={texts.decidedBy}>{decidedBy && <PersonName {...decidedBy} hasEmail />}</FactRow>
        <FactRow name={texts.decidedAt}>
          {decidedAt !== undefined && <Timestamp value={decidedAt} detail="minute" />}
        </FactRow>
        <FactRow name={texts.decisionReason}>{decisionReason}</FactRow>
        {result && href !== undefined && (
          <FactRow name={texts.result}>
            <Link href={href} prefetch={false} className={linkClass}>
              {resultNames[result.kind]}
            </Link>
          </FactRow>
        )}
      </Facts>
    </Panel>
  );
}
