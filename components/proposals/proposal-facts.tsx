"use client";

import Link from "next/link";
import { environmentNames } from "#components/ui/environment/environment-names.ts";
import { Panel } from "#components/ui/panel/panel.tsx";
import { FactRow, Facts } from "#components/ui/record/facts.tsx";
import { useSession } from "#components/ui/session.tsx";
import { Timestamp } from "#components/ui/time/timestamp.tsx";
import { Differences } from "#components/ui/value/differences.tsx";
import { PersonName } from "#components/ui/value/person-name.tsx";
import { may } from "#lib/contract/access/permissions.ts";
import type { Proposal, ProposalDetail } from "#lib/contract/operations/proposal.ts";
import { pages } from "#lib/paths.ts";
import { contentParts } from "./proposal-content.tsx";
import { proposalKindNames, resultNames, proposalTexts as texts } from "./texts.ts";

const linkClass = "text-accent underline";

/** What Switchboard does if the proposal is accepted. Shows only stored values, never the assistant's words. */
export function WhatPanel({ detail }: { detail: ProposalDetail }) {
  const { proposal, differences, notifies = [] } = detail;
  const { staffID, role } = useSession().staff;
  // A person who accepts a note becomes its author, so the note does not notify this person.
  const notified = notifies.filter((one) => one.staffID !== staffID || !may(role, "approvals.decide"));
  const { environment, kind, state } = proposal;
  const { Values, Body } = contentParts[kind];
  return (
    <Panel title={state === "waiting" ? texts.whatTitle : texts.doneTitle}>
      <Facts>
        <FactRow name={texts.kind}>{proposalKindNames[kind]}</FactRow>
        <FactRow name={texts.environment}>{environmentNames[environment]}</FactRow>
        <Values proposal={proposal} />
        <FactRow name={texts.notifies}>
          {notified.length > 0 && <bdi className="wrap-anywhere">{notified.map(({ name }) => name).join(", ")}</bdi>}
        </FactRow>
      </Facts>
      {Body && (
        <div className="border-line border-t px-4 py-2">
          <Body detail={detail} />
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
        <blockquote className="mt-2 whitespace-pre-wrap border-line border-s-2 ps-3 text-ink-muted wrap-anywhere">
          <bdi>{why}</bdi>
        </blockquote>
      </div>
    </Panel>
  );
}

/** The address of the record that the decision has started, such as an operation or a planned change. */
function resultHref({ environment, customerID, result }: Proposal): string | undefined {
  if (!result) return undefined;
  const { kind, id } = result;
  if (kind === "note") return customerID === undefined ? undefined : pages.customer(environment, customerID);
  if (kind === "planned") return pages.plannedChange(environment, id);
  if (kind === "bulk") return pages.bulk(environment, id);
  return kind === "operation" ? pages.operation(environment, id) : pages.approval(environment, id);
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
