import { changeLimitHourMs } from "#lib/contract/values/operations/change-limit-values.ts";

/** A customer that a person or key has changed in the last hour, and when it was last changed. */
export interface ChangedCustomer {
  /** The customer's ID, normalised with `idKey`. While the customer is being created: the ID of the operation. */
  key: string;
  lastMs: number;
}

/** More changes that a colleague has released. */
export interface ReleasedMore {
  customers: number;
  untilMs: number;
}

/** What a person or key has changed in the last hour, and what was released. Times are milliseconds since 1970. */
export interface ChangeUsage {
  /** The limit of the environment. */
  limit: number;
  changed: readonly ChangedCustomer[];
  released: readonly ReleasedMore[];
}

/** When a changed customer no longer counts: an hour after the last change. */
const countsUntilMs = ({ lastMs }: ChangedCustomer) => lastMs + changeLimitHourMs;

/** How many customers may be changed in an hour at this time: the limit, and the releases that still hold. */
export function allowedAt({ limit, released }: ChangeUsage, nowMs: number): number {
  return released.reduce((sum, { customers, untilMs }) => (untilMs > nowMs ? sum + customers : sum), limit);
}

/** How many different customers were changed in the hour before this time. */
export const changedAt = ({ changed }: ChangeUsage, nowMs: number): number =>
  changed.filter((customer) => countsUntilMs(customer) > nowMs).length;

/** How many other customers may be changed at this time. */
export const remainingAt = (usage: ChangeUsage, nowMs: number): number =>
  Math.max(0, allowedAt(usage, nowMs) - changedAt(usage, nowMs));

/**
 * When `wanted` more customers can be changed, if nothing is changed until then. `wanted` counts up to the limit. The
 * number of possible changes grows only when a changed customer no longer counts, so only these times are checked.
 */
export function possibleAtMs(usage: ChangeUsage, wanted: number, nowMs: number): number {
  const times = [nowMs, ...usage.changed.map(countsUntilMs).filter((atMs) => atMs > nowMs)].sort(
    (one, other) => one - other,
  );
  return times.find((atMs) => remainingAt(usage, atMs) >= Math.min(wanted, usage.limit)) ?? nowMs;
}
