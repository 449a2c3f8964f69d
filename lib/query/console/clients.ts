import type { ClientList } from "#lib/contract/access/clients.ts";
import { api } from "#lib/paths.ts";
import { pageQuery } from "#lib/query/page-reading.ts";
import { fetchJson } from "#lib/requests/fetch-json.ts";
import { type PageView, pageQueryOf } from "#lib/url-state/page-view.ts";

/** Of every page of the list: a change of a client makes them old. */
export const clientsQueryKey = ["clients"] as const;

type ReadClients = (query: URLSearchParams, signal: AbortSignal) => Promise<ClientList>;

/** One page of API clients: over HTTP in the browser, by the BFF's own operation on the server. */
export function clientsQueryOptions(
  view: PageView,
  read: ReadClients = (query, signal) =>
    fetchJson<ClientList>(api.clients(query), { clients: "array", total: "number" }, { signal }),
) {
  return pageQuery([...clientsQueryKey, view], (signal) => read(pageQueryOf(view), signal), 10_000);
}
