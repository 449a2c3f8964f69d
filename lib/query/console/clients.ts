import type { ClientList } from "#lib/contract/access/clients.ts";
import { api } from "#lib/paths.ts";
import { pageQuery } from "#lib/query/page-reading.ts";
import { fetchJson } from "#lib/requests/fetch-json.ts";
import { type PageView, pageQueryOf } from "#lib/url-state/page-view.ts";

/** The prefix of the query keys of the list of API clients. A change of a client makes these queries outdated. */
export const clientsQueryKey = ["clients"] as const;

type ReadClients = (query: URLSearchParams, signal: AbortSignal) => Promise<ClientList>;

/** One page of API clients. The browser reads it over HTTP; the server calls the BFF's operation directly. */
export function clientsQueryOptions(
  view: PageView,
  read: ReadClients = (query, signal) =>
    fetchJson<ClientList>(api.clients(query), { clients: "array", total: "number" }, { signal }),
) {
  return pageQuery([...clientsQueryKey, view], (signal) => read(pageQueryOf(view), signal), 10_000);
}
