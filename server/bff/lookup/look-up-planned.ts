import type { LookupHit } from "#lib/contract/console/lookup.ts";
import { idKey } from "#lib/contract/values/resource-ids.ts";
import type { ApiContext } from "#server/bff/core/api-context.ts";
import type { StoredPlanned } from "#server/bff/store/planned/planned-rows.ts";
import { nextAtOf } from "#server/bff/store/planned/planned-state.ts";

/** Adds the open planned changes of the found customers, each after its customer. Reads the store once. */
export async function withPlanned(
  { services, environment }: Pick<ApiContext, "services" | "environment">,
  hits: readonly LookupHit[],
): Promise<LookupHit[]> {
  const customerIDs = hits.flatMap(({ kind, id }) => (kind === "customer" ? [id] : []));
  if (customerIDs.length === 0) return [...hits];
  const filter = { environment, customerIDs, isOpen: true };
  const page = { sort: "at", ascending: true, limit: customerIDs.length, offset: 0 } as const;
  const { planned } = await services.store.planned.list(filter, page);
  const byCustomer = new Map(planned.map((one) => [idKey(one.customerID), one]));
  return hits.flatMap((hit): LookupHit[] => {
    const known = hit.kind === "customer" ? byCustomer.get(idKey(hit.id)) : undefined;
    if (!known) return [hit];
    return [hit, plannedHit(known, hit.label)];
  });
}

/** Converts a planned change to a hit, with the name of its customer if it is known. */
export function plannedHit(planned: StoredPlanned, companyName: string): LookupHit {
  const { plannedChangeID: id, customerID, change, second, until, state } = planned;
  const nextAt = nextAtOf(planned);
  return {
    kind: "planned",
    id,
    customerID,
    label: "",
    detail: companyName,
    planned: {
      change,
      state,
      // biome-ignore lint/suspicious/noThenProperty: the interface names it so, and it is never a function
      ...(second && { then: second }),
      ...(until && { until: new Date(until.atMs).toISOString() }),
      ...(nextAt !== null && { nextAt: new Date(nextAt).toISOString() }),
    },
  };
}
