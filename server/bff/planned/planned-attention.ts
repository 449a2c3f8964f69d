import type { AttentionKind } from "#lib/contract/console/attention.ts";
import { changedMember, changedValue } from "#lib/contract/values/operations/bulk-states.ts";
import { pages } from "#lib/paths.ts";
import type { AttentionSource, OpenItem } from "#server/bff/core/attention-source.ts";
import type { CoreServices } from "#server/bff/core/core-services.ts";
import type { StoredPlanned } from "#server/bff/store/planned/planned-rows.ts";

/** The maximum number of planned changes that are read. In practice, fewer planned changes are open at a time. */
const maxRead = 500;

const kindOf = {
  suspended: "planned-suspended",
  missed: "planned-missed",
} as const satisfies Partial<Record<StoredPlanned["state"], AttentionKind>>;

const states = Object.keys(kindOf) as (keyof typeof kindOf)[];

function itemOf(planned: StoredPlanned): OpenItem {
  const { plannedChangeID, environment, customerID, companyName, change, state, stateReason, updatedAt } = planned;
  return {
    kind: kindOf[state as keyof typeof kindOf],
    id: plannedChangeID,
    environment,
    title: companyName || customerID,
    customerID,
    state,
    change: { member: changedMember(change), value: changedValue(change) },
    person: planned.responsible,
    accountIDs: [planned.requestedBy.staffID, planned.responsible.staffID],
    since: new Date(stateReason?.atMs ?? updatedAt).toISOString(),
    href: pages.plannedChange(environment, plannedChangeID),
    // The cause changes if the planned change stops again after a review. Attention then shows a postponed item again.
    cause: `${state} ${planned.version} ${stateReason?.code ?? ""}`,
  };
}

/**
 * Planned changes that continue only after a person's decision. Planned changes that wait for approval are not
 * included, because their approval request is already an item.
 */
export function plannedAttention({ store }: Pick<CoreServices, "store">): AttentionSource {
  return {
    name: "planned",
    kinds: Object.values(kindOf),
    async list({ environment }) {
      const page = { sort: "at", ascending: true, limit: maxRead, offset: 0 } as const;
      const { planned, total } = await store.planned.list({ environment, isOpen: true, states }, page);
      return { items: planned.map(itemOf), total };
    },
  };
}
