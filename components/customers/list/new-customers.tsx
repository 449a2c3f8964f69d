"use client";

import { useQuery } from "@tanstack/react-query";
import Link from "next/link";
import { useEffect, useRef } from "react";
import { Sparkles } from "#components/ui/icon/icons.tsx";
import { lazyPart } from "#components/ui/lazy/lazy-part.tsx";
import { Timestamp } from "#components/ui/time/timestamp.tsx";
import type { CustomerList } from "#lib/contract/customers/customer-list.ts";
import type { Environment } from "#lib/contract/environment.ts";
import type { OutcomeDetail } from "#lib/contract/operation-outcome.ts";
import type { Operation } from "#lib/contract/operations/operation.ts";
import { type LiveJob, useLiveJobs } from "#lib/live-jobs/use-live-jobs.ts";
import { effectRefetchMs, outcomeDetail, watchedJobIDs } from "#lib/operations/operation-outcome.ts";
import { pages } from "#lib/paths.ts";
import { creationsQueryOptions, missingCustomers, showsNewestFirst } from "#lib/query/customers/new-customers.ts";
import { whileAllowed } from "#lib/query/page-reading.ts";
import type { CustomersView } from "#lib/url-state/customers-view.ts";
import { newCustomersTexts as texts } from "./new-customers-texts.ts";

// Most lists show no new customers, so the words of outcomes are loaded only when they are needed. The row has the same
// height without them.
const OutcomeStatus = lazyPart(() =>
  import("#components/ui/status/outcome-status.tsx").then((module) => module.OutcomeStatus),
);

interface NewCustomersProps {
  environment: Environment;
  view: CustomersView;
  /** The first page of the list, as the API returned it. */
  list: CustomerList;
  /** Reloads the first page. */
  onReload: () => void;
}

/** How often to poll while a creation has an unknown outcome, in milliseconds. */
const unknownAgainMs = 5_000;

/**
 * If the list is newer than the creations by more than this time, in milliseconds, the two answers belong to different
 * page loads.
 */
const olderMs = 2_000;

function NewCustomer({ operation, live }: { operation: Operation; live: LiveJob | undefined }) {
  const { environment, operationID, customerID, request, actor, createdAt } = operation;
  const name = String(request.companyName ?? "");
  return (
    <li className="flex min-h-9 flex-wrap items-center gap-x-4 gap-y-1 border-line border-b px-4 py-1 text-table last:border-b-0">
      <span className="flex min-w-0 flex-1 basis-60 items-center gap-2">
        <span className="inline-flex shrink-0 items-center gap-1 rounded-small bg-accent-soft px-1.5 font-medium text-accent text-fine">
          <Sparkles aria-hidden className="size-3" />
          {texts.badge}
        </span>
        {customerID === undefined ? (
          <bdi className="truncate font-medium">{name}</bdi>
        ) : (
          <Link
            href={pages.customer(environment, customerID)}
            prefetch={false}
            className="truncate font-medium text-accent hover:underline"
          >
            <bdi>{name}</bdi>
          </Link>
        )}
      </span>
      <OutcomeStatus operation={operation} live={live} />
      <span className="text-ink-muted">
        <Timestamp value={createdAt} detail="clock" /> {texts.by(actor.name || actor.email)}
      </span>
      <Link
        href={pages.operation(environment, operationID)}
        prefetch={false}
        aria-label={`${texts.follow} ${name}`}
        className="font-medium text-accent hover:underline print:hidden"
      >
        {texts.follow}
      </Link>
    </li>
  );
}

/** True if the job has created the customer, so that the list may contain it now. */
const isJobOver = (detail: OutcomeDetail) =>
  detail === "awaiting-effect" || detail === "verified" || detail === "succeeded";

/**
 * Shows creations whose customer the list does not contain yet. Each creation stays above the list until the list
 * contains the customer, the creation has failed, or a day has passed. Shows them only above the first page of a list
 * with the newest customers first.
 */
export function NewCustomers({ environment, view, list, onReload }: NewCustomersProps) {
  const expected = showsNewestFirst(view);
  const { data, refetch } = useQuery({
    ...creationsQueryOptions(environment),
    enabled: expected,
    refetchInterval: whileAllowed(({ state: { data: list } }) => {
      const awaitingMs = effectRefetchMs(list?.operations ?? [], Date.parse(list?.asOf ?? ""));
      if (awaitingMs !== false) return awaitingMs;
      return list?.operations.some((operation) => operation.outcome === "unknown") ? unknownAgainMs : false;
    }),
  });
  const nowMs = Date.parse(data?.asOf ?? "");
  const candidates = expected && data ? missingCustomers(data.operations, list, nowMs) : [];
  const { jobs } = useLiveJobs(environment, watchedJobIDs(candidates));
  const liveOf = ({ jobID }: Operation) => (jobID === undefined ? undefined : jobs.get(jobID));
  const missing = missingCustomers(candidates, list, nowMs, jobs);
  const finished = missing.filter((one) => isJobOver(outcomeDetail(one, liveOf(one)))).length;
  const isOlder = expected && data !== undefined && Date.parse(list.asOf) - Date.parse(data.asOf) > olderMs;
  // If the list is newer than the creations, reads the creations again, because new creations may be missing.
  useEffect(() => {
    if (isOlder) void refetch();
  }, [isOlder, refetch]);
  const lastFinished = useRef(0);
  // When a job ends, reloads the list, because it may contain the job's customer now.
  useEffect(() => {
    if (finished > lastFinished.current) onReload();
    lastFinished.current = finished;
  }, [finished, onReload]);
  if (missing.length === 0) return null;
  return (
    <section aria-label={texts.title} className="border-accent/35 border-b bg-accent-soft/40">
      <ul>
        {missing.map((operation) => (
          <NewCustomer key={operation.operationID} operation={operation} live={liveOf(operation)} />
        ))}
      </ul>
    </section>
  );
}
