import { queryOptions } from "@tanstack/react-query";
import type { NewView, SavedView, ViewChange, ViewList } from "#lib/contract/console/view.ts";
import type { Environment } from "#lib/contract/environment.ts";
import { api } from "#lib/paths.ts";
import { fetchJson, sendJson, writeJson } from "#lib/requests/fetch-json.ts";
import { limitConcurrency } from "#lib/requests/limit-concurrency.ts";
import { parseCustomersView } from "#lib/url-state/customers-view.ts";
import { hasKnownFilters } from "#lib/url-state/known-filters.ts";
import { customersCountQueryOptions } from "./customers.ts";

/** Saved views belong to no environment, so they are read once for all environments. */
export const viewsQueryOptions = queryOptions({
  queryKey: ["views"],
  queryFn: ({ signal }) => fetchJson<ViewList>(api.views(), { views: "array" }, { signal }),
  staleTime: 60_000,
});

const countsAtOnce = limitConcurrency(3);

/**
 * The number of customers that a saved view shows in an environment. At most three counts run at a time. Each view is
 * counted at most once a minute.
 */
export function viewCountQueryOptions(environment: Environment, view: Pick<SavedView, "query">) {
  return customersCountQueryOptions(environment, parseCustomersView(new URLSearchParams(view.query)), countsAtOnce);
}

/** True if a saved view has filters that only the store of known customers can apply. */
export function isRecordView(view: Pick<SavedView, "query">): boolean {
  return hasKnownFilters(parseCustomersView(new URLSearchParams(view.query)));
}

export async function createView(view: NewView): Promise<SavedView> {
  return (await writeJson<{ view: SavedView }>("POST", api.views(), { view: "object" }, view)).view;
}

export async function changeView(viewID: string, change: ViewChange): Promise<SavedView> {
  return (await writeJson<{ view: SavedView }>("PATCH", api.view(viewID), { view: "object" }, change)).view;
}

export async function deleteView(viewID: string): Promise<void> {
  await sendJson("DELETE", api.view(viewID));
}
