"use client";

import { useQuery } from "@tanstack/react-query";
import { TriangleAlert } from "#components/ui/icon/icons.tsx";
import { Timestamp } from "#components/ui/time/timestamp.tsx";
import { useNow } from "#components/ui/time/use-now.ts";
import type { Availability } from "#lib/contract/console/availability.ts";
import type { Environment } from "#lib/contract/environment.ts";
import { apiStatusQueryOptions, statusMaxAgeMs } from "#lib/query/api-status.ts";
import { whySendingHeld } from "#lib/why-not/why-refused.ts";
import { outageTexts as texts } from "./outage-texts.ts";
import { ProbeButton } from "./probe-button.tsx";
import type { Age } from "./use-page-readings.ts";

const reasons: Readonly<Record<Availability, string>> = {
  available: texts.notNewer,
  paused: texts.paused,
  down: texts.down,
  probing: texts.down,
  key_refused: texts.keyRefused,
};

/**
 * Says why the page shows old data, how old the data is, whether anything can be sent, and when the next attempt is.
 */
export function OutageNotice({ environment, stale }: { environment: Environment; stale: Age }) {
  const nowMs = useNow();
  const { data } = useQuery({ ...apiStatusQueryOptions(environment), staleTime: statusMaxAgeMs });
  const availability = data?.availability ?? (stale.staleReason === "key_refused" ? "key_refused" : "available");
  const retryAt = data?.retryAt ?? stale.retryAt;
  return (
    <section
      aria-label={texts.title}
      className="mb-4 flex flex-wrap items-center gap-x-3 gap-y-1 rounded-base border border-caution/40 bg-caution-soft px-3 py-2 text-table max-sm:items-start"
    >
      <TriangleAlert aria-hidden className="size-4 shrink-0 text-caution" />
      <p role="status" className="min-w-0 flex-1 basis-60">
        <strong className="font-semibold">{reasons[availability]}</strong> {texts.readAt}{" "}
        <Timestamp value={stale.asOf} detail="minute" /> {texts.orLater}{" "}
        {whySendingHeld(environment, availability) && texts.nothingSent}{" "}
        {retryAt !== undefined && Date.parse(retryAt) > nowMs && (
          <>
            {texts.nextTry} <Timestamp value={retryAt} detail="clock" />.
          </>
        )}
      </p>
      {retryAt !== undefined && <ProbeButton />}
    </section>
  );
}
