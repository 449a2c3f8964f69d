import { type ExpressionBuilder, type Kysely, type SelectQueryBuilder, type SqlBool, sql } from "kysely";
import { listOf } from "#server/bff/store/one-or-more.ts";
import { companyKeyOf } from "#server/bff/store/schema/company-columns.ts";
import type { ConsoleSchema } from "#server/bff/store/schema/schema.ts";
import type { OperationFilter } from "./operation-filter.ts";
import { operationOfRow, type StoredOperation } from "./operation-rows.ts";

/** Returns a page of the matching writes, newest first, and their total number. */
export type ListOperations = (
  filter: OperationFilter,
  page: { limit: number; offset: number },
) => Promise<{ operations: StoredOperation[]; total: number }>;

/** Filters that are applied to the rows themselves. Each of these filters matches few rows. */
export const selective = ["customerID", "jobID", "bulkID", "ticketKey", "againOf", "bodyHash"] as const;

/** The minimum length of a text that is compared with operation IDs. A shorter text would match thousands of IDs. */
const minIDStart = 4;

const literal = (term: string) => term.replaceAll(/[\\%_]/g, (sign) => `\\${sign}`);

/**
 * The texts with which an ID may begin: the search text as typed, and in lower case. An API may use either case for
 * IDs.
 */
const startsOf = (searchTerm: string) =>
  /\s/.test(searchTerm) ? [] : [...new Set([searchTerm, searchTerm.toLowerCase()])];

export const idStartsOf = (searchTerm: string) => (searchTerm.length < minIDStart ? [] : startsOf(searchTerm));

const like = (column: string, pattern: string) => sql<SqlBool>`${sql.ref(column)} like ${pattern} escape '\\'`;

/** Searches the name and the ID of the customer. The tables of operations and of subjects both have these columns. */
export const isSubjectFoundBy = (searchTerm: string) => [
  // An unknown name is stored as an empty text in one table and as null in the other. The conditions exclude both
  // values, so no search text matches an unknown name.
  sql<SqlBool>`("companyKey" <> '' and ${like("companyKey", `%${literal(companyKeyOf(searchTerm))}%`)})`,
  ...startsOf(searchTerm).map((start) => like("customerID", `${literal(start)}%`)),
];

/** The same condition as `isIDFoundBy`, in a form that lets PostgreSQL use an index. */
export const idIsLike = (searchTerm: string) =>
  idStartsOf(searchTerm).map((start) => like("operationID", `${literal(start)}%`));

/**
 * Compares the start of the ID case-sensitively on both databases. LIKE is not used, because it ignores case on SQLite.
 */
const isIDFoundBy = (searchTerm: string) =>
  idStartsOf(searchTerm).map(
    (start) => sql<SqlBool>`substr("operationID", 1, ${sql.lit([...start].length)}) = ${start}`,
  );

/**
 * The condition uses only columns of one index, so the rows themselves are not read
 * (server/bff/store/schema/company-columns.ts).
 */
const isFoundBy = (searchTerm: string) => (builder: ExpressionBuilder<ConsoleSchema, "operations">) =>
  builder.or([...isSubjectFoundBy(searchTerm), ...isIDFoundBy(searchTerm)]);

/**
 * Forces SQLite to use the index with this name. SQLite has no statistics and might choose an index on a column with
 * only two values.
 */
function fromOperations(db: Kysely<ConsoleSchema>, index: string | undefined) {
  if (index === undefined) return db.selectFrom("operations");
  const table = sql`"operations"`.as(sql`"operations" indexed by ${sql.ref(index)}`);
  return db.selectFrom(table) as unknown as SelectQueryBuilder<ConsoleSchema, "operations", object>;
}

/** Selects the rows that match the filter. `index` has the same meaning as in `fromOperations`. */
export function operationsOf(
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
  index?: string,
) {
  let rows = fromOperations(db, index).where("environment", "=", environment);
  if (staffID !== undefined) rows = rows.where("staffID", "in", listOf(staffID));
  if (kind !== undefined) rows = rows.where("kind", "in", listOf(kind));
  for (const column of selective) if (equal[column] !== undefined) rows = rows.where(column, "=", equal[column]);
  if (states !== undefined) rows = rows.where("state", "in", [...states]);
  if (outcomes !== undefined) rows = rows.where("outcome", "in", [...outcomes]);
  if (withoutBulk) rows = rows.where("bulkID", "is", null);
  if (sinceMs !== undefined) rows = rows.where("createdAt", ">=", sinceMs);
  if (untilMs !== undefined) rows = rows.where("createdAt", "<", untilMs);
  if (searchTerm !== undefined) rows = rows.where(isFoundBy(searchTerm));
  return rows;
}

/** Counts the matching rows one by one. */
export async function countRows(db: Kysely<ConsoleSchema>, filter: OperationFilter): Promise<number> {
  const { total } = await operationsOf(db, filter)
    .select((builder) => builder.fn.countAll<number>().as("total"))
    .executeTakeFirstOrThrow();
  return Number(total);
}

/** The operations of a page, newest first. `page` may return the IDs in any order. */
export async function operationsOn(
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

/** The operations with these IDs, in the order of the list. */
export async function readOperations(
  db: Kysely<ConsoleSchema>,
  operationIDs: readonly string[],
): Promise<StoredOperation[]> {
  const rows = await db
    .selectFrom("operations")
    .selectAll()
    .where("operationID", "in", [...operationIDs])
    .orderBy("createdAt", "desc")
    .orderBy("operationID", "desc")
    .execute();
  return rows.map(operationOfRow);
}
