"use client";

import Link from "next/link";
import { Count } from "#components/ui/count.tsx";
import { environmentNames } from "#components/ui/environment/environment-names.ts";
import { Panel } from "#components/ui/panel/panel.tsx";
import { FactRow, Facts } from "#components/ui/record/facts.tsx";
import { Timestamp } from "#components/ui/time/timestamp.tsx";
import { ZonedTime } from "#components/ui/time/zoned-time.tsx";
import { ComparedContract } from "#components/ui/value/compared-contract.tsx";
import { Differences } from "#components/ui/value/differences.tsx";
import { PersonName } from "#components/ui/value/person-name.tsx";
import { TicketLink } from "#components/ui/value/ticket-link.tsx";
import type { Approval, ApprovalDetail } from "#lib/contract/operations/approval.ts";
import { reasonSentence } from "#lib/format/approval-sentences.ts";
import { contractValueName } from "#lib/format/contract-value-name.ts";
import { pages } from "#lib/paths.ts";
import { approvalTexts as texts } from "./texts.ts";

const linkClass = "text-accent underline";

const valueWords = (change: NonNullable<Approval["change"]>): string =>
  "plan" in change
    ? `${texts.plan}: ${contractValueName("plan", change.plan)}`
    : `${texts.term}: ${contractValueName("term", change.term)}`;

function changeWords({ change, kind }: Approval): string {
  if (kind === "import") return texts.newCustomers;
  return change ? valueWords(change) : texts.ownValues;
}

/** Shows the exact request that Switchboard sends after the approval. */
export function WhatPanel({ detail }: { detail: ApprovalDetail }) {
  const { approval, differences } = detail;
  const { environment, customerID, kind, href, rows, title, state, second, at, until } = approval;
  const isOne = kind === "change" || kind === "planned";
  return (
    <Panel title={state === "waiting" ? texts.whatTitle : texts.sentTitle}>
      <Facts>
        <FactRow name={texts.environment}>{environmentNames[environment]}</FactRow>
        {customerID !== undefined && (
          <FactRow name={texts.customer}>
            <Link href={pages.customer(environment, customerID)} prefetch={false} className={linkClass}>
              <bdi>{title}</bdi>
            </Link>
          </FactRow>
        )}
        <FactRow name={texts.change}>{changeWords(approval)}</FactRow>
        {second && <FactRow name={texts.secondChange}>{valueWords(second)}</FactRow>}
        {at && (
          <FactRow name={texts.begins}>
            <ZonedTime {...at} />
          </FactRow>
        )}
        {until && (
          <FactRow name={texts.ends}>
            <ZonedTime {...until} />
          </FactRow>
        )}
        {!isOne && (
          <FactRow name={texts.rows}>
            <Count value={rows} />
          </FactRow>
        )}
        {href !== undefined && kind !== "change" && (
          <FactRow name={texts.subject[kind]}>
            <Link href={href} prefetch={false} className={linkClass}>
              {kind === "planned" ? texts.openPlanned : texts.allRows}
            </Link>
          </FactRow>
        )}
      </Facts>
      {isOne && (
        <div className="border-line border-t px-4 py-2">
          <ComparedContract
            expected={approval.expected ?? {}}
            current={detail.current}
            wanted={{ ...approval.change, ...second }}
          />
        </div>
      )}
      {differences.length > 0 && <Differences title={texts.differs} sentences={differences} />}
    </Panel>
  );
}

/** Who requested the approval and why, and the result. */
export function RequestPanel({ approval }: { approval: Approval }) {
  const { why, requestedBy, requestedAt, expiresAt, reason, ticket, decidedBy, decidedAt, decisionReason } = approval;
  const { acknowledgedBy, acknowledgedByName, operationID, environment, state, emergency } = approval;
  return (
    <Panel title={texts.title}>
      <Facts>
        <FactRow name={texts.requestedBy}>
          <PersonName {...requestedBy} hasEmail />
        </FactRow>
        <FactRow name={texts.requestedAt}>
          <Timestamp value={requestedAt} detail="minute" />
        </FactRow>
        {(state === "waiting" || state === "expired") && (
          <FactRow name={state === "waiting" ? texts.expires : texts.expired}>
            <Timestamp value={expiresAt} detail="minute" />
          </FactRow>
        )}
        <FactRow name={texts.why}>{why.length === 0 ? texts.voluntary : why.map(reasonSentence).join(" ")}</FactRow>
        <FactRow name={texts.reason}>{reason}</FactRow>
        <FactRow name={texts.ticket}>{ticket && <TicketLink ticket={ticket} />}</FactRow>
        <FactRow name={emergency ? texts.releasedBy : texts.decidedBy}>
          {decidedBy && <PersonName {...decidedBy} hasEmail />}
        </FactRow>
        <FactRow name={emergency ? texts.releasedAt : texts.decidedAt}>
          {decidedAt !== undefined && <Timestamp value={decidedAt} detail="minute" />}
        </FactRow>
        <FactRow name={texts.decisionReason}>{decisionReason}</FactRow>
        <FactRow name={texts.acknowledgedBy}>
          {acknowledgedBy !== undefined && <PersonName email={acknowledgedBy} name={acknowledgedByName} hasEmail />}
        </FactRow>
        {operationID !== undefined && (
          <FactRow name={texts.operation}>
            <Link href={pages.operation(environment, operationID)} prefetch={false} className={linkClass}>
              {texts.openOperation}
            </Link>
          </FactRow>
        )}
      </Facts>
    </Panel>
  );
}
