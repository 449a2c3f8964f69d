import { queryOptions } from "@tanstack/react-query";
import type { Environment } from "#lib/contract/environment.ts";
import type {
  Bulk,
  BulkChange,
  BulkDetail,
  BulkList,
  BulkSource,
  BulkViewComparison,
} from "#lib/contract/operations/bulk.ts";
import type { PlannedTime } from "#lib/contract/operations/planned-time.ts";
import type { ResumeRun } from "#lib/contract/operations/run.ts";
import type { WriteReference } from "#lib/contract/operations/write-reference.ts";
import { api } from "#lib/paths.ts";
import { type PolledState, pageReading, whileAllowed } from "#lib/query/page-reading.ts";
import { fetchJson, sendFile, writeJson } from "#lib/requests/fetch-json.ts";
import { type BulkView, bulkQuery } from "#lib/url-state/bulk-view.ts";
import { type PageView, pageViewParams } from "#lib/url-state/page-view.ts";
import { isKnown, readRunAgainMs, readRunsAgainMs } from "./run-polling.ts";

/** The prefix of all query keys about one bulk change. */
export const bulkKey = (environment: Environment, bulkID: string) => [environment, "bulk", bulkID] as const;

/** A bulk change with one page of its rows. Polled while its state or its rows can change. */
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
    refetchInterval: whileAllowed<PolledState<BulkDetail>>(({ state: { data } }) =>
      data
        ? readRunAgainMs(data.bulk.state, { underWay: data.bulk.counts.sending, unknown: data.bulk.counts.unknown })
        : false,
    ),
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
    refetchInterval: whileAllowed<PolledState<BulkList>>((query) => readRunsAgainMs(query.state.data?.bulks)),
  });
}

/** Reads the view of a bulk change again, and compares its customers with the rows. */
export function compareBulkView(environment: Environment, bulkID: string): Promise<BulkViewComparison> {
  return fetchJson<BulkViewComparison>(api.bulkViewComparison(environment, bulkID), {
    entered: "array",
    left: "array",
    customers: "number",
  });
}

/** Starts a bulk change. Only the check of its customers begins; no change is sent to the API. */
export async function startBulk(
  environment: Environment,
  body: { change?: BulkChange; source: BulkSource; at?: PlannedTime; until?: PlannedTime; console?: WriteReference },
): Promise<Bulk> {
  return (await writeJson<{ bulk: Bulk }>("POST", api.bulks(environment), { bulk: "object" }, body)).bulk;
}

/**
 * Starts a bulk change from a file that contains each customer's value. Only the check begins; no change is sent to the
 * API.
 */
export async function startBulkFromFile(
  environment: Environment,
  file: Blob,
  given: { fileName: string; encoding: string } & WriteReference,
): Promise<Bulk> {
  const path = api.bulkFile(environment, new URLSearchParams(Object.entries(given)));
  return (await sendFile<{ bulk: Bulk }>(path, { bulk: "object" }, file)).bulk;
}

/**
 * Starts a bulk change that undoes the verified changes of an earlier bulk change. Only the check begins; no change is
 * sent to the API.
 */
export async function undoBulk(
  environment: Environment,
  bulkID: string,
  reference: WriteReference | undefined,
): Promise<Bulk> {
  const path = api.bulkStep(environment, bulkID, "undo");
  return (await writeJson<{ bulk: Bulk }>("POST", path, { bulk: "object" }, { console: reference })).bulk;
}

/** Continues, pauses or cancels a bulk change. */
export async function stepBulk(
  environment: Environment,
  bulkID: string,
  step: "pause" | "resume" | "cancel",
  body?: ResumeRun,
): Promise<Bulk> {
  return (await writeJson<{ bulk: Bulk }>("POST", api.bulkStep(environment, bulkID, step), { bulk: "object" }, body))
    .bulk;
}
