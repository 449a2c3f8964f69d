"use client";

import type { ReactNode } from "react";
import { ZonedTime } from "#components/ui/time/zoned-time.tsx";
import type { TimeReading } from "#lib/contract/errors.ts";
import type { BulkChange } from "#lib/contract/values/operations/bulk-states.ts";
import { formatPlural } from "#lib/format/format-number.ts";
import { planTexts as texts } from "./plan-texts.ts";
import type { When } from "./when.ts";
import { timesOf } from "./when-times.ts";

function Step({ number, time, children }: { number: number; time: TimeReading | undefined; children: ReactNode }) {
  return (
    <li className="grid grid-cols-[1.5rem_minmax(0,1fr)] gap-x-2 border-line py-2.5 not-first:border-t">
      <span
        aria-hidden
        className="mt-0.5 grid size-5 place-items-center rounded-full bg-sunken font-medium text-fine tabular-nums"
      >
        {number}
      </span>
      <div className="min-w-0">
        <p className="font-semibold">{time ? <ZonedTime {...time} /> : texts.whenVerified}</p>
        <p className="mt-0.5">{children}</p>
      </div>
    </li>
  );
}

const minuteForms = { one: "minute", other: "minutes" } as const;

interface PlanReviewProps {
  /**
   * How long the console keeps trying to send the change after the planned time, in minutes. Undefined while unknown.
   */
  graceMinutes: number | undefined;
  when: When;
  change: BulkChange;
  /** The change of the other member. It is sent after the first change is verified. */
  second: BulkChange | undefined;
}

/** Explains a planned change: its effect, its times, and the reasons why it might not be sent. */
export function PlanReview({ graceMinutes: minutes, when, change, second }: PlanReviewProps) {
  const times = timesOf(when);
  if (!times) return null;
  return (
    <>
      <section>
        <h3 className="font-semibold">{texts.happens}</h3>
        <ol>
          <Step number={1} time={times.at}>
            {texts.first(change)}
          </Step>
          {second && (
            <Step number={2} time={undefined}>
              {texts.second(second)}
            </Step>
          )}
          {times.until && (
            <Step number={second ? 3 : 2} time={times.until}>
              {texts.end}
            </Step>
          )}
        </ol>
      </section>
      <section className="text-table">
        <h3 className="font-semibold">{texts.rules}</h3>
        <ul className="mt-1 flex list-disc flex-col gap-1 ps-5">
          <li>{texts.conflict}</li>
          <li>{texts.late(minutes === undefined ? undefined : formatPlural(minutes, minuteForms))}</li>
          <li>{texts.rights}</li>
        </ul>
      </section>
    </>
  );
}
