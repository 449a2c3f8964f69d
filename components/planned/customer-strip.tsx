"use client";

import { useQuery } from "@tanstack/react-query";
import Link from "next/link";
import { CalendarClock } from "#components/ui/icon/icons.tsx";
import { StripRow } from "#components/ui/panel/strip-row.tsx";
import { isInEffect, PlannedStatus } from "#components/ui/status/planned-status.tsx";
import { useTimeZone } from "#components/ui/time/timestamp.tsx";
import type { Environment } from "#lib/contract/environment.ts";
import { formatWithZone } from "#lib/format/zoned-time.ts";
import { pages } from "#lib/paths.ts";
import { plannedHeading } from "#lib/planned/planned-texts.ts";
import { openPlanned, plannedOfCustomerQueryOptions } from "#lib/query/operations/planned.ts";
import { stripTexts as texts } from "./texts.ts";

/** The line about the customer's open planned change. Renders nothing if the customer has no open planned change. */
export function CustomerPlanned({ environment, customerID }: { environment: Environment; customerID: string }) {
  const { data } = useQuery(plannedOfCustomerQueryOptions(environment, customerID));
  const ownZone = useTimeZone();
  const planned = openPlanned(data);
  if (!planned) return null;
  const { plannedChangeID, nextAt, state, until } = planned;
  const isApplied = isInEffect(planned);
  const awaitsApproval = state === "awaiting-approval";
  const isDue = nextAt !== undefined && (state === "scheduled" || awaitsApproval);
  return (
    <StripRow icon={CalendarClock} name={texts.label} tone="accent">
      <span className="flex flex-wrap items-center gap-x-3">
        <Link
          href={pages.plannedChange(environment, plannedChangeID)}
          prefetch={false}
          className="font-medium text-accent hover:underline"
        >
          {plannedHeading(planned)}
        </Link>
        <PlannedStatus planned={planned} />
      </span>
      {isDue && (
        <p>
          {texts.next[awaitsApproval ? "request" : isApplied ? "revert" : "apply"]}{" "}
          <time suppressHydrationWarning dateTime={nextAt} className="font-medium">
            {formatWithZone(nextAt, ownZone)}
          </time>
          {!isApplied && until !== undefined && (
            <>
              {", "}
              {texts.until}{" "}
              <time suppressHydrationWarning dateTime={until} className="font-medium">
                {formatWithZone(until, ownZone)}
              </time>
            </>
          )}
          . <span className="text-ink-muted">{texts.ifUnchanged}</span>
        </p>
      )}
    </StripRow>
  );
}
