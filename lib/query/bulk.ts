import { type QueryClient, type QueryKey, queryOptions } from "@tanstack/react-query";
import { fetchJson, writeJson } from "#lib/fetch-json.ts";
import { type BulkView, bulkQuery } from "#lib/url-state/bulk-view.ts";
import { type PageView, pageViewParams } from "#lib/url-state/page-view.ts";
import {
  type Bulk,
  type BulkChange,
  type BulkDetail,
  type BulkList,
  type BulkSource,
  bulkAnswerSchema,
  bulkDetailSchema,
  bulkListSchema,
  isAtWork,
  isOver,
  type ResumeBulk,
} from "../contract/bulk.ts";
import type { Environment } from "../contract/environment.ts";
import { api } from "../paths.ts";

/** How often a bulk change that is at work is asked for, in milliseconds. */
const whileAtWorkMs = 2_000;

/** How often one is that waits for a person, who may be another one, or of which an outcome is being found out. */
const whileOpenMs = 10_000;

function askAgainMs(bulk: Bulk | undefined): number | false {
  if (!bulk) return false;
  if (isAtWork(bulk.state) || bulk.counts.sending > 0) return whileAtWorkMs;
  return !isOver(bulk.state) || bulk.counts.unknown > 0 ? whileOpenMs : false;
}

/** What every reading of one bulk change begins with. */
export const bulkKey = (environment: Environment, bulkID: string) => [environment, "bulk", bulkID] as const;

/** True where it was read before: what is then asked for, again and again, does not keep a session from ending. */
function isKnown(client: QueryClient, queryKey: QueryKey): boolean {
  return client.getQueryData(queryKey) !== undefined;
}

/** A bulk change with a page of its rows; asked again and again while something happens. */
export function bulkQueryOptions(
  environment: Environment,
  bulkID: string,
  view: BulkView,
  read: (query: URLSearchParams, signal: AbortSignal, quiet: boolean) => Promise<BulkDetail> = (query, signal, quiet) =>
    fetchJson(api.bulk(environment, bulkID, query), bulkDetailSchema, { signal, quiet }),
) {
  return queryOptions({
    queryKey: [...bulkKey(environment, bulkID), view],
    queryFn: ({ signal, client, queryKey }) => read(bulkQuery(view), signal, isKnown(client, queryKey)),
    staleTime: 1_000,
    refetchInterval: (query) => askAgainMs(query.state.data?.bulk),
  });
}

/** A page of an environment's bulk changes, newest first. */
export function bulkListQueryOptions(
  environment: Environment,
  view: PageView,
  read: (query: URLSearchParams, signal: AbortSignal, quiet: boolean) => Promise<BulkList> = (query, signal, quiet) =>
    fetchJson(api.bulks(environment, query), bulkListSchema, { signal, quiet }),
) {
  return queryOptions({
    queryKey: [environment, "bulks", view],
    queryFn: ({ signal, client, queryKey }) => read(pageViewParams(view), signal, isKnown(client, queryKey)),
    staleTime: 5_000,
    refetchInterval: (query) =>
      (query.state.data?.bulks ?? []).some(({ state }) => isAtWork(state)) ? 2 * whileAtWorkMs : (false as const),
  });
}

/** Begins a bulk change: its customers are checked, nothing is sent. */
export async function startBulk(
  environment: Environment,
  body: { change: BulkChange; source: BulkSource; note?: string },
): Promise<Bulk> {
  return (await writeJson("POST", api.bulks(environment), bulkAnswerSchema, body)).bulk;
}

/** Takes a bulk change a step on, pauses it, or ends it. */
export async function stepBulk(
  environment: Environment,
  bulkID: string,
  step: "pause" | "resume" | "cancel",
  body?: ResumeBulk,
): Promise<Bulk> {
  return (await writeJson("POST", api.bulkStep(environment, bulkID, step), bulkAnswerSchema, body)).bulk;
}
