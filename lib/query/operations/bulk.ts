import { type QueryClient, type QueryKey, queryOptions } from "@tanstack/react-query";
import type { Environment } from "#lib/contract/environment.ts";
import type { Bulk, BulkChange, BulkDetail, BulkList, BulkSource, ResumeBulk } from "#lib/contract/operations/bulk.ts";
import type { WriteReference } from "#lib/contract/operations/write-reference.ts";
import { isBulkActive, isBulkOver } from "#lib/contract/values/operations/bulk-states.ts";
import { api } from "#lib/paths.ts";
import { type PolledState, pageReading, whileAllowed } from "#lib/query/page-reading.ts";
import { fetchJson, sendFile, writeJson } from "#lib/requests/fetch-json.ts";
import { type BulkView, bulkQuery } from "#lib/url-state/bulk-view.ts";
import { type PageView, pageViewParams } from "#lib/url-state/page-view.ts";

/** How often a running bulk change is polled, in milliseconds. */
const whileAtWorkMs = 2_000;

/**
 * Polling interval, in milliseconds, while it waits for a person, possibly another one, or while an outcome is being
 * resolved.
 */
const whileOpenMs = 10_000;

function askAgainMs(bulk: Bulk | undefined): number | false {
  if (!bulk) return false;
  if (isBulkActive(bulk.state) || bulk.counts.sending > 0) return whileAtWorkMs;
  return !isBulkOver(bulk.state) || bulk.counts.unknown > 0 ? whileOpenMs : false;
}

/** The prefix of all query keys about one bulk change. */
export const bulkKey = (environment: Environment, bulkID: string) => [environment, "bulk", bulkID] as const;

/** True if it was read before. Polling must not extend the session. */
function isKnown(client: QueryClient, queryKey: QueryKey): boolean {
  return client.getQueryData(queryKey) !== undefined;
}

/** A bulk change with a page of its rows; asked again and again while something happens. */
export function bulkQueryOptions(
  environment: Environment,
  bulkID: string,
  view: BulkView,
  read: (query: URLSearchParams, signal: AbortSignal, quiet: boolean) => Promise<BulkDetail> = (query, signal, quiet) =>
    fetchJson<BulkDetail>(
      api.bulk(environment, bulkID, query),
      { bulk: "object", rows: "array", total: "number" },
      { signal, quiet },
    ),
) {
  return queryOptions({
    queryKey: [...bulkKey(environment, bulkID), view],
    meta: pageReading,
    queryFn: ({ signal, client, queryKey }) => read(bulkQuery(view), signal, isKnown(client, queryKey)),
    staleTime: 1_000,
    refetchInterval: whileAllowed<PolledState<BulkDetail>>((query) => askAgainMs(query.state.data?.bulk)),
  });
}

/** A page of an environment's bulk changes, newest first. */
export function bulkListQueryOptions(
  environment: Environment,
  view: PageView,
  read: (query: URLSearchParams, signal: AbortSignal, quiet: boolean) => Promise<BulkList> = (query, signal, quiet) =>
    fetchJson<BulkList>(api.bulks(environment, query), { bulks: "array", total: "number" }, { signal, quiet }),
) {
  return queryOptions({
    queryKey: [environment, "bulks", view],
    meta: pageReading,
    queryFn: ({ signal, client, queryKey }) => read(pageViewParams(view), signal, isKnown(client, queryKey)),
    staleTime: 5_000,
    refetchInterval: whileAllowed<PolledState<BulkList>>((query) =>
      (query.state.data?.bulks ?? []).some(({ state }) => isBulkActive(state)) ? 2 * whileAtWorkMs : (false as const),
    ),
  });
}

/** Begins a bulk change: its customers are checked, nothing is sent. */
export async function startBulk(
  environment: Environment,
  body: { change?: BulkChange; source: BulkSource; console?: WriteReference },
): Promise<Bulk> {
  return (await writeJson<{ bulk: Bulk }>("POST", api.bulks(environment), { bulk: "object" }, body)).bulk;
}

/** Starts a bulk change in which each customer gets what the file says; nothing is sent. */
export async function startBulkFromFile(
  environment: Environment,
  file: Blob,
  given: { fileName: string; encoding: string } & WriteReference,
): Promise<Bulk> {
  const path = api.bulkFile(environment, new URLSearchParams(Object.entries(given)));
  return (await sendFile<{ bulk: Bulk }>(path, { bulk: "object" }, file)).bulk;
}

/** Starts a bulk change that takes the verified changes of this one back; nothing is sent. */
export async function undoBulk(
  environment: Environment,
  bulkID: string,
  reference: WriteReference | undefined,
): Promise<Bulk> {
  const path = api.bulkStep(environment, bulkID, "undo");
  return (await writeJson<{ bulk: Bulk }>("POST", path, { bulk: "object" }, { console: reference })).bulk;
}

/** Takes a bulk change a step on, pauses it, or ends it. */
export async function stepBulk(
  environment: Environment,
  bulkID: string,
  step: "pause" | "resume" | "cancel",
  body?: ResumeBulk,
): Promise<Bulk> {
  return (await writeJson<{ bulk: Bulk }>("POST", api.bulkStep(environment, bulkID, step), { bulk: "object" }, body))
    .bulk;
}
