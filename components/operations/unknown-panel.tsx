"use client";

import Link from "next/link";
import { buttonClass } from "#components/ui/button.tsx";
import { EntityID } from "#components/ui/entity-id.tsx";
import { Fact, Facts } from "#components/ui/facts.tsx";
import { Panel } from "#components/ui/panel.tsx";
import { Timestamp, ZoneName } from "#components/ui/timestamp.tsx";
import { useConsoleNow } from "#components/ui/use-console-now.ts";
import { isKnownKind, type Operation } from "#lib/contract/operation.ts";
import { pages } from "#lib/paths.ts";
import { type CustomersView, customersViewParams, defaultCustomersView } from "#lib/url-state/customers-view.ts";
import { operationsTexts, unknownTexts as texts } from "./texts.ts";

/** The list of all customers with this name, whenever created, deleted ones included. */
function searchOf(name: string): URLSearchParams {
  const view: CustomersView = { ...defaultCustomersView, window: "all", searchTerm: name, includeDeleted: true };
  return customersViewParams(view);
}

function NextLook({ at, asOf }: { at: string | undefined; asOf: string }) {
  const now = useConsoleNow(asOf, at !== undefined);
  if (at === undefined) return texts.noMoreLooks;
  if (Date.parse(at) <= now) return texts.soon;
  return (
    <>
      <Timestamp value={at} detail="minute" /> <ZoneName />
    </>
  );
}

/** A write whose response was lost: what is known, what Switchboard does, and what a person can do. */
export function UnknownPanel({ operation, asOf }: { operation: Operation; asOf: string }) {
  const { environment, kind, finding, nextLookAt, problem, request, customerID } = operation;
  const name = typeof request.companyName === "string" ? request.companyName : undefined;
  return (
    <Panel title={texts.title}>
      <Facts>
        {problem && (
          <Fact name={texts.why} className="col-span-full">
            {problem.detail}
          </Fact>
        )}
        <Fact name={texts.lastLook} className="col-span-full">
          {finding ? (
            <>
              <Timestamp value={finding.at} detail="minute" /> <ZoneName />: {finding.message}
            </>
          ) : (
            texts.notLooked
          )}
        </Fact>
        <Fact name={texts.nextLook}>
          <NextLook at={nextLookAt} asOf={asOf} />
        </Fact>
        {finding && finding.customerIDs.length > 0 && (
          <Fact name={texts.candidates}>
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
          </Fact>
        )}
      </Facts>
      {isKnownKind(kind) && (
        <p className="px-4 pb-3 text-ink-muted text-table">
          {kind === "create-customer" ? texts.how : texts.howContract}
        </p>
      )}
      <div className="flex flex-wrap gap-2 border-line border-t px-4 py-3">
        {name !== undefined && (
          <Link className={buttonClass()} href={pages.customers(environment, searchOf(name))} prefetch={false}>
            {texts.search}
          </Link>
        )}
        {customerID !== undefined && (
          <Link className={buttonClass()} href={pages.customer(environment, customerID)} prefetch={false}>
            {texts.open}
          </Link>
        )}
      </div>
    </Panel>
  );
}
