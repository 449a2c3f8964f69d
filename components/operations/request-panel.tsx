"use client";

import Link from "next/link";
import { Panel } from "#components/ui/panel/panel.tsx";
import { CallsLink } from "#components/ui/record/calls-link.tsx";
import { CopyButton } from "#components/ui/record/copy-button.tsx";
import { EntityID } from "#components/ui/record/entity-id.tsx";
import { FactRow, Facts } from "#components/ui/record/facts.tsx";
import { ProposalFact } from "#components/ui/record/proposal-fact.tsx";
import { apiCallsTexts } from "#components/ui/status/call-texts.ts";
import { Timestamp } from "#components/ui/time/timestamp.tsx";
import { ContractValue } from "#components/ui/value/contract-value.tsx";
import { CustomerName } from "#components/ui/value/customer-name.tsx";
import { PersonName } from "#components/ui/value/person-name.tsx";
import { TicketLink } from "#components/ui/value/ticket-link.tsx";
import type { Environment } from "#lib/contract/environment.ts";
import type { OperationDetail } from "#lib/contract/operations/operation.ts";
import type { RequestedValue } from "#lib/operation-kinds/kind-description.ts";
import { describeKind } from "#lib/operation-kinds/operation-kinds.ts";
import { overrideJobIDsOf } from "#lib/operations/override-jobs.ts";
import { pages } from "#lib/paths.ts";
import { operationsTexts, detailTexts as texts } from "./texts.ts";

/** A requested value. If it replaces an earlier value, both values are shown. */
function Value({ value, member, before }: RequestedValue & { value: string }) {
  const named = (text: string) => (member ? <ContractValue member={member} value={text} /> : <bdi>{text}</bdi>);
  if (before === undefined) return named(value);
  return (
    <>
      <span className="text-ink-muted">{before === null ? texts.notRead : named(before)}</span> → {named(value)}
    </>
  );
}

interface LaterOperationsProps {
  environment: Environment;
  operations: NonNullable<OperationDetail["repeats"]>;
}

function LaterOperations({ environment, operations }: LaterOperationsProps) {
  return (
    <ul>
      {operations.map(({ operationID, email, name, createdAt }) => (
        <li key={operationID} className="flex flex-wrap items-center gap-x-2">
          <EntityID
            id={operationID}
            href={pages.operation(environment, operationID)}
            copyLabel={operationsTexts.copyID}
          />
          <span className="text-fine text-ink-muted wrap-anywhere">
            <Timestamp value={createdAt} detail="minute" />, <PersonName email={email} name={name} />
          </span>
        </li>
      ))}
    </ul>
  );
}

/** The request of an operation, and the person who made it. The request may not have been sent. */
export function RequestPanel({
  operation,
  repeats = [],
  undoneBy = [],
  proposalID,
}: Pick<OperationDetail, "operation" | "repeats" | "undoneBy" | "proposalID">) {
  const { environment, request, actor, kind, customerID, jobID, againOf, undoOf, bulkID, importID } = operation;
  const overrideJobIDs = overrideJobIDsOf(operation);
  const values = describeKind(kind)?.values(operation) ?? [];
  const raw = JSON.stringify(request, null, 2);
  return (
    <Panel title={texts.asked}>
      <Facts>
        {values.map(({ value, ...requested }) => (
          <FactRow key={requested.name} name={requested.name} className={requested.isMain ? "font-medium" : ""}>
            {value !== undefined && <Value {...requested} value={value} />}
          </FactRow>
        ))}
        <FactRow name={texts.askedBy}>
          <PersonName {...actor} hasEmail />
        </FactRow>
        <ProposalFact environment={environment} proposalID={proposalID} />
        <FactRow name={texts.ticket}>{operation.ticket && <TicketLink ticket={operation.ticket} />}</FactRow>
        <FactRow name={texts.ticketReason} className={(operation.reason ?? "").length > 60 ? "col-span-full" : ""}>
          {operation.reason && <bdi className="whitespace-pre-wrap">{operation.reason}</bdi>}
        </FactRow>
        <FactRow name={texts.operationID}>
          <EntityID id={operation.operationID} copyLabel={operationsTexts.copyID} />
        </FactRow>
        {customerID !== undefined && (
          <FactRow name={texts.customer}>
            <CustomerName
              environment={environment}
              customerID={customerID}
              companyName={typeof request.companyName === "string" ? request.companyName : operation.companyName}
            />
          </FactRow>
        )}
        {jobID !== undefined && (
          <FactRow name={texts.job}>
            <EntityID id={jobID} href={pages.job(environment, jobID)} copyLabel={operationsTexts.copyJobID} />
          </FactRow>
        )}
        <FactRow name={apiCallsTexts.link} className="print:hidden">
          <CallsLink isShort environment={environment} query={{ id: operation.operationID }} />
        </FactRow>
        {overrideJobIDs.length > 0 && (
          <FactRow name={texts.override} className="col-span-full">
            <ul>
              {overrideJobIDs.map((id) => (
                <li key={id}>
                  <EntityID id={id} href={pages.job(environment, id)} copyLabel={operationsTexts.copyJobID} />
                </li>
              ))}
            </ul>
          </FactRow>
        )}
        {againOf !== undefined && (
          <FactRow name={texts.again}>
            <EntityID id={againOf} href={pages.operation(environment, againOf)} copyLabel={operationsTexts.copyID} />
          </FactRow>
        )}
        {undoOf !== undefined && (
          <FactRow name={texts.undoOf}>
            <EntityID id={undoOf} href={pages.operation(environment, undoOf)} copyLabel={operationsTexts.copyID} />
          </FactRow>
        )}
        {repeats.length > 0 && (
          <FactRow name={texts.repeatedBy} className="col-span-full">
            <LaterOperations environment={environment} operations={repeats} />
          </FactRow>
        )}
        {undoneBy.length > 0 && (
          <FactRow name={texts.undoneBy} className="col-span-full">
            <LaterOperations environment={environment} operations={undoneBy} />
          </FactRow>
        )}
        {bulkID !== undefined && (
          <FactRow name={texts.bulk}>
            <Link href={pages.bulk(environment, bulkID)} prefetch={false} className="text-accent hover:underline">
              {operationsTexts.bulk}
            </Link>
          </FactRow>
        )}
        {importID !== undefined && (
          <FactRow name={texts.import}>
            <Link href={pages.import(environment, importID)} prefetch={false} className="text-accent hover:underline">
              {operationsTexts.import}
            </Link>
          </FactRow>
        )}
      </Facts>
      <details className="border-line border-t px-4 py-2">
        <summary className="min-h-6 text-ink-muted text-table">{texts.rawRequest}</summary>
        <div className="relative mt-2 mb-1">
          <pre className="max-h-80 overflow-auto rounded-small bg-sunken px-3 py-2 pe-8 font-mono text-fine whitespace-pre-wrap wrap-anywhere">
            {raw}
          </pre>
          <span className="absolute top-1.5 right-1.5">
            <CopyButton text={raw} label={texts.copyRequest} />
          </span>
        </div>
      </details>
    </Panel>
  );
}
