import { queryOptions } from "@tanstack/react-query";
import type { ViewSubscriptions } from "#lib/contract/console/view-subscription.ts";
import type { Environment } from "#lib/contract/environment.ts";
import { api } from "#lib/paths.ts";
import { fetchJson, sendJson } from "#lib/requests/fetch-json.ts";

/** The person's subscriptions to views in an environment. */
export function viewSubscriptionsQueryOptions(environment: Environment) {
  return queryOptions({
    queryKey: [environment, "view-subscriptions"],
    queryFn: ({ signal }) =>
      fetchJson<ViewSubscriptions>(api.viewSubscriptions(environment), { subscriptions: "array" }, { signal }),
    staleTime: 10_000,
  });
}

/** Starts or ends the notifications about a view. */
export async function setViewSubscription(environment: Environment, viewID: string, isOn: boolean): Promise<void> {
  await sendJson(isOn ? "PUT" : "DELETE", api.viewSubscription(environment, viewID));
}
