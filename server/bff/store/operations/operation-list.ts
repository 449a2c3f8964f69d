import { type Kysely, type SqlBool, sql } from "kysely";
import type { ConsoleSchema } from "#server/bff/store/schema/schema.ts";
import type { DatabaseDialect } from "#server/database/open-database.ts";
import { countOperations, countPeriods, skipCountedPeriods, wholePeriods } from "./operation-counts.ts";
import type { OperationFilter } from "./operation-filter.ts";
import { countRows, type ListOperations, operationsOf, operationsOn, selective } from "./operation-query.ts";
import { operationOfRow, type StoredOperation } from "./operation-rows.ts";
import { createOperationSearch } from "./operation-search.ts";

/** Filters that the stored counts cannot answer, neither for all time nor for periods. */
const uncounted = ["searchTerm", ...selective] as const;

const isCountedByPeriod = (filter: OperationFilter) => uncounted.every((member) => filter[member] === undefined);

const isCounted = (filter: OperationFilter) =>
  filter.sinceMs === undefined && filter.untilMs === undefined && isCountedByPeriod(filter);

async function totalOf(db: Kysely<ConsoleSchema>, filter: OperationFilter): Promise<number> {
  if (isCounted(filter)) return countOperations(db, filter);
  const whole = isCountedByPeriod(filter) ? wholePeriods(filter) : null;
  if (!whole) return countRows(db, filter);
  const { sinceMs, untilMs } = filter;
  let total = await countPeriods(db, filter, whole);
  if (sinceMs !== undefined) total += await countRows(db, { ...filter, untilMs: whole.beginMs });
  if (untilMs !== undefined) total += await countRows(db, { ...filter, sinceMs: whole.endMs });
  return total;
}

/**
 * If fewer rows than this must be skipped, skipping them in an index is faster than reading the counts of all periods.
 */
const skippedByIndex = 20_000;

/** The position of the last operation of the previous page. */
export type OperationPosition = Pick<StoredOperation, "createdAt" | "operationID">;

/**
 * Returns the next operations after a position that match the filter, newest first. New or changed operations do not
 * shift the position, so reading all pages returns each operation exactly once.
 */
export type ReadOperations = (
  filter: OperationFilter,
  page: { limit: number; after?: OperationPosition | undefined },
) => Promise<StoredOperation[]>;

export function createOperationScan(db: Kysely<ConsoleSchema>): ReadOperations {
  return async (filter, { limit, after }) => {
    let rows = operationsOf(db, filter);
    if (after) {
      const { createdAt, operationID } = after;
      rows = rows.where(sql<SqlBool>`("createdAt", "operationID") < (${createdAt}, ${operationID})`);
    }
    const found = await rows
      .selectAll()
      .orderBy("createdAt", "desc")
      .orderBy("operationID", "desc")
      .limit(limit)
      .execute();
    return found.map(operationOfRow);
  };
}

/**
 * Lists operations. If at least `minSkipped` operations must be skipped, complete periods are skipped by their counts.
 */
export function createOperationList(
  db: Kysely<ConsoleSchema>,
  dialect: DatabaseDialect,
  minSkipped = skippedByIndex,
): ListOperations {
  const search = createOperationSearch(db, dialect);
  return async (filter, { limit, offset }) => {
    if (filter.searchTerm !== undefined) return search({ ...filter, searchTerm: filter.searchTerm }, { limit, offset });
    const total = await totalOf(db, filter);
    const count = Math.min(limit, total - offset);
    if (count <= 0) return { operations: [], total };
    // Skips rows from the end of the list that is nearer to the page. The index alone is used to skip them. Only the
    // rows of the page are read.
    const after = total - offset - count;
    const [direction, skipped] = after < offset ? (["asc", after] as const) : (["desc", offset] as const);
    const isFar = skipped >= minSkipped && isCounted(filter);
    const skip = isFar ? await skipCountedPeriods(db, filter, offset) : undefined;
    let rows = operationsOf(db, filter);
    if (skip) rows = rows.where("createdAt", "<", skip.beforeMs);
    const page = rows
      .select("operationID as pageID")
      .orderBy("createdAt", skip ? "desc" : direction)
      .orderBy("operationID", skip ? "desc" : direction)
      .limit(count)
      .offset(skip?.offset ?? skipped);
    return { operations: await operationsOn(db, page), total };
  };
}
