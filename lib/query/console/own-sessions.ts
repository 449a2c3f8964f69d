import { queryOptions } from "@tanstack/react-query";
import type { OwnSessionList } from "#lib/contract/access/staff.ts";
import { api } from "#lib/paths.ts";
import { pageReading } from "#lib/query/page-reading.ts";
import { fetchJson } from "#lib/requests/fetch-json.ts";

type ReadOwnSessions = (signal: AbortSignal) => Promise<OwnSessionList>;

/** The person's own sessions: over HTTP in the browser, by the BFF's own operation on the server. */
export function ownSessionsQueryOptions(
  read: ReadOwnSessions = (signal) => fetchJson<OwnSessionList>(api.ownSessions(), { sessions: "array" }, { signal }),
) {
  return queryOptions({
    queryKey: ["own-sessions"],
    meta: pageReading,
    queryFn: ({ signal }) => read(signal),
    staleTime: 10_000,
  });
}
