"use client";

import { useState } from "react";
import { RotateCw, TriangleAlert } from "#components/ui/icon/icons.tsx";
import { freshnessTexts as texts } from "#components/ui/panel/freshness-texts.ts";
import { pageCallsShown } from "#components/ui/panel/page-calls-shown.ts";
import { ProblemPanel } from "#components/ui/panel/problem-panel.tsx";
import { usePageEnvironment } from "#components/ui/panel/use-page-environment.ts";
import { ZoneToggle } from "#components/ui/panel/zone-toggle.tsx";
import { apiCallsTexts } from "#components/ui/status/call-texts.ts";
import { Timestamp } from "#components/ui/time/timestamp.tsx";
import { pages } from "#lib/paths.ts";
import { usePageReadings, usePageReload } from "./use-page-readings.ts";

/**
 * The age of the page's oldest data, the time zone, and a reload button. Each page shows these once, in its header. A
 * panel shows its own age only if its data is older than the rest. Set `hasCalls` to false if the page makes no API
 * calls.
 */
export function PageFreshness({ hasCalls = true }: { hasCalls?: boolean }) {
  const { asOf, isWithoutAPI } = usePageReadings();
  const { isReloading, reload } = usePageReload();
  const environment = usePageEnvironment();
  // While new rows load, the old rows remain visible. So their age remains visible too.
  const [last, setLast] = useState(asOf);
  if (asOf !== undefined && asOf !== last) setLast(asOf);
  const shown = isWithoutAPI ? undefined : (asOf ?? last);
  return (
    <div className="dotted-line flex min-h-6 min-w-0 flex-wrap items-center gap-y-1 text-fine text-ink-muted">
      {shown !== undefined && (
        <p>
          {texts.asOf} <Timestamp value={shown} detail="time" />
        </p>
      )}
      <ZoneToggle />
      <button
        type="button"
        aria-disabled={isReloading}
        onClick={reload}
        className="-mx-1 inline-flex h-6 min-w-6 items-center justify-center gap-1 rounded-small px-1 hover:bg-sunken hover:text-ink aria-disabled:opacity-60 print:hidden"
      >
        <RotateCw aria-hidden className={isReloading ? "size-3 animate-spin" : "size-3"} />
        <span className="max-sm:sr-only">{texts.reload}</span>
      </button>
      {hasCalls && environment !== undefined && (
        <button
          type="button"
          title={apiCallsTexts.pageCalls}
          onClick={() => pageCallsShown.set(true)}
          className="-mx-1 inline-flex h-6 items-center rounded-small px-1 hover:bg-sunken hover:text-ink print:hidden"
        >
          {apiCallsTexts.link}
        </button>
      )}
    </div>
  );
}

/**
 * If several parts of a page could not be read for the same reason, shows the reason once. The parts themselves only
 * say that their data is outdated. Renders nothing if the banner above the page already gives the reason.
 */
export function PageOutage() {
  const { outage, stale } = usePageReadings();
  const { isReloading, reload } = usePageReload();
  if (!outage || (stale && outage.code.startsWith("upstream_"))) return null;
  return (
    <ProblemPanel
      form="notice"
      problem={outage}
      onRetry={reload}
      retrying={isReloading}
      signInHref={pages.signIn(window.location.pathname + window.location.search)}
    />
  );
}

/** Cuts a time to the minute for comparisons, because the page shows only minutes. */
const toMinute = (asOf: string | undefined) => asOf?.slice(0, 16);

interface PanelAgeProps {
  answer: { asOf: string; stale?: true | undefined } | undefined;
  /** True if the latest request failed. */
  failed: boolean;
}

/** The age of a panel's data. Shown only if the data could not be updated and the rest of the page has another age. */
export function PanelAge({ answer, failed }: PanelAgeProps) {
  const { asOf, currentAsOf = asOf } = usePageReadings();
  if (!answer || !(answer.stale || failed) || toMinute(answer.asOf) === toMinute(currentAsOf)) return null;
  return (
    <p className="inline-flex items-center gap-1.5 text-caution text-fine">
      <TriangleAlert aria-hidden className="size-3.5 shrink-0" />
      <span>
        {texts.asOf} <Timestamp value={answer.asOf} detail="time" />
      </span>
    </p>
  );
}
