import { type RawBuilder, sql } from "kysely";
import type { Environment } from "#lib/contract/environment.ts";

export const dayMs = 86_400_000;

/**
 * The lengths of the periods, in days, that customers are counted by. Years are some long periods
 * and a few days at either end, so any total is a sum of little more than a hundred rows.
 */
export const countedPeriodDays = [1, 64] as const;

const [, longPeriodDays] = countedPeriodDays;

/** Instants of creation, both included; no bound at the end when `toMs` is left out. */
export interface CreationWindow {
  fromMs: number;
  toMs?: number | undefined;
}

/** Whole numbers from `first` to `last`, both included; all from `first` on when `last` is left out. */
export interface Range {
  first: number;
  last?: number | undefined;
}

/**
 * Cuts a range into the steps of `size` that lie in it as a whole, numbered from 0, and what remains
 * before and after them.
 */
export function splitRange({ first, last }: Range, size: number): { whole?: Range; rest: Range[] } {
  const firstWhole = Math.ceil(first / size);
  const before = first < firstWhole * size ? [{ first, last: firstWhole * size - 1 }] : [];
  if (last === undefined) return { whole: { first: firstWhole }, rest: before };
  const afterWhole = Math.floor((last + 1) / size);
  if (afterWhole <= firstWhole) return { rest: first <= last ? [{ first, last }] : [] };
  const after = afterWhole * size <= last ? [{ first: afterWhole * size, last }] : [];
  return { whole: { first: firstWhole, last: afterWhole - 1 }, rest: [...before, ...after] };
}

/**
 * An expression for the number of customers that were created inside `window`: long periods and whole
 * days from their counters, the rest of the first and the last day from the index.
 */
export function countCreated(
  environment: Environment,
  window: CreationWindow,
  includeDeleted: boolean,
): RawBuilder<number> {
  const { whole: days, rest: instants } = splitRange({ first: window.fromMs, last: window.toMs }, dayMs);
  const periods = days ? splitRange(days, longPeriodDays) : { rest: [] };
  const between = (column: string, { first, last }: Range) => {
    const name = sql.raw(column);
    return last === undefined ? sql`${name} >= ${first}` : sql`${name} >= ${first} AND ${name} <= ${last}`;
  };
  const counted = sql.raw(includeDeleted ? "live + deleted" : "live");
  const counters = (length: number, range: Range) => sql`(SELECT coalesce(sum(${counted}), 0) FROM customer_counts
    WHERE environment = ${environment} AND days = ${length} AND ${between("period", range)})`;
  const live = sql.raw(includeDeleted ? "" : "AND deleted_at IS NULL");
  const sums = [
    sql`0`,
    ...(periods.whole ? [counters(longPeriodDays, periods.whole)] : []),
    ...periods.rest.map((range) => counters(1, range)),
    ...instants.map(
      (range) => sql`(SELECT count(*) FROM customers
        WHERE environment = ${environment} AND ${between("created", range)} ${live})`,
    ),
  ];
  return sql`(${sql.join(sums, sql` + `)})`;
}
