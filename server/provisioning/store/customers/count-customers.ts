import { type RawBuilder, sql } from "kysely";
import { dayMs } from "#lib/contract/values/time-units.ts";

/**
 * The lengths of the periods whose customers are counted in advance, in days. A window of several years consists of
 * some long periods, and of a few single days before and after them. So its count is the sum of little more than a
 * hundred rows.
 */
export const countedPeriodDays = [1, 64] as const;

const [, longPeriodDays] = countedPeriodDays;

/** A range of creation times, both ends included. If `toMs` is missing, the range has no end. */
export interface CreationWindow {
  fromMs: number;
  toMs?: number | undefined;
}

/** The integers from `first` to `last`, both included. If `last` is missing, the range has no end. */
export interface Range {
  first: number;
  last?: number | undefined;
}

/**
 * Splits a range into complete steps of length `size` and the remainders before and after them. The steps are numbered
 * from 0.
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

/** The ranges whose counts together give the number of customers. A range is empty if its end is before its start. */
export interface CountedRanges<Bound> {
  longPeriods: Bounds<Bound>;
  days: readonly [Bounds<Bound>, Bounds<Bound>];
  instants: readonly [Bounds<Bound>, Bounds<Bound>];
}

interface Bounds<Bound> {
  first: Bound;
  last: Bound;
}

/** A time that is later than every creation. */
export const endOfTimeMs = Number.MAX_SAFE_INTEGER;

const nothing = { first: 1, last: 0 };

const closed = ({ first, last }: Range): Bounds<number> => ({ first, last: last ?? endOfTimeMs });

/** Adds empty ranges, so that there are always two. This way, all windows use the same SQL. */
const both = ([before = nothing, after = nothing]: Range[]) => [closed(before), closed(after)] as const;

/**
 * Splits a window into three parts: long periods, complete days, and the remaining hours of the first and the last day.
 * The counters contain the numbers for the periods and days.
 */
export function countedRanges({ fromMs, toMs = endOfTimeMs }: CreationWindow): CountedRanges<number> {
  const { whole: days, rest: instants } = splitRange({ first: fromMs, last: toMs }, dayMs);
  const periods = days ? splitRange(days, longPeriodDays) : { rest: [] };
  return { longPeriods: closed(periods.whole ?? nothing), days: both(periods.rest), instants: both(instants) };
}

/**
 * An SQL expression for the number of customers in these ranges. It uses the counters and the index of creation times.
 */
export function countCreated(
  environment: unknown,
  { longPeriods, days, instants }: CountedRanges<unknown>,
  includeDeleted: boolean,
): RawBuilder<number> {
  const counted = sql.raw(includeDeleted ? "live + deleted" : "live");
  const counters = (length: number, { first, last }: Bounds<unknown>) =>
    sql`(SELECT coalesce(sum(${counted}), 0) FROM customer_counts
      WHERE environment = ${environment} AND days = ${sql.lit(length)} AND period >= ${first} AND period <= ${last})`;
  const live = sql.raw(includeDeleted ? "" : "AND deleted_at IS NULL");
  const sums = [
    counters(longPeriodDays, longPeriods),
    ...days.map((range) => counters(1, range)),
    ...instants.map(
      ({ first, last }) => sql`(SELECT count(*) FROM customers
        WHERE environment = ${environment} AND created >= ${first} AND created <= ${last} ${live})`,
    ),
  ];
  return sql`(${sql.join(sums, sql` + `)})`;
}
