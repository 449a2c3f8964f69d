"use client";

import Link from "next/link";
import { buttonClass } from "#components/ui/button.tsx";
import { Panel } from "#components/ui/panel/panel.tsx";
import { EntityID } from "#components/ui/record/entity-id.tsx";
import { FactRow, Facts } from "#components/ui/record/facts.tsx";
import { Timestamp } from "#components/ui/time/timestamp.tsx";
import { useConsoleNow } from "#components/ui/time/use-console-now.ts";
import type { Operation } from "#lib/contract/operations/operation.ts";
import { describeKind } from "#lib/operation-kinds/operation-kinds.ts";
import { pages } from "#lib/paths.ts";
import { type CustomersView, customersViewParams, defaultCustomersView } from "#lib/url-state/customers-view.ts";
import { operationsTexts, unknownTexts as texts } from "./texts.ts";

/** The query string for all customers with this name, of all time and including deleted customers. */
function searchOf(name: string): URLSearchParams {
  const view: CustomersView = { ...defaultCustomersView, window: "all", searchTerm: name, includeDeleted: true };
  return customersViewParams(view);
}

function NextLook({ at, asOf }: { at: string | undefined; asOf: string }) {
  const now = useConsoleNow(asOf, at !== undefined);
  if (at === undefined) return texts.noMoreLooks;
  if (Date.parse(at) <= now) return texts.soon;
  return <Timestamp value={at} detail="minute" />;
}

/**
 * Shown if the response to an operation was lost, or if its effect was not found. Lists the known facts, Switchboard's
 * next checks, and what the person can do.
 */
export function UnknownPanel({ operation, asOf }: { operation: Operation; asOf: string }) {
  const { environment, kind, finding, nextLookAt, problem, request, customerID } = operation;
  const described = describeKind(kind);
  const name = typeof request.companyName === "string" ? request.companyName : undefined;
  return (
    <Panel title={texts.title}>
      <Facts>
        {problem && (
          <FactRow name={texts.why} className="col-span-full">
            {problem.detail}
          </FactRow>
        )}
        <FactRow name={texts.lastLook} className="col-span-full">
          {finding ? (
            <>
              <Timestamp value={finding.at} detail="minute" />: {finding.message}
            </>
          ) : (
            texts.notLooked
          )}
        </FactRow>
        <FactRow name={texts.nextLook}>
          <NextLook at={nextLookAt} asOf={asOf} />
        </FactRow>
        {finding && finding.customerIDs.length > 0 && (
          <FactRow name={texts.candidates}>
            <ul>
              {finding.customerIDs.slice(0, 20).map((candidate) => (
                <li key={candidate}>
                  <EntityID
                    id={candidate}
                    href={pages.customer(environment, candidate)}
                    copyLabel={operationsTexts.copyCustomerID}
                  />
                </li>
              ))}
            </ul>
          </FactRow>
        )}
      </Facts>
      {described && <p className="px-4 pb-3 text-ink-muted text-table">{described.howChecked(operation)}</p>}
      <div className="flex flex-wrap gap-2 border-line border-t px-4 py-3">
        {customerID !== undefined && (
          <Link className={buttonClass("primary")} href={pages.customer(environment, customerID)} prefetch={false}>
            {texts.open}
          </Link>
        )}
        {name !== undefined && (
          <Link
            className={buttonClass(customerID === undefined ? "primary" : "quiet")}
            href={pages.customers(environment, searchOf(name))}
            prefetch={false}
          >
            {texts.search}
          </Link>
        )}
      </div>
    </Panel>
  );
}
