import { type ExpressionBuilder, type Kysely, type SelectQueryBuilder, type SqlBool, sql } from "kysely";
import { companyKeyOf } from "#server/bff/store/schema/company-columns.ts";
import type { ConsoleSchema } from "#server/bff/store/schema/schema.ts";
import type { OperationFilter } from "./operation-filter.ts";
import { operationOfRow, type StoredOperation } from "./operation-rows.ts";

/** Gives a page of the writes that the filter lets through, newest first, and how many those are. */
export type ListOperations = (
  filter: OperationFilter,
  page: { limit: number; offset: number },
) => Promise<{ operations: StoredOperation[]; total: number }>;

/** What only the rows themselves tell; each lets few through. */
export const selective = ["customerID", "jobID", "bulkID", "ticketKey", "againOf", "bodyHash"] as const;

/** From so many characters on a text is compared with the IDs of operations: fewer begin thousands of them. */
const minIDStart = 4;

const literal = (term: string) => term.replaceAll(/[\\%_]/g, (sign) => `\\${sign}`);

/** With what an ID that a text finds begins: in lower case as well as typed, because an API may send any. */
const startsOf = (searchTerm: string) =>
  /\s/.test(searchTerm) ? [] : [...new Set([searchTerm, searchTerm.toLowerCase()])];

export const idStartsOf = (searchTerm: string) => (searchTerm.length < minIDStart ? [] : startsOf(searchTerm));

const like = (column: string, pattern: string) => sql<SqlBool>`${sql.ref(column)} like ${pattern} escape '\\'`;

/** What a text finds by the name or the ID of the customer: the same columns in both tables. */
export const isSubjectFoundBy = (searchTerm: string) => [
  // A name that is not known is empty in one table and null in the other: no text is part of it, not even a blank one.
  sql<SqlBool>`("companyKey" <> '' and ${like("companyKey", `%${literal(companyKeyOf(searchTerm))}%`)})`,
  ...startsOf(searchTerm).map((start) => like("customerID", `${literal(start)}%`)),
];

/** The same in a form that an index of PostgreSQL answers. */
export const idIsLike = (searchTerm: string) =>
  idStartsOf(searchTerm).map((start) => like("operationID", `${literal(start)}%`));

/** Letter by letter on both: SQLite's LIKE knows no case. */
const isIDFoundBy = (searchTerm: string) =>
  idStartsOf(searchTerm).map(
    (start) => sql<SqlBool>`substr("operationID", 1, ${sql.lit([...start].length)}) = ${start}`,
  );

/** Read from an index alone (company-columns.ts): its columns, no other. */
const isFoundBy = (searchTerm: string) => (builder: ExpressionBuilder<ConsoleSchema, "operations">) =>
  builder.or([...isSubjectFoundBy(searchTerm), ...isIDFoundBy(searchTerm)]);

/**
 * The table, to be read by the index of this name. Only for SQLite, which keeps no statistics: among several indexes it
 * would as soon take one by a column that has two values.
 */
function fromOperations(db: Kysely<ConsoleSchema>, index: string | undefined) {
  if (index === undefined) return db.selectFrom("operations");
  const table = sql`"operations"`.as(sql`"operations" indexed by ${sql.ref(index)}`);
  return db.selectFrom(table) as unknown as SelectQueryBuilder<ConsoleSchema, "operations", object>;
}

/** The rows that the filter lets through; `index` as for the table. */
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

/** Counts what the filter lets through row by row. */
export async function countRows(db: Kysely<ConsoleSchema>, filter: OperationFilter): Promise<number> {
  const { total } = await operationsOf(db, filter)
    .select((builder) => builder.fn.countAll<number>().as("total"))
    .executeTakeFirstOrThrow();
  return Number(total);
}

/** The operations of a page, the newest first, whatever order its IDs were found in. */
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

/** The operations with these IDs, in the order of lists. */
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
