import { type Kysely, type SqlBool, sql } from "kysely";
import type { ConsoleSchema } from "#server/bff/store/schema/schema.ts";
import type { DatabaseDialect } from "#server/database/open-database.ts";
import type { OperationFilter } from "./operation-filter.ts";
import {
  countRows,
  idIsLike,
  idStartsOf,
  isSubjectFoundBy,
  type ListOperations,
  operationsOf,
  operationsOn,
  readOperations,
} from "./operation-query.ts";

type TextFilter = OperationFilter & { searchTerm: string };
type Page = Parameters<ListOperations>[1];

/** The maximum numbers of operations for a search that reads operations customer by customer. */
export interface SearchLimits {
  customers: number;
  /** Reading and sorting this many operations is faster than finding one page among all operations. */
  operations: number;
  /** The limit if other filters are set. It is higher, because every match must then be read to find the total. */
  filteredOperations: number;
}

const usualLimits: SearchLimits = { customers: 2_000, operations: 2_000, filteredOperations: 50_000 };

interface Source {
  db: Kysely<ConsoleSchema>;
  dialect: DatabaseDialect;
  limits: SearchLimits;
}

/** The customers that match a text: the first of them, and the total number of operations of all of them. */
interface Subjects {
  customerIDs: string[];
  /** Whether operations of customers without an ID match, for example unfinished creations. */
  hasUnknown: boolean;
  areAll: boolean;
  operations: number;
}

async function findSubjects({ db, limits }: Source, { environment, searchTerm }: TextFilter): Promise<Subjects> {
  const rows = await db
    .selectFrom("operationSubjects")
    .select(["customerID", sql<number>`sum("total") over ()`.as("operations")])
    .where("environment", "=", environment)
    .where((builder) => builder.or(isSubjectFoundBy(searchTerm)))
    .limit(limits.customers + 1)
    .execute();
  const customerIDs = new Set(rows.map(({ customerID }) => customerID));
  return {
    hasUnknown: customerIDs.delete(""),
    customerIDs: [...customerIDs],
    areAll: rows.length <= limits.customers,
    operations: Number(rows[0]?.operations ?? 0),
  };
}

/** True if the list is filtered by the text alone. */
const isAlone = ({ environment: _, searchTerm: __, ...others }: TextFilter) =>
  Object.values(others).every((value) => value === undefined || value === false);

/**
 * Operations whose ID begins with the text. The prefix is compared as a range, because SQLite cannot use an index for
 * LIKE here.
 */
function beginningWith({ db, dialect }: Source, filter: TextFilter) {
  const { searchTerm } = filter;
  if (dialect === "postgres") {
    const starts = idIsLike(searchTerm);
    return starts.length === 0 ? [] : [operationsOf(db, filter).where((builder) => builder.or(starts))];
  }
  return idStartsOf(searchTerm).map((start) =>
    operationsOf(db, filter, "sqlite_autoindex_operations_1")
      .where("operationID", ">=", start)
      .where("operationID", "<", `${start}\u{10ffff}`),
  );
}

/** All IDs are one parameter, so that the statement is the same for any number of IDs. */
const isAmong = (dialect: DatabaseDialect, customerIDs: readonly string[]) =>
  dialect === "sqlite"
    ? sql<SqlBool>`"customerID" in (select "value" from json_each(${JSON.stringify(customerIDs)}))`
    : sql<SqlBool>`"customerID" = any(${customerIDs}::text[])`;

/**
 * The operations that match a text, read customer by customer. Used if there are few. Each operation is in only one
 * part.
 */
function partsOf(source: Source, filter: TextFilter, subjects: Subjects) {
  const { db, dialect } = source;
  const { customerIDs, hasUnknown } = subjects;
  const isOfThese = isAmong(dialect, customerIDs);
  const byCustomer = operationsOf(db, filter, dialect === "sqlite" ? "operationsByCustomer" : undefined);
  const parts = beginningWith(source, filter).map((rows) =>
    rows.where((builder) =>
      builder.or([
        ...(hasUnknown ? [] : [builder("customerID", "is", null)]),
        builder.and([builder("customerID", "is not", null), builder.not(isOfThese)]),
      ]),
    ),
  );
  if (customerIDs.length > 0) parts.push(byCustomer.where(isOfThese));
  if (hasUnknown) parts.push(byCustomer.where("customerID", "is", null));
  const [first, ...others] = parts.map((rows) => rows.select(["operationID as pageID", "createdAt", "operationID"]));
  return first && others.reduce((all, part) => all.unionAll(part), first);
}

