"use client";

import { lazyPart } from "#components/ui/lazy/lazy-part.tsx";
import type { Environment } from "#lib/contract/environment.ts";
import { usePageReadings } from "./use-page-readings.ts";

const OutageNotice = lazyPart(() => import("./outage-notice.tsx").then((module) => module.OutageNotice));

/** A banner above a page whose data is old because the API provides no newer data. A page has only one such banner. */
export function OutageBanner({ environment }: { environment: Environment }) {
  const { stale } = usePageReadings();
  return stale && <OutageNotice environment={environment} stale={stale} />;
}
