"use client";

import { notifyManager, type Query, type QueryClient, useQueryClient } from "@tanstack/react-query";
import { useCallback, useMemo, useState, useSyncExternalStore } from "react";
import { announce } from "#components/ui/announcer.tsx";
import { freshnessTexts as texts } from "#components/ui/panel/freshness-texts.ts";
import { notePageReload } from "#components/ui/panel/page-reloads.ts";
import { isOwnRecordReading, isPageReading } from "#lib/query/page-reading.ts";
import { type ShownProblem, shownProblem } from "#lib/requests/shown-problem.ts";

export interface Age {
  asOf: string;
  /** True if this is an older answer, because the API provides no newer one. */
  stale?: true | undefined;
  /**
   * Set to `key_refused` if the data is old because the API refuses the console's key. Undefined if requests are
   * paused.
   */
  staleReason?: "key_refused" | undefined;
  retryAt?: string | undefined;
}

export interface PageReadings {
  /** The time of the oldest data on the page. Undefined if nothing was loaded, or if `isWithoutAPI` is true. */
  asOf: string | undefined;
  /** The time of the oldest data among the answers that are up to date. Undefined if all answers are outdated. */
  currentAsOf: string | undefined;
  /** True if the API's data could not be read, and the page shows only data that Switchboard itself stores. */
  isWithoutAPI: boolean;
  /** The age of the oldest outdated answer on the page. Set if the API provides no newer answers. */
  stale: Age | undefined;
  /** A problem that several requests of the page share. */
  outage: ShownProblem | undefined;
}

const nothing: PageReadings = {
  asOf: undefined,
  currentAsOf: undefined,
  isWithoutAPI: false,
  stale: undefined,
  outage: undefined,
};

/** Problems that concern the whole API or the whole console, not a single resource. */
const outages: ReadonlySet<ShownProblem["code"]> = new Set([
  "offline",
  "not_signed_in",
  "store_unavailable",
  "draining",
  "upstream_credentials",
  "upstream_unreachable",
  "upstream_paused",
  "upstream_rate_limited",
  "upstream_timeout",
  "upstream_failed",
  "upstream_busy",
]);

/**
 * True if the page gives the reason for the problem once for all of its parts. The reason is either in the notice about
 * a problem that several parts share, or in the banner about old data.
 */
export const isSharedReason = ({ outage, stale }: PageReadings, { code }: ShownProblem): boolean =>
  code === outage?.code || (stale !== undefined && isOfAPI(code));

/** True for a problem of the API as a whole. */
const isOfAPI = (code: ShownProblem["code"]) => outages.has(code) && code.startsWith("upstream_");

/** The age of an answer. If the answer has several parts, the age of the first part. */
function ageOf(data: unknown): Age | undefined {
  if (typeof data !== "object" || data === null) return undefined;
  const part = "pages" in data && Array.isArray(data.pages) ? data.pages[0] : data;
  return typeof part?.asOf === "string" ? part : undefined;
}

const oldest = (ages: readonly Age[]) =>
  ages.reduce<Age | undefined>((first, age) => (first && first.asOf <= age.asOf ? first : age), undefined);

/** A summary of all requests of the page. */
export function summarisePageReadings(client: QueryClient): PageReadings {
  const readings = client.getQueryCache().findAll({ type: "active", predicate: isPageReading });
  const states = readings.map(({ state }) => state);
  const problems = states.flatMap(({ error }) => (error ? [shownProblem(error)] : []));
  const outage = problems.find(
    ({ code }, at) => outages.has(code) && problems.some((other, index) => index !== at && other.code === code),
  );
  const ages = readings.flatMap((query) => {
    const { data, error } = query.state;
    const age = ageOf(data);
    return age ? [{ age, isLast: error !== null || age.stale === true, isOwn: isOwnRecordReading(query) }] : [];
  });
  const isWithoutAPI =
    readings.some((query) => query.state.error !== null && !ageOf(query.state.data) && !isOwnRecordReading(query)) &&
    ages.every(({ isOwn }) => isOwn);
  // Ignores the age of Switchboard's own data while this data is current, because it can always be read. Otherwise the
  // page would look current while other parts are outdated.
  const dated = ages.filter(({ isLast, isOwn }) => isLast || !isOwn);
  const counted = dated.length > 0 ? dated : ages;
  const asOfOldest = (readings: typeof ages) => oldest(readings.map(({ age }) => age))?.asOf;
  const stale = oldest(ages.flatMap(({ age }) => (age.stale ? [age] : [])));
  return {
    asOf: isWithoutAPI ? undefined : asOfOldest(counted),
    currentAsOf: asOfOldest(counted.filter(({ isLast }) => !isLast)),
    isWithoutAPI,
    stale: stale && { asOf: stale.asOf, stale: true, staleReason: stale.staleReason, retryAt: stale.retryAt },
    outage,
  };
}

/** The live summary of all requests of the page. Empty until hydration, because the queries are not known before. */
export function usePageReadings(): PageReadings {
  const client = useQueryClient();
  const subscribe = useCallback(
    (onChange: () => void) => client.getQueryCache().subscribe(notifyManager.batchCalls(onChange)),
    [client],
  );
  const text = useSyncExternalStore(
    subscribe,
    () => JSON.stringify(summarisePageReadings(client)),
    () => "",
  );
  return useMemo(() => (text === "" ? nothing : JSON.parse(text)), [text]);
}

/** Reads the page's missing and outdated data again. Announces when the page is up to date. */
export async function rereadOutdated(client: QueryClient): Promise<void> {
  const filter = {
    type: "active",
    predicate: (query: Query) =>
      isPageReading(query) && (query.state.error !== null || ageOf(query.state.data)?.stale === true),
  } as const;
  if (client.getQueryCache().findAll(filter).length === 0) return;
  await client.refetchQueries(filter, { cancelRefetch: false });
  if (client.getQueryCache().findAll(filter).length === 0) announce(texts.reloaded);
}

/** Reloads all data of the page. */
export function usePageReload(): { isReloading: boolean; reload: () => void } {
  const client = useQueryClient();
  const [isReloading, setIsReloading] = useState(false);
  const reload = () => {
    if (isReloading) return;
    setIsReloading(true);
    void client
      .refetchQueries({ type: "active", predicate: isPageReading }, { cancelRefetch: false })
      .then(() => {
        notePageReload();
        const hasFailed = ({ state }: { state: { error: unknown } }) => state.error !== null;
        const readings = client.getQueryCache().findAll({ type: "active", predicate: isPageReading });
        // Announces nothing if a request failed, because the alert of the failure is announced already.
        if (!readings.some(hasFailed)) announce(texts.reloaded);
      })
      .finally(() => setIsReloading(false));
  };
  return { isReloading, reload };
}