/** A page of the matching operations, if there are few. They are read once, for the page and for the total. */
async function readFew(
  db: Kysely<ConsoleSchema>,
  parts: NonNullable<ReturnType<typeof partsOf>>,
  { limit, offset }: Page,
): ReturnType<ListOperations> {
  const all = db.selectFrom(parts.as("found"));
  const page = await all
    .select(["pageID", sql<number>`count(*) over ()`.as("total")])
    .orderBy("createdAt", "desc")
    .orderBy("operationID", "desc")
    .limit(limit)
    .offset(offset)
    .execute();
  const [first] = page;
  if (!first) {
    const { total } = await all
      .select((builder) => builder.fn.countAll<number>().as("total"))
      .executeTakeFirstOrThrow();
    return { operations: [], total: Number(total) };
  }
  const ids = page.map(({ pageID }) => pageID);
  return { operations: await readOperations(db, ids), total: Number(first.total) };
}

/** The number of operations that match a text. Used if the matching customers have many operations. */
async function countFound(source: Source, filter: TextFilter, subjects: Subjects): Promise<number> {
  if (!isAlone(filter)) return countRows(source.db, filter);
  let total = subjects.operations;
  // If a column is null, the expression is null, which counts as no match.
  const isCounted = sql<SqlBool>`(${sql.join(isSubjectFoundBy(filter.searchTerm), sql` or `)}) is true`;
  for (const rows of beginningWith(source, filter)) {
    const others = rows
      .where((builder) => builder.not(isCounted))
      .select((builder) => builder.fn.countAll<number>().as("total"));
    total += Number((await others.executeTakeFirstOrThrow()).total);
  }
  return total;
}

/**
 * A page of the operations that match a text. The text is first compared with the names and IDs of customers, because
 * there are far fewer customers than operations. If the matching customers have few operations, these operations are
 * read. If they have many operations, the newest operations are compared until the page is full.
 */
async function searchOperations(
  source: Source,
  filter: TextFilter,
  { limit, offset }: Page,
): ReturnType<ListOperations> {
  const { db, limits } = source;
  const subjects = await findSubjects(source, filter);
  const few = limits[isAlone(filter) ? "operations" : "filteredOperations"];
  if (subjects.areAll && subjects.operations <= few) {
    const parts = partsOf(source, filter, subjects);
    if (!parts) return { operations: [], total: 0 };
    return readFew(db, parts, { limit, offset });
  }
  const page = operationsOf(db, filter)
    .select("operationID as pageID")
    .orderBy("createdAt", "desc")
    .orderBy("operationID", "desc")
    .limit(limit)
    .offset(offset);
  const operations = limit === 0 ? [] : await operationsOn(db, page);
  // A page with fewer rows than its limit is the last page, so the total need not be counted.
  const isLast = operations.length < limit && (operations.length > 0 || offset === 0);
  const total = isLast ? offset + operations.length : await countFound(source, filter, subjects);
  return { operations, total };
}

/**
 * Searches operations. On PostgreSQL a search runs in a transaction that changes the planner's page cost. By default
 * the planner assumes that a page of an index costs four times as much as the next page of a table. That is true only
 * for hard disks, and it makes the planner read the whole table with its long rows.
 */
export function createOperationSearch(db: Kysely<ConsoleSchema>, dialect: DatabaseDialect, limits = usualLimits) {
  return (filter: TextFilter, page: Page): ReturnType<ListOperations> => {
    if (dialect === "sqlite") return searchOperations({ db, dialect, limits }, filter, page);
    return db.transaction().execute(async (transaction) => {
      await sql`set local random_page_cost = 1.1`.execute(transaction);
      return searchOperations({ db: transaction, dialect, limits }, filter, page);
    });
  };
}
