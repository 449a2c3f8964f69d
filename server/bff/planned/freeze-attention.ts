import type { Environment } from "#lib/contract/environment.ts";
import { maxOpenPlanned } from "#lib/contract/values/operations/planned-states.ts";
import { pages } from "#lib/paths.ts";
import type { AttentionSource, OpenItem } from "#server/bff/core/attention-source.ts";
import type { CoreServices } from "#server/bff/core/core-services.ts";
import { shownName } from "#server/bff/core/person-names.ts";
import { freezeInForce } from "#server/bff/store/freezes/freeze-periods.ts";
import { releasedForMs, type StoredFreeze } from "#server/bff/store/freezes/freezes.ts";
import type { StoredPlanned } from "#server/bff/store/planned/planned-rows.ts";
import { owedReverts } from "#server/bff/store/planned/planned-state.ts";

type Services = Pick<CoreServices, "store">;

/** True if a temporary change ends during the freeze, so that its value stays in force. */
const endsBefore = (planned: StoredPlanned, untilMs: number) =>
  owedReverts(planned).some(({ state, time }) => state === "scheduled" && time.atMs < untilMs);

/** One item for each person who is responsible for temporary changes whose ends a freeze stops. */
async function stoppedReverts(
  { store }: Services,
  environment: Environment,
  { freezes, nowMs }: { freezes: readonly StoredFreeze[]; nowMs: number },
): Promise<OpenItem[]> {
  const force = freezeInForce(freezes, "revert", nowMs);
  if (!force) return [];
  const page = { sort: "at", ascending: true, limit: maxOpenPlanned, offset: 0 } as const;
  const { planned } = await store.planned.list({ environment, isOpen: true, states: ["scheduled"] }, page);
  const stopped = planned.filter((one) => endsBefore(one, force.untilMs ?? Number.POSITIVE_INFINITY));
  const { freezeID, createdAt } = force.freeze;
  return [...Map.groupBy(stopped, ({ responsible }) => responsible.staffID)].map(([staffID, ofPerson]) => {
    const [first] = ofPerson;
    const count = ofPerson.length;
    return {
      kind: "freeze" as const,
      id: `${freezeID} ${staffID}`,
      environment,
      title: count === 1 ? ((first?.companyName || first?.customerID) ?? "") : `${count} temporary changes`,
      state: "reverts",
      ...(first && { person: first.responsible }),
      since: new Date(createdAt).toISOString(),
      href: pages.planned(environment),
      cause: `${freezeID} ${count}`,
    };
  });
}

/** One item for each freeze that an administrator has ended early in the last day. */
async function earlyReleases(
  { store }: Services,
  environment: Environment,
  { freezes, nowMs }: { freezes: readonly StoredFreeze[]; nowMs: number },
): Promise<OpenItem[]> {
  const items: OpenItem[] = [];
  for (const { freezeID, released } of freezes) {
    if (!released || nowMs - released.atMs > releasedForMs) continue;
    items.push({
      kind: "freeze",
      id: `${freezeID} released`,
      environment,
      title: `A freeze was ended early by ${await shownName(store.staff, released.by)}`,
      state: "released",
      person: released.by,
      since: new Date(released.atMs).toISOString(),
      href: pages.planned(environment),
      cause: String(released.atMs),
    });
  }
  return items;
}

/**
 * What people must know about freezes: that the ends of their temporary changes are stopped, and that a freeze was
 * ended early. The notification endpoint gets these items too.
 */
export function freezeAttention(services: Services): AttentionSource {
  return {
    name: "freezes",
    kinds: ["freeze"],
    async list({ environment }) {
      const state = await services.store.freezes.read(environment);
      const items = [
        ...(await stoppedReverts(services, environment, state)),
        ...(await earlyReleases(services, environment, state)),
      ];
      return { items };
    },
  };
}
