import { queryOptions } from "@tanstack/react-query";
import { fetchJson, sendJson, writeJson } from "#lib/fetch-json.ts";
import { parseCustomersView } from "#lib/url-state/customers-view.ts";
import type { Environment } from "../contract/environment.ts";
import { type NewView, type SavedView, type ViewChange, viewAnswerSchema, viewListSchema } from "../contract/view.ts";
import { limitConcurrency } from "../limit-concurrency.ts";
import { api } from "../paths.ts";
import { customersCountQueryOptions } from "./customers.ts";

/** Views belong to no environment, so that they are read once for both. */
export const viewsQueryOptions = queryOptions({
  queryKey: ["views"],
  queryFn: ({ signal }) => fetchJson(api.views(), viewListSchema, { signal }),
  staleTime: 60_000,
});

const countsAtOnce = limitConcurrency(3);

/** How many customers a saved view shows in an environment: asked for sparingly, three at once, each once a minute. */
export function viewCountQueryOptions(environment: Environment, view: Pick<SavedView, "query">) {
  return customersCountQueryOptions(environment, parseCustomersView(new URLSearchParams(view.query)), countsAtOnce);
}

export async function createView(view: NewView): Promise<SavedView> {
  return (await writeJson("POST", api.views(), viewAnswerSchema, view)).view;
}

export async function changeView(viewID: string, change: ViewChange): Promise<SavedView> {
  return (await writeJson("PATCH", api.view(viewID), viewAnswerSchema, change)).view;
}

export async function deleteView(viewID: string): Promise<void> {
  await sendJson("DELETE", api.view(viewID));
}
