"use client";

import Link from "next/link";
import { CalendarClock } from "#components/ui/icon/icons.tsx";
import { PlannedStatus } from "#components/ui/status/planned-status.tsx";
import { Timestamp } from "#components/ui/time/timestamp.tsx";
import type { TimelineSource } from "#components/ui/timeline/timeline-source.ts";
import { TicketLink } from "#components/ui/value/ticket-link.tsx";
import type { Environment } from "#lib/contract/environment.ts";
import type { PlannedChange } from "#lib/contract/operations/planned.ts";
import { pages } from "#lib/paths.ts";
import { plannedHeading } from "#lib/planned/planned-texts.ts";
import { plannedOfCustomerQueryOptions } from "#lib/query/operations/planned.ts";
import { useParts } from "#lib/query/use-parts.ts";
import { stripTexts as texts } from "./texts.ts";

function PlannedEntry({ planned }: { planned: PlannedChange }) {
  const { environment, plannedChangeID, at, until, stateReason, requestedBy, ticket } = planned;
  return (
    <>
      <div className="flex flex-wrap items-center gap-x-3">
        <Link
          href={pages.plannedChange(environment, plannedChangeID)}
          prefetch={false}
          className="font-medium text-accent hover:underline"
        >
          {plannedHeading(planned)}
        </Link>
        <PlannedStatus planned={planned} />
      </div>
      <p>
        {texts.plannedFor} <Timestamp value={at} detail="minute" />
        {until !== undefined && (
          <>
            {", "}
            {texts.until} <Timestamp value={until} detail="minute" />
          </>
        )}
      </p>
      {stateReason && <bdi className="text-ink-muted">{stateReason.message}</bdi>}
      <div className="dotted-line flex flex-wrap items-center text-fine text-ink-muted">
        <bdi>{requestedBy.name || requestedBy.email}</bdi>
        {ticket !== undefined && <TicketLink ticket={ticket} className="inline-flex min-h-6 min-w-6 items-center" />}
      </div>
    </>
  );
}

/**
 * A customer's planned changes, as entries of the timeline. An entry's time is the time when the change was planned.
 */
export function usePlannedEntries(environment: Environment, customerID: string, parts: number): TimelineSource {
  const { answers, ...reading } = useParts(parts, (part) =>
    plannedOfCustomerQueryOptions(environment, customerID, undefined, part),
  );
  const entries = answers
    .flatMap(({ planned }) => planned)
    .map((planned) => ({
      key: planned.plannedChangeID,
      at: planned.createdAt,
      kinds: ["planned"] as const,
      icon: CalendarClock,
      content: <PlannedEntry planned={planned} />,
    }));
  return { kind: "planned", entries, hasOlder: (answers.at(-1)?.total ?? 0) > entries.length, ...reading };
}
