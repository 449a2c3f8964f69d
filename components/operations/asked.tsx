"use client";

import Link from "next/link";
import { CopyButton } from "#components/ui/copy-button.tsx";
import { EntityID } from "#components/ui/entity-id.tsx";
import { Fact, Facts } from "#components/ui/facts.tsx";
import { Panel } from "#components/ui/panel.tsx";
import { Timestamp, ZoneName } from "#components/ui/timestamp.tsx";
import type { Contract } from "#lib/contract/customer.ts";
import type { Environment } from "#lib/contract/environment.ts";
import type { Operation, OperationDetail } from "#lib/contract/operation.ts";
import { overrideJobIDsOf } from "#lib/override-jobs.ts";
import { pages } from "#lib/paths.ts";
import { operationsTexts, detailTexts as texts } from "./texts.ts";

const textOf = (value: unknown) =>
  typeof value === "string" ? value : typeof value === "number" ? String(value) : undefined;

function emailOf({ adminUser }: Operation["request"]): string {
  const email = typeof adminUser === "object" && adminUser !== null && "email" in adminUser ? adminUser.email : "";
  return textOf(email) || texts.noEmail;
}

function Creation({ request }: { request: Operation["request"] }) {
  return (
    <>
      <Fact name={texts.companyName} className="font-medium">
        <bdi>{textOf(request.companyName)}</bdi>
      </Fact>
      <Fact name={texts.plan}>{textOf(request.plan)}</Fact>
      <Fact name={texts.term}>{textOf(request.term)}</Fact>
      <Fact name={texts.email}>{emailOf(request)}</Fact>
      <Fact name={texts.usersCount}>{textOf(request.usersCount)}</Fact>
    </>
  );
}

function change(contract: Contract | undefined, name: keyof Contract): string {
  return contract === undefined ? texts.notRead : (contract[name] ?? texts.notRead);
}

function Change({ operation }: { operation: Operation }) {
  const { request, before, after } = operation;
  const changed = (["plan", "term"] as const).filter((name) => textOf(request[name]) !== undefined);
  return changed.map((name) => (
    <Fact key={name} name={texts[name]} className="font-medium">
      <span className="text-ink-muted">{change(before, name)}</span> →{" "}
      <bdi>{after?.[name] ?? textOf(request[name])}</bdi>
    </Fact>
  ));
}

function Repeats({
  environment,
  repeats,
}: {
  environment: Environment;
  repeats: NonNullable<OperationDetail["repeats"]>;
}) {
  return (
    <ul>
      {repeats.map(({ operationID, email, createdAt }) => (
        <li key={operationID} className="flex flex-wrap items-center gap-x-2">
          <EntityID
            id={operationID}
            href={pages.operation(environment, operationID)}
            copyLabel={operationsTexts.copyID}
          />
          <span className="text-fine text-ink-muted wrap-anywhere">
            <Timestamp value={createdAt} detail="minute" /> <ZoneName />, <bdi>{email}</bdi>
          </span>
        </li>
      ))}
    </ul>
  );
}

/** The request as it was sent, and who made it. */
export function Asked({ operation, repeats = [] }: Pick<OperationDetail, "operation" | "repeats">) {
  const { environment, request, actor, kind, customerID, jobID, againOf, bulkID } = operation;
  const overrideJobIDs = overrideJobIDsOf(operation);
  const raw = JSON.stringify(request, null, 2);
  return (
    <Panel title={texts.asked}>
      <Facts>
        {kind === "create-customer" && <Creation request={request} />}
        {kind === "change-contract" && <Change operation={operation} />}
        <Fact name={texts.askedBy}>
          <bdi>{actor.email}</bdi>
        </Fact>
        <Fact name={texts.operationID}>
          <EntityID id={operation.operationID} copyLabel={operationsTexts.copyID} />
        </Fact>
        {customerID !== undefined && (
          <Fact name={texts.customer}>
            <EntityID
              id={customerID}
              href={pages.customer(environment, customerID)}
              copyLabel={operationsTexts.copyCustomerID}
            />
          </Fact>
        )}
        {jobID !== undefined && (
          <Fact name={texts.job}>
            <EntityID id={jobID} href={pages.job(environment, jobID)} copyLabel={operationsTexts.copyJobID} />
          </Fact>
        )}
        {overrideJobIDs.length > 0 && (
          <Fact name={texts.override} className="col-span-full">
            <ul>
              {overrideJobIDs.map((id) => (
                <li key={id}>
                  <EntityID id={id} href={pages.job(environment, id)} copyLabel={operationsTexts.copyJobID} />
                </li>
              ))}
            </ul>
          </Fact>
        )}
        {againOf !== undefined && (
          <Fact name={texts.again}>
            <EntityID id={againOf} href={pages.operation(environment, againOf)} copyLabel={operationsTexts.copyID} />
          </Fact>
        )}
        {repeats.length > 0 && (
          <Fact name={texts.repeatedBy} className="col-span-full">
            <Repeats environment={environment} repeats={repeats} />
          </Fact>
        )}
        {bulkID !== undefined && (
          <Fact name={texts.bulk}>
            <Link href={pages.bulk(environment, bulkID)} prefetch={false} className="text-accent hover:underline">
              {operationsTexts.bulk}
            </Link>
          </Fact>
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
