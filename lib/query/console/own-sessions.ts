import type { OwnSessionList } from "#lib/contract/access/staff.ts";
import { api } from "#lib/paths.ts";
import { pageQuery } from "#lib/query/page-reading.ts";
import { fetches } from "#lib/requests/fetch-json.ts";

type ReadOwnSessions = (signal: AbortSignal) => Promise<OwnSessionList>;

/** The person's own sessions. The browser reads them over HTTP; the server calls the BFF's operation directly. */
export function ownSessionsQueryOptions(
  read: ReadOwnSessions = fetches<OwnSessionList>(api.ownSessions(), { sessions: "array" }),
) {
  return pageQuery(["own-sessions"], read, 10_000);
}
