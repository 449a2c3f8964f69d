"use client";

import { lazyPart } from "#components/ui/lazy/lazy-part.tsx";
import type { Environment } from "#lib/contract/environment.ts";
import { usePageReadings } from "./use-page-readings.ts";

const OutageNotice = lazyPart(() => import("./outage-notice.tsx").then((module) => module.OutageNotice));

/** The one banner above a page that shows earlier data, because the API gives no newer ones. */
export function OutageBanner({ environment }: { environment: Environment }) {
  const { stale } = usePageReadings();
  return stale && <OutageNotice environment={environment} stale={stale} />;
}
