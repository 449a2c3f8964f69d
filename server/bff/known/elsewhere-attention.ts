import type { HistoryChange } from "#lib/contract/customers/customer-history.ts";
import type { Environment } from "#lib/contract/environment.ts";
import { type ElsewhereAlerts, elsewhereDays, isAlerted } from "#lib/contract/values/customers/elsewhere-alerts.ts";
import { dayMs } from "#lib/contract/values/time-units.ts";
import { pages } from "#lib/paths.ts";
import type { AttentionSource, OpenItem } from "#server/bff/core/attention-source.ts";
import type { CoreServices } from "#server/bff/core/core-services.ts";
import type { ChangedElsewhere } from "#server/bff/store/known/changes-elsewhere.ts";
import type { HistoryState } from "#server/bff/store/known/timeline.ts";
import { changesAt, takenBackBy } from "./customer-history.ts";

/**
 * The maximum number of customers that are read. Any further customers are counted but not read. The list of customers
 * also shows the further customers.
 */
const maxRead = 200;

/** A change outside the console that the policy alerts about. */
interface Alert {
  at: HistoryState;
  changed: HistoryChange[];
  /** `created`, `deleted`, `restored` or `taken-back`. Undefined: other members changed. */
  state: string | undefined;
}

/** The alert for the change that begins a state. Undefined if the policy does not alert about it. */
function alertOf(states: readonly HistoryState[], index: number, alerts: ElsewhereAlerts): Alert | undefined {
  const at = states[index] as HistoryState;
  if (at.cause !== "elsewhere") return undefined;
  if (index === 0) return alerts === "every" ? { at, changed: [], state: "created" } : undefined;
  const changed = changesAt(states, index).filter(
    ({ member, operationID }) => operationID === undefined && isAlerted(alerts, member),
  );
  if (changed.length === 0) return undefined;
  const deletion = changed.find(({ member }) => member === "deleted");
  const state = deletion ? (deletion.after === true ? "deleted" : "restored") : undefined;
  return { at, changed, state: state ?? (takenBackBy(states, index) === undefined ? undefined : "taken-back") };
}

/** The newest change outside the console since `sinceMs` that the policy alerts about, or undefined. */
function newestAlert(states: readonly HistoryState[], alerts: ElsewhereAlerts, sinceMs: number): Alert | undefined {
  for (let index = states.length - 1; index >= 0; index -= 1) {
    if ((states[index] as HistoryState).since.answeredAt < sinceMs) return undefined;
    const alert = alertOf(states, index, alerts);
    if (alert) return alert;
  }
}

function itemOf(environment: Environment, customer: ChangedElsewhere, { at, changed, state }: Alert): OpenItem {
  const { customerID, companyName } = customer;
  return {
    kind: "elsewhere",
    id: customerID,
    environment,
    title: companyName || customerID,
    customerID,
    href: pages.customer(environment, customerID),
    since: new Date(at.since.answeredAt).toISOString(),
    // A later change of the customer gets a new cause, so it raises a new alert.
    cause: String(at.since.answeredAt),
    ...(changed.length > 0 && { changed }),
    ...(state !== undefined && { state }),
  };
}

/**
 * The customers that were changed outside the console recently, as items for Attention. The policy decides which
 * changes raise an item.
 */
export function elsewhereAttention({
  clock,
  store,
  isKnownOn,
}: Pick<CoreServices, "clock" | "store"> & { isKnownOn: boolean }): AttentionSource {
  return {
    name: "known",
    kinds: ["elsewhere"],
    async list({ environment }) {
      const { elsewhere } = await store.knownPolicy.read();
      if (!isKnownOn || elsewhere === "none") return { items: [] };
      const sinceMs = clock.now() - elsewhereDays * dayMs;
      const { customers, total } = await store.changesElsewhere.list(environment, sinceMs, maxRead);
      const items = customers.flatMap((customer) => {
        const alert = newestAlert(customer.states, elsewhere, sinceMs);
        return alert ? [itemOf(environment, customer, alert)] : [];
      });
      // If not all customers were read, the result is partial: the changes of the remaining customers were not compared
      // with the policy.
      const isPartly = customers.length < total;
      return {
        items,
        total: elsewhere === "every" ? Math.max(total, items.length) : items.length,
        ...(isPartly && { coverage: { looked: customers.length, total } }),
      };
    },
  };
}
