import type { Environment } from "#lib/contract/environment.ts";
import { pages } from "#lib/paths.ts";
import type { AttentionSource, OpenItem } from "#server/bff/core/attention-source.ts";
import type { CoreServices } from "#server/bff/core/core-services.ts";
import { withPersonNames } from "#server/bff/core/person-names.ts";
import type { StoredLimitRequest } from "#server/bff/store/change-limits/change-limits.ts";
import { blockedRequests } from "./change-limit-view.ts";

function itemOf({ requestID, environment, person, askedAt, released }: StoredLimitRequest): OpenItem {
  return {
    kind: "change-limit",
    id: requestID,
    environment,
    title: person.name || person.email,
    // This person cannot decide about the item: it is the requester, or the administrator who released more.
    person: released?.by ?? person,
    accountIDs: [person, ...(released ? [released.by] : [])].map(({ staffID }) => staffID),
    state: released ? "emergency" : "asked",
    since: new Date(released?.atMs ?? askedAt).toISOString(),
    href: pages.attention(),
    cause: String(released?.atMs ?? askedAt),
  };
}

async function itemsOf(services: Pick<CoreServices, "store">, environment: Environment): Promise<OpenItem[]> {
  const { store } = services;
  const asked = (await blockedRequests(services, environment)).map(({ request }) => request);
  const emergencies = await store.changeLimits.emergencies(environment);
  const named = await withPersonNames(store.staff, ["person"], [...asked, ...emergencies]);
  return named.map(itemOf);
}

/**
 * The items for Attention: requests for more changes that need a decision, and emergency releases of the last day.
 */
export function changeLimitAttention(services: Pick<CoreServices, "store">): AttentionSource {
  return {
    name: "change-limits",
    kinds: ["change-limit"],
    list: async ({ environment }) => ({ items: await itemsOf(services, environment) }),
  };
}
