import { queryOptions } from "@tanstack/react-query";
import type { BodyRecordings, CallList, CallSummary } from "#lib/contract/calls/call.ts";
import type { Environment } from "#lib/contract/environment.ts";
import { api } from "#lib/paths.ts";
import { whileAllowed } from "#lib/query/page-reading.ts";
import { fetchJson } from "#lib/requests/fetch-json.ts";
import { type CallsView, callFilterParams, callsQuery, defaultCallsView } from "#lib/url-state/calls-view.ts";
import { pageReading } from "./page-reading.ts";

const listShape = { calls: "array", total: "number", record: "object" } as const;

/** One page of calls. The browser reads it over HTTP; the server calls the BFF's operation directly. */
export function callsQueryOptions(
  environment: Environment,
  view: CallsView,
  read?: (query: URLSearchParams) => Promise<CallList>,
) {
  const query = callsQuery(view);
  return queryOptions({
    queryKey: [environment, "calls", query.toString()],
    meta: pageReading,
    queryFn: ({ signal }) =>
      read ? read(query) : fetchJson<CallList>(api.calls(environment, query), listShape, { signal }),
  });
}

/** A summary of the calls that match the filters. */
export function callSummaryQueryOptions(
  environment: Environment,
  view: CallsView,
  read?: (query: URLSearchParams) => Promise<CallSummary>,
) {
  const query = callFilterParams(view);
  return queryOptions({
    queryKey: [environment, "calls", "summary", query.toString()],
    meta: pageReading,
    queryFn: ({ signal }) =>
      read
        ? read(query)
        : fetchJson<CallSummary>(
            api.callSummary(environment, query),
            { attempts: "number", paths: "array", errorGroups: "array", minutes: "array", record: "object" },
            { signal },
          ),
  });
}

/** The polling interval while the calls of the current page are shown, in milliseconds. */
const liveMs = 2_000;

/** The calls of the requests that the current page has sent. Polled. */
export function pageCallsQueryOptions(environment: Environment, requestIDs: readonly string[]) {
  const query = callsQuery({ ...defaultCallsView, limit: 100, requestIDs });
  return queryOptions({
    queryKey: [environment, "calls", "page", query.toString()],
    queryFn: ({ signal }) => fetchJson<CallList>(api.calls(environment, query), listShape, { signal, quiet: true }),
    enabled: requestIDs.length > 0,
    refetchInterval: whileAllowed(liveMs),
    placeholderData: (kept) => kept,
    staleTime: 0,
  });
}

export const bodyRecordingsQueryOptions = () =>
  queryOptions({
    queryKey: ["call-bodies"],
    queryFn: ({ signal }) => fetchJson<BodyRecordings>(api.callBodies(), { recordings: "array" }, { signal }),
  });
