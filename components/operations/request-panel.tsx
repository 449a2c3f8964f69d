"use client";

import Link from "next/link";
import { Panel } from "#components/ui/panel/panel.tsx";
import { CallsLink } from "#components/ui/record/calls-link.tsx";
import { CopyButton } from "#components/ui/record/copy-button.tsx";
import { EntityID } from "#components/ui/record/entity-id.tsx";
import { FactRow, Facts } from "#components/ui/record/facts.tsx";
import { apiCallsTexts } from "#components/ui/status/call-texts.ts";
import { Timestamp } from "#components/ui/time/timestamp.tsx";
import { ContractValue } from "#components/ui/value/contract-value.tsx";
import { CustomerName } from "#components/ui/value/customer-name.tsx";
import type { Contract } from "#lib/contract/customers/customer.ts";
import type { Environment } from "#lib/contract/environment.ts";
import type { Operation, OperationDetail } from "#lib/contract/operations/operation.ts";
import { overrideJobIDsOf } from "#lib/operations/override-jobs.ts";
import { pages } from "#lib/paths.ts";
import { operationsTexts, detailTexts as texts } from "./texts.ts";

const textOf = (value: unknown) =>
  typeof value === "string" ? value : typeof value === "number" ? String(value) : undefined;

function emailOf({ adminUser }: Operation["request"]): string {
  const email = typeof adminUser === "object" && adminUser !== null && "email" in adminUser ? adminUser.email : "";
  return textOf(email) || texts.noEmail;
}

const named = (member: keyof Contract, value: string | undefined) =>
  value !== undefined && <ContractValue member={member} value={value} />;

function Creation({ request }: { request: Operation["request"] }) {
  return (
    <>
      <FactRow name={texts.companyName} className="font-medium">
        <bdi>{textOf(request.companyName)}</bdi>
      </FactRow>
      <FactRow name={texts.plan}>{named("plan", textOf(request.plan))}</FactRow>
      <FactRow name={texts.term}>{named("term", textOf(request.term))}</FactRow>
      <FactRow name={texts.email}>{emailOf(request)}</FactRow>
      <FactRow name={texts.usersCount}>{textOf(request.usersCount)}</FactRow>
    </>
  );
}

function Change({ operation }: { operation: Operation }) {
  const { request, before } = operation;
  const changed = (["plan", "term"] as const).filter((name) => textOf(request[name]) !== undefined);
  return changed.map((name) => (
    <FactRow key={name} name={texts[name]} className="font-medium">
      <span className="text-ink-muted">{named(name, before?.[name]) || texts.notRead}</span> →{" "}
      {named(name, textOf(request[name]))}
    </FactRow>
  ));
}

interface LaterOperationsProps {
  environment: Environment;
  operations: NonNullable<OperationDetail["repeats"]>;
}

function LaterOperations({ environment, operations }: LaterOperationsProps) {
  return (
    <ul>
      {operations.map(({ operationID, email, createdAt }) => (
        <li key={operationID} className="flex flex-wrap items-center gap-x-2">
          <EntityID
            id={operationID}
            href={pages.operation(environment, operationID)}
            copyLabel={operationsTexts.copyID}
          />
          <span className="text-fine text-ink-muted wrap-anywhere">
            <Timestamp value={createdAt} detail="minute" />, <bdi>{email}</bdi>
          </span>
        </li>
      ))}
    </ul>
  );
}

/** The request as sent, and the person who made it. */
export function RequestPanel({
  operation,
  repeats = [],
  undoneBy = [],
}: Pick<OperationDetail, "operation" | "repeats" | "undoneBy">) {
  const { environment, request, actor, kind, customerID, jobID, againOf, undoOf, bulkID, importID } = operation;
  const overrideJobIDs = overrideJobIDsOf(operation);
  const raw = JSON.stringify(request, null, 2);
  return (
    <Panel title={texts.asked}>
      <Facts>
        {kind === "create-customer" && <Creation request={request} />}
        {kind === "change-contract" && <Change operation={operation} />}
        <FactRow name={texts.askedBy}>
          <bdi>{actor.email}</bdi>
        </FactRow>
        <FactRow name={texts.ticket}>
          {operation.ticket && (
            <Link href={pages.ticket(operation.ticket)} prefetch={false} className="text-accent hover:underline">
              <bdi>{operation.ticket}</bdi>
            </Link>
          )}
        </FactRow>
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
              companyName={kind === "create-customer" ? undefined : operation.companyName}
            />
          </FactRow>
        )}
        {jobID !== undefined && (
          <FactRow name={texts.job}>
            <EntityID id={jobID} href={pages.job(environment, jobID)} copyLabel={operationsTexts.copyJobID} />
          </FactRow>
        )}
        <FactRow name={apiCallsTexts.link}>
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
          <pre className="max-h-80 overflow-auto rounded-small bg-sunken px-3 py-2 pe-9 font-mono text-fine whitespace-pre-wrap wrap-anywhere">
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
