import { changeLimitHourMs } from "#lib/contract/values/operations/change-limit-values.ts";

/** A customer that a person or key has changed in the last hour, and when it was last changed. */
export interface ChangedCustomer {
  /** The key of the customer's ID. For a customer who is being created: the ID of the operation. */
  key: string;
  lastMs: number;
}

/** More changes that a colleague has released. */
export interface ReleasedMore {
  customers: number;
  untilMs: number;
}

/** What a person or key has changed in the last hour, and what is possible. Times are milliseconds since 1970. */
export interface ChangeUsage {
  /** The limit of the environment. */
  limit: number;
  changed: readonly ChangedCustomer[];
  released: readonly ReleasedMore[];
}

const leavesMs = ({ lastMs }: ChangedCustomer) => lastMs + changeLimitHourMs;

/** How many customers may be changed in an hour: the limit and what is released at this time. */
export function allowedAt({ limit, released }: ChangeUsage, nowMs: number): number {
  return released.reduce((sum, { customers, untilMs }) => (untilMs > nowMs ? sum + customers : sum), limit);
}

/** How many different customers were changed in the hour before this time. */
export const changedAt = ({ changed }: ChangeUsage, nowMs: number): number =>
  changed.filter((one) => leavesMs(one) > nowMs).length;

/** How many other customers may be changed at this time. */
export const leftAt = (usage: ChangeUsage, nowMs: number): number =>
  Math.max(0, allowedAt(usage, nowMs) - changedAt(usage, nowMs));

/**
 * When `wanted` other customers can be changed, if nothing is changed until then. `wanted` is at most the limit. A
 * customer no longer counts an hour after its last change. The end of a release can only make the wait longer.
 */
export function roomAtMs(usage: ChangeUsage, wanted: number, nowMs: number): number {
  const times = [nowMs, ...usage.changed.map(leavesMs).filter((atMs) => atMs > nowMs)].sort((a, b) => a - b);
  return times.find((atMs) => leftAt(usage, atMs) >= Math.min(wanted, usage.limit)) ?? nowMs;
}
