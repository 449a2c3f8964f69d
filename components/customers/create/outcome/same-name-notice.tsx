"use client";

import { useQuery } from "@tanstack/react-query";
import Link from "next/link";
import { reviewTexts as texts } from "#components/customers/create/texts.ts";
import { TriangleAlert } from "#components/ui/icon/icons.tsx";
import { OutcomeStatus } from "#components/ui/status/outcome-status.tsx";
import { Timestamp } from "#components/ui/time/timestamp.tsx";
import type { Environment } from "#lib/contract/environment.ts";
import type { Operation } from "#lib/contract/operations/operation.ts";
import { maxSearchTermLength } from "#lib/contract/values/customers/customer-filters.ts";
import { hadNoEffect, outcomeDetail } from "#lib/operations/operation-outcome.ts";
import { pages } from "#lib/paths.ts";
import { customersQueryOptions } from "#lib/query/customers/customers.ts";
import { defaultCustomersView } from "#lib/url-state/customers-view.ts";

const foldName = (name: string) => name.normalize("NFKC").trim().replace(/\s+/g, " ").toLowerCase();

interface SameNameNoticeProps {
  environment: Environment;
  name: string;
  /** The creations that this person started in this console. */
  own: readonly Operation[];
}

/**
 * Lists customers that already have this name, and the person's own creations with this name. Two tabs or two people
 * may be creating the same customer.
 */
export function SameNameNotice({ environment, name, own }: SameNameNoticeProps) {
  const { data } = useQuery({
    ...customersQueryOptions(environment, {
      ...defaultCustomersView,
      window: "all",
      searchTerm: name.slice(0, maxSearchTermLength),
      limit: 10,
    }),
    // Always asks the server, because another tab may have just created a customer.
    staleTime: 0,
    enabled: name !== "",
  });
  const same = data?.customers.filter(({ companyName }) => foldName(companyName) === foldName(name)) ?? [];
  const listed = new Set(same.map(({ customerID }) => customerID));
  const asked = own.filter(
    (operation) =>
      !hadNoEffect(outcomeDetail(operation)) &&
      foldName(String(operation.request.companyName ?? "")) === foldName(name) &&
      !(operation.customerID !== undefined && listed.has(operation.customerID)),
  );
  return (
    <div role="status" className="flex flex-col gap-2 empty:hidden">
      {asked.length > 0 && (
        <div className="rounded-base bg-sunken px-3 py-2.5 text-table">
          <p className="font-semibold">{texts.ownName}</p>
          <ul>
            {asked.map((operation) => (
              <li key={operation.operationID} className="flex flex-wrap items-center gap-x-3">
                <OutcomeStatus operation={operation} />
                <span className="text-ink-muted">
                  {texts.asked} <Timestamp value={operation.createdAt} detail="clock" />
                </span>
                <Link
                  href={pages.operation(environment, operation.operationID)}
                  prefetch={false}
                  className="text-accent underline underline-offset-2"
                >
                  {texts.ownOperation}
                </Link>
              </li>
            ))}
          </ul>
        </div>
      )}
      {same.length > 0 && (
        <div className="flex gap-2.5 rounded-base bg-caution-soft px-3 py-2.5 text-table">
          <TriangleAlert aria-hidden className="mt-0.5 size-4 shrink-0 text-caution" />
          <div className="min-w-0">
            <p className="font-semibold">{texts.sameName(same.length)}</p>
            <ul>
              {same.map(({ customerID, companyName, created }) => (
                <li key={customerID} className="wrap-anywhere">
                  <Link
                    href={pages.customer(environment, customerID)}
                    prefetch={false}
                    className="text-accent underline underline-offset-2"
                  >
                    <bdi>{companyName}</bdi>
                  </Link>
                  {created !== undefined && (
                    <span className="text-ink-muted">
                      {" "}
                      {texts.created} <Timestamp value={created} detail="minute" />
                    </span>
                  )}
                </li>
              ))}
            </ul>
            <p className="text-ink-muted">{texts.sameNameNote}</p>
          </div>
        </div>
      )}
    </div>
  );
}
