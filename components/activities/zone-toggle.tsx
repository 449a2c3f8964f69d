"use client";

import { Globe } from "lucide-react";
import { usePreferences } from "#components/ui/preferences.tsx";
import { ZoneName } from "#components/ui/timestamp.tsx";
import { activityColumnTexts as texts } from "./texts.ts";

/** The zone of the times beside it, and the one press that shows the other: the person's own, or UTC. */
export function ZoneToggle() {
  const { preferences, setPreference } = usePreferences();
  const isUTC = preferences.timeZone === "utc";
  const label = isUTC ? texts.showLocal : texts.showUTC;
  return (
    <button
      type="button"
      title={label}
      onClick={() => setPreference("timeZone", isUTC ? "local" : "utc")}
      className="-my-0.5 inline-flex h-6 items-center align-bottom gap-1 rounded-small px-1.5 font-normal text-fine text-ink-muted hover:bg-sunken hover:text-ink print:hidden"
    >
      <Globe aria-hidden className="size-3 shrink-0" />
      <ZoneName form="place" />
      <span className="sr-only">: {label}</span>
    </button>
  );
}
