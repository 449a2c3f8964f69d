"use client";

import Link from "next/link";
import { PlannedStatus } from "#components/ui/status/planned-status.tsx";
import { ZonedTime } from "#components/ui/time/zoned-time.tsx";
import type { PlannedChange } from "#lib/contract/operations/planned.ts";
import { readInstant } from "#lib/format/local-time.ts";
import { pages } from "#lib/paths.ts";
import { planTexts as texts } from "./plan-texts.ts";

/** The planned change, as the console stored it. */
export function PlanResult({ planned, onLeave }: { planned: PlannedChange; onLeave: () => void }) {
  const {
    environment,
    plannedChangeID,
    at,
    zone,
    offset,
    until,
    untilZone = zone,
    untilOffset,
    state,
    steps,
  } = planned;
  const notAfter = steps[0]?.notAfter;
  return (
    <div role="status" className="flex flex-col gap-3">
      <PlannedStatus planned={planned} />
      <div>
        <p>{texts.isScheduled(planned)}</p>
        <ZonedTime at={at} zone={zone} offset={offset} className="font-semibold" />
      </div>
      {until !== undefined && (
        <div>
          <p>{texts.until}</p>
          <ZonedTime
            at={until}
            zone={untilZone}
            offset={untilOffset ?? readInstant(until, untilZone).offset}
            className="font-semibold"
          />
        </div>
      )}
      {notAfter !== undefined && (
        <div className="text-table">
          <p className="text-ink-muted">{texts.notAfter}</p>
          <ZonedTime {...readInstant(notAfter, zone)} />
        </div>
      )}
      <p className="text-table">{state === "awaiting-approval" ? texts.approval : texts.nothingElse}</p>
      <p>
        <Link
          href={pages.plannedChange(environment, plannedChangeID)}
          prefetch={false}
          onClick={onLeave}
          className="font-medium text-accent hover:underline"
        >
          {texts.open}
        </Link>
      </p>
    </div>
  );
}
