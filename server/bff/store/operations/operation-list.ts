import { type ExpressionBuilder, type Kysely, type SelectQueryBuilder, type SqlBool, sql } from "kysely";
import { companyKeyOf } from "#server/bff/store/schema/company-columns.ts";
import type { ConsoleSchema } from "#server/bff/store/schema/schema.ts";
import type { DatabaseDialect } from "#server/database/open-database.ts";
import { countOperations, countPeriods, skipCountedPeriods, wholePeriods } from "./operation-counts.ts";
import type { OperationFilter } from "./operation-filter.ts";
import { operationOfRow, type StoredOperation } from "./operation-rows.ts";

/** Gives a page of the writes that the filter lets through, newest first, and how many those are. */
export type ListOperations = (
  filter: OperationFilter,
  page: { limit: number; offset: number },
) => Promise<{ operations: StoredOperation[]; total: number }>;

/** What only the rows themselves tell; each lets few through. */
const selective = ["customerID", "jobID", "bulkID", "ticketKey", "againOf", "bodyHash"] as const;

const literal = (term: string) => term.replaceAll(/[\\%_]/g, (sign) => `\\${sign}`);

/** Read from an index alone (company-columns.ts): its columns, no other. */
function isFoundBy(searchTerm: string) {
  const inKey = literal(companyKeyOf(searchTerm));
  const isInName = sql<SqlBool>`"companyKey" like ${`%${inKey}%`} escape '\\'`;
  // In lower case as well as typed: IDs of the console are lower case, an API may send any.
  const starts = /\s/.test(searchTerm) ? [] : [...new Set([searchTerm, searchTerm.toLowerCase()])];
  return (builder: ExpressionBuilder<ConsoleSchema, "operations">) =>
    builder.or([
      isInName,
      ...starts.flatMap((start) =>
        (["customerID", "operationID"] as const).map(
          (column) => sql<SqlBool>`${sql.ref(column)} like ${`${literal(start)}%`} escape '\\'`,
        ),
      ),
    ]);
}

function operationsOf(
  db: Kysely<ConsoleSchema>,
  {
    environment,
    staffID,
    states,
    outcomes,
    kind,
    withoutBulk,
    sinceMs,
    untilMs,
    searchTerm,
    ...equal
  }: OperationFilter,
) {
  let rows = db.selectFrom("operations").where("environment", "=", environment);
  if (staffID !== undefined) rows = rows.where("staffID", "=", staffID);
  if (kind !== undefined) rows = rows.where("kind", "=", kind);
  for (const column of selective) if (equal[column] !== undefined) rows = rows.where(column, "=", equal[column]);
  if (states !== undefined) rows = rows.where("state", "in", [...states]);
  if (outcomes !== undefined) rows = rows.where("outcome", "in", [...outcomes]);
  if (withoutBulk) rows = rows.where("bulkID", "is", null);
  if (sinceMs !== undefined) rows = rows.where("createdAt", ">=", sinceMs);
  if (untilMs !== undefined) rows = rows.where("createdAt", "<", untilMs);
  if (searchTerm !== undefined) rows = rows.where(isFoundBy(searchTerm));
  return rows;
}

/** What the counts of operations do not tell apart, not even by period. */
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

/** Counts what the filter lets through row by row. */
async function countRows(db: Kysely<ConsoleSchema>, filter: OperationFilter): Promise<number> {
  const { total } = await operationsOf(db, filter)
    .select((builder) => builder.fn.countAll<number>().as("total"))
    .executeTakeFirstOrThrow();
  return Number(total);
}

/** So many rows are skipped by an index sooner than the counts of all periods are read. */
const skippedByIndex = 20_000;

/** The last operation that was read. */
export type OperationPosition = Pick<StoredOperation, "createdAt" | "operationID">;

/**
 * Gives the next operations that the filter lets through, newest first, behind a position: what is recorded or moves
 * meanwhile shifts nothing, so that reading all of them gives each once.
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

/** The operations of a page, the newest first, whatever order its IDs were found in. */
async function operationsOn(
  db: Kysely<ConsoleSchema>,
  page: SelectQueryBuilder<ConsoleSchema, never, { pageID: string }>,
) {
  const rows = await db
    .selectFrom(page.as("page"))
    .innerJoin("operations", "operations.operationID", "page.pageID")
    .selectAll("operations")
    .orderBy("operations.createdAt", "desc")
    .orderBy("operations.operationID", "desc")
    .execute();
  return rows.map(operationOfRow);
}

/**
 * A page of what a text finds. The text is compared with every operation, so that is done once where a page says by
 * itself how many there are: it is not full.
 */
const searchOperations =
  (db: Kysely<ConsoleSchema>): ListOperations =>
  async (filter, { limit, offset }) => {
    const page = operationsOf(db, filter)
      .select("operationID as pageID")
      .orderBy("createdAt", "desc")
      .orderBy("operationID", "desc")
      .limit(limit)
      .offset(offset);
    const operations = await operationsOn(db, page);
    const isLast = operations.length < limit && (operations.length > 0 || offset === 0);
    const total = isLast ? offset + operations.length : await totalOf(db, filter);
    return { operations, total };
  };

/**
 * The same on PostgreSQL, whose planner otherwise reads the whole table with its long rows: by its own figures a page of
 * an index costs four times as much as the next page of a table, which is so on turning disks only.
 */
const searchOnPostgres =
  (db: Kysely<ConsoleSchema>): ListOperations =>
  (filter, page) =>
    db.transaction().execute(async (transaction) => {
      await sql`set local random_page_cost = 1.1`.execute(transaction);
      return searchOperations(transaction)(filter, page);
    });

/** Lists operations; `minSkipped` is the offset from which on whole periods are skipped. */
export function createOperationList(
  db: Kysely<ConsoleSchema>,
  dialect: DatabaseDialect,
  minSkipped = skippedByIndex,
): ListOperations {
  const search = dialect === "postgres" ? searchOnPostgres(db) : searchOperations(db);
  return async (filter, { limit, offset }) => {
    if (filter.searchTerm !== undefined) return search(filter, { limit, offset });
    const total = await totalOf(db, filter);
    const count = Math.min(limit, total - offset);
    if (count <= 0) return { operations: [], total };
    // From the end that is nearer, and by an index alone: only the page's own rows are read.
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
