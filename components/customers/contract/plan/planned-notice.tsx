"use client";

import { useQuery } from "@tanstack/react-query";
import Link from "next/link";
import { CalendarClock } from "#components/ui/icon/icons.tsx";
import { ZonedTime } from "#components/ui/time/zoned-time.tsx";
import type { Environment } from "#lib/contract/environment.ts";
import { pages } from "#lib/paths.ts";
import { openPlanned, plannedOfCustomerQueryOptions } from "#lib/query/operations/planned.ts";
import { planTexts as texts } from "./plan-texts.ts";

interface PlannedNoticeProps {
  environment: Environment;
  customerID: string;
  /** True if this form plans a change too. */
  isPlan: boolean;
  onLeave: () => void;
}

/** Says that the customer already has a planned change, and what this means for the form. */
export function PlannedNotice({ environment, customerID, isPlan, onLeave }: PlannedNoticeProps) {
  const { data } = useQuery(plannedOfCustomerQueryOptions(environment, customerID));
  const planned = openPlanned(data);
  if (!planned) return null;
  const { plannedChangeID, zone, nextAt, steps } = planned;
  const next = steps.find(({ dueAt }) => dueAt === nextAt);
  return (
    <div role="status" className="flex gap-2.5 rounded-base border border-caution/40 bg-caution-soft px-3 py-2.5">
      <CalendarClock aria-hidden className="mt-0.5 size-4 shrink-0 text-caution" />
      <div className="min-w-0">
        <p className="font-semibold">
          <Link
            href={pages.plannedChange(environment, plannedChangeID)}
            prefetch={false}
            onClick={onLeave}
            className="text-accent underline underline-offset-2"
          >
            {texts.exists}
          </Link>
        </p>
        <p className="wrap-anywhere">{next ? texts.existsFor(planned) : texts.existsWithout(planned)}</p>
        {next && <ZonedTime at={next.dueAt} zone={next.zone || zone} offset={next.offset} />}
        <p className="mt-1">{isPlan ? texts.existsPlanned : texts.existsNow}</p>
      </div>
    </div>
  );
}
