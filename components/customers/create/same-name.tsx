"use client";

import { useQuery } from "@tanstack/react-query";
import { TriangleAlert } from "lucide-react";
import Link from "next/link";
import { OutcomeStatus } from "#components/ui/outcome-status.tsx";
import { Timestamp, ZoneName } from "#components/ui/timestamp.tsx";
import { maxSearchTermLength } from "#lib/contract/customer-list.ts";
import type { Environment } from "#lib/contract/environment.ts";
import type { Operation } from "#lib/contract/operation.ts";
import { detailOf, isUndone } from "#lib/operation-outcome.ts";
import { pages } from "#lib/paths.ts";
import { customersQueryOptions } from "#lib/query/customers.ts";
import { defaultCustomersView } from "#lib/url-state/customers-view.ts";
import { reviewTexts as texts } from "./texts.ts";

const folded = (name: string) => name.normalize("NFKC").trim().replace(/\s+/g, " ").toLowerCase();

interface SameNameProps {
  environment: Environment;
  name: string;
  /** The person's own creations of the last day: their customers may not be in the list yet. */
  own: readonly Operation[];
}

/** Customers that have this name already: two tabs or two people may be about to create the same one. */
export function SameName({ environment, name, own }: SameNameProps) {
  const { data } = useQuery({
    ...customersQueryOptions(environment, {
      ...defaultCustomersView,
      window: "all",
      searchTerm: name.slice(0, maxSearchTermLength),
      limit: 10,
    }),
    // What another tab has created a moment ago counts.
    staleTime: 0,
    enabled: name !== "",
  });
  const same = data?.customers.filter(({ companyName }) => folded(companyName) === folded(name)) ?? [];
  const listed = new Set(same.map(({ customerID }) => customerID));
  const asked = own.filter(
    (operation) =>
      !isUndone(detailOf(operation)) &&
      folded(String(operation.request.companyName ?? "")) === folded(name) &&
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
                  {texts.asked} <Timestamp value={operation.createdAt} detail="clock" /> <ZoneName />
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
                      {texts.created} <Timestamp value={created} detail="minute" /> <ZoneName />
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
