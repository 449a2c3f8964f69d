"use client";

import { freshnessTexts as texts } from "#components/ui/panel/freshness-texts.ts";
import { useUTC, useZoneText, ZoneName } from "#components/ui/time/timestamp.tsx";

/** The time zone of the page's times, and a button that switches between the person's zone and UTC. */
export function ZoneToggle() {
  const [isUTC, showUTC] = useUTC();
  const label = isUTC ? texts.showLocal : texts.showUTC;
  return (
    <>
      <ZoneName className="hidden print:inline" />
      <button
        type="button"
        title={label}
        onClick={() => showUTC(!isUTC)}
        className="-mx-1 inline-flex h-6 items-center rounded-small px-1 hover:bg-sunken hover:text-ink print:hidden"
      >
        {useZoneText()}
        <span className="sr-only">: {label}</span>
      </button>
    </>
  );
}
