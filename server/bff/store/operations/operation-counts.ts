import type { Kysely } from "kysely";
import { listOf } from "#server/bff/store/one-or-more.ts";
import type { ConsoleSchema } from "#server/bff/store/schema/schema.ts";
import { allTime, periodMs } from "#server/bff/store/schema/tables/operation-triggers.ts";
import type { OperationFilter } from "./operation-filter.ts";

const maxPeople = 200;
type Countable = Pick<OperationFilter, "environment" | "staffID" | "states" | "outcomes" | "kind" | "withoutBulk">;

function countsOf(db: Kysely<ConsoleSchema>, { environment, staffID, states, outcomes, kind, withoutBulk }: Countable) {
  let counts = db.selectFrom("operationCounts").where("environment", "=", environment);
  if (staffID !== undefined) counts = counts.where("staffID", "in", listOf(staffID));
  if (states !== undefined) counts = counts.where("state", "in", [...states]);
  if (outcomes !== undefined) counts = counts.where("outcome", "in", [...outcomes]);
  if (kind !== undefined) counts = counts.where("kind", "in", listOf(kind));
  if (withoutBulk) counts = counts.where("inBulk", "=", 0);
  return counts.select((builder) => builder.fn.sum<number | null>("total").as("total"));
}

/** The number of operations that match a filter. The stored counts must be able to answer the filter. */
export async function countOperations(db: Kysely<ConsoleSchema>, of: Countable): Promise<number> {
  const { total } = await countsOf(db, of).where("period", "=", allTime).executeTakeFirstOrThrow();
  return Number(total ?? 0);
}

/**
 * The complete periods between two times. `first` is the number of the first complete period, and `end` is the number
 * after the last complete period. `beginMs` and `endMs` are the times when these two periods begin. Null if there is no
 * complete period.
 */
export function wholePeriods({ sinceMs, untilMs }: Pick<OperationFilter, "sinceMs" | "untilMs">) {
  const first = sinceMs === undefined ? 0 : Math.ceil(sinceMs / periodMs);
  const end = untilMs === undefined ? undefined : Math.floor(untilMs / periodMs);
  if (end !== undefined && end <= first) return null;
  return { first, end, beginMs: first * periodMs, endMs: end === undefined ? undefined : end * periodMs };
}

/** The number of operations in these periods. */
export async function countPeriods(
  db: Kysely<ConsoleSchema>,
  of: Countable,
  { first, end }: { first: number; end: number | undefined },
): Promise<number> {
  let counts = countsOf(db, of).where("period", "!=", allTime).where("period", ">=", first);
  if (end !== undefined) counts = counts.where("period", "<", end);
  const { total } = await counts.executeTakeFirstOrThrow();
  return Number(total ?? 0);
}

/**
 * Finds the start of a page in a list that is sorted newest first. Complete periods are skipped by their counts, so
 * their rows are not read. Returns the end of a period (`beforeMs`) and a new `offset`: the page starts after the
 * newest `offset` operations before `beforeMs`.
 */
export async function skipCountedPeriods(
  db: Kysely<ConsoleSchema>,
  of: Countable,
  offset: number,
): Promise<{ beforeMs: number; offset: number }> {
  const periods = await countsOf(db, of)
    .select("period")
    .where("period", "!=", allTime)
    .groupBy("period")
    .orderBy("period", "desc")
    .execute();
  let left = offset;
  for (const { period, total } of periods) {
    const here = Number(total ?? 0);
    if (left < here) return { beforeMs: (period + 1) * periodMs, offset: left };
    left -= here;
  }
  return { beforeMs: 0, offset: left };
}

/**
 * The people and API clients that have made operations. People are sorted by e-mail address, API clients by ID. For an
 * API client, `email` contains its name. The number is limited, because the result is a list to choose from.
 */
export async function peopleOf(
  db: Kysely<ConsoleSchema>,
  environment: string,
): Promise<{ staffID: string; email: string; name: string }[]> {
  const rows = await db
    .selectFrom("operationCounts")
    .innerJoin("staff", "staff.staffID", "operationCounts.staffID")
    .select(["staff.staffID", "staff.email", "staff.name", "staff.kind"])
    .distinct()
    .where("environment", "=", environment)
    .where("period", "=", allTime)
    .where("total", ">", 0)
    .orderBy("staff.email")
    .limit(maxPeople)
    .execute();
  return rows.map(({ staffID, email, name, kind }) => ({ staffID, email: kind === "client" ? name : email, name }));
}
