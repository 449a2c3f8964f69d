import { type QueryClient, queryOptions } from "@tanstack/react-query";
import { z } from "zod";
import { fetchJson } from "#lib/fetch-json.ts";
import type { Environment } from "../contract/environment.ts";
import {
  type FailedPart,
  failedPartSchema,
  type Overview,
  type OverviewPart,
  type OverviewValue,
  type OverviewWindow,
  overviewPartSchemas,
  overviewParts,
} from "../contract/overview.ts";
import { api } from "../paths.ts";
import { RequestFailed, shownFromProblem } from "../shown-problem.ts";

type ReadOverview = (query: URLSearchParams, signal: AbortSignal) => Promise<Overview>;

/** Parts that are about the customers of the chosen window. */
const windowed: ReadonlySet<OverviewPart> = new Set(["customersByDay", "plans", "terms"]);

function overHttp(environment: Environment, part: OverviewPart): ReadOverview {
  const schema = z.object({ [part]: z.union([failedPartSchema, overviewPartSchemas[part]]) });
  return (query, signal) => fetchJson(api.overview(environment, query), schema, { signal }) as Promise<Overview>;
}

function isFailed(value: object): value is FailedPart {
  return "problem" in value;
}

/** One part of the overview, read by itself; its problem is this reading's error. */
export function overviewQueryOptions<Part extends OverviewPart>(
  environment: Environment,
  part: Part,
  window: OverviewWindow,
  read: ReadOverview = overHttp(environment, part),
) {
  return queryOptions({
    queryKey: [environment, "overview", part, ...(windowed.has(part) ? [window] : [])],
    queryFn: async ({ signal }): Promise<OverviewValue<Part>> => {
      const { [part]: value } = await read(new URLSearchParams({ part, window }), signal);
      if (value === undefined) throw new TypeError(`The overview was answered without ${part}`);
      if (isFailed(value)) throw new RequestFailed(shownFromProblem(value.problem));
      return value as OverviewValue<Part>;
    },
    staleTime: 30_000,
  });
}

const askingParts = overviewParts.filter((part) => part !== "api");

/**
 * Every part, each read once. The API's health is read when all others have come or failed, because it tells
 * what came of their calls.
 */
export function overviewReadings(environment: Environment, window: OverviewWindow, read: ReadOverview) {
  const ends = askingParts.map(() => Promise.withResolvers<void>());
  const asking = askingParts.map((part, index) =>
    overviewQueryOptions(environment, part, window, (query, signal) =>
      read(query, signal).finally(() => ends[index]?.resolve()),
    ),
  );
  const health = overviewQueryOptions(environment, "api", window, async (query, signal) => {
    await Promise.all(ends.map(({ promise }) => promise));
    return read(query, signal);
  });
  return [...asking, health];
}

/**
 * Reads the API's health again whenever other parts have been read again, so that it never stands beside
 * figures whose calls it does not tell of. Returns what ends that.
 */
export function keepHealthCurrent(client: QueryClient, environment: Environment): () => void {
  const key = [environment, "overview"] as const;
  const isAsking = () => client.isFetching({ queryKey: key, predicate: ({ queryKey }) => queryKey[2] !== "api" }) > 0;
  let wasAsking = isAsking();
  return client.getQueryCache().subscribe(() => {
    const wasAskingBefore = wasAsking;
    wasAsking = isAsking();
    if (wasAskingBefore && !wasAsking) void client.refetchQueries({ queryKey: [...key, "api"] });
  });
}
