import type { OwnSessionList } from "#lib/contract/access/staff.ts";
import { api } from "#lib/paths.ts";
import { pageQuery } from "#lib/query/page-reading.ts";
import { fetches } from "#lib/requests/fetch-json.ts";

type ReadOwnSessions = (signal: AbortSignal) => Promise<OwnSessionList>;

/** The person's own sessions: over HTTP in the browser, by the BFF's own operation on the server. */
export function ownSessionsQueryOptions(
  read: ReadOwnSessions = fetches<OwnSessionList>(api.ownSessions(), { sessions: "array" }),
) {
  return pageQuery(["own-sessions"], read, 10_000);
}
