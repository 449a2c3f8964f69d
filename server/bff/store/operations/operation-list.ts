import type { Kysely } from "kysely";
import type { ConsoleSchema } from "#server/bff/store/schema/schema.ts";
import { countOperations, skipPeriods } from "./operation-counts.ts";
import type { OperationFilter } from "./operation-filter.ts";
import { operationOfRow, type StoredOperation } from "./operation-rows.ts";

/** Gives a page of the writes that the filter lets through, newest first, and how many those are. */
export type ListOperations = (
  filter: OperationFilter,
  page: { limit: number; offset: number },
) => Promise<{ operations: StoredOperation[]; total: number }>;

/** What only the rows themselves tell; each lets few through. */
const selective = ["customerID", "jobID", "bulkID", "againOf", "bodyHash"] as const;

function operationsOf(
  db: Kysely<ConsoleSchema>,
  { environment, staffID, states, outcomes, kind, withoutBulk, sinceMs, ...equal }: OperationFilter,
) {
  let rows = db.selectFrom("operations").where("environment", "=", environment);
  if (staffID !== undefined) rows = rows.where("staffID", "=", staffID);
  if (kind !== undefined) rows = rows.where("kind", "=", kind);
  for (const column of selective) if (equal[column] !== undefined) rows = rows.where(column, "=", equal[column]);
  if (states !== undefined) rows = rows.where("state", "in", [...states]);
  if (outcomes !== undefined) rows = rows.where("outcome", "in", [...outcomes]);
  if (withoutBulk) rows = rows.where("bulkID", "is", null);
  if (sinceMs !== undefined) rows = rows.where("createdAt", ">=", sinceMs);
  return rows;
}

const isCounted = (filter: OperationFilter) =>
  filter.sinceMs === undefined && selective.every((column) => filter[column] === undefined);

async function totalOf(db: Kysely<ConsoleSchema>, filter: OperationFilter): Promise<number> {
  if (isCounted(filter)) return countOperations(db, filter);
  const { total } = await operationsOf(db, filter)
    .select((builder) => builder.fn.countAll<number>().as("total"))
    .executeTakeFirstOrThrow();
  return Number(total);
}

/** So many rows are skipped by an index sooner than the counts of all periods are read. */
const skippedByIndex = 20_000;

/** Lists operations; `minSkipped` is the offset from which on whole periods are skipped. */
export function createOperationList(db: Kysely<ConsoleSchema>, minSkipped = skippedByIndex): ListOperations {
  return async (filter, { limit, offset }) => {
    const total = await totalOf(db, filter);
    const count = Math.min(limit, total - offset);
    if (count <= 0) return { operations: [], total };
    // From the end that is nearer, and by an index alone: only the page's own rows are read.
    const after = total - offset - count;
    const [direction, skipped] = after < offset ? (["asc", after] as const) : (["desc", offset] as const);
    const isFar = skipped >= minSkipped && isCounted(filter);
    const skip = isFar ? await skipPeriods(db, filter, offset) : undefined;
    let rows = operationsOf(db, filter);
    if (skip) rows = rows.where("createdAt", "<", skip.beforeMs);
    const page = rows
      .select("operationID as pageID")
      .orderBy("createdAt", skip ? "desc" : direction)
      .orderBy("operationID", skip ? "desc" : direction)
      .limit(count)
      .offset(skip?.offset ?? skipped);
    const found = await db
      .selectFrom(page.as("page"))
      .innerJoin("operations", "operations.operationID", "page.pageID")
      .selectAll("operations")
      .orderBy("operations.createdAt", "desc")
      .orderBy("operations.operationID", "desc")
      .execute();
    return { operations: found.map(operationOfRow), total };
  };
}
