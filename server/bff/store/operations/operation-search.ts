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

/** The limits up to which a search reads operations customer by customer. */
export interface SearchLimits {
  customers: number;
  /**
   * Up to this number of matching operations, reading and sorting all of them is faster than finding one page among all
   * operations.
   */
  operations: number;
  /**
   * Replaces `operations` if more filters are set. This limit is higher because every match must then be read to find
   * the total.
   */
  filteredOperations: number;
}

const usualLimits: SearchLimits = { customers: 2_000, operations: 2_000, filteredOperations: 50_000 };

interface Source {
  db: Kysely<ConsoleSchema>;
  dialect: DatabaseDialect;
  limits: SearchLimits;
}

/**
 * The customers that match a text. `customerIDs` has at most `SearchLimits.customers` customers. `operations` is the
 * number of operations of all matching customers.
 */
interface Subjects {
  customerIDs: string[];
  /** True if operations of customers without an ID match too, for example unfinished creations. */
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

/** True if the text is the only filter of the list. */
const isAlone = ({ environment: _, searchTerm: __, ...others }: TextFilter) =>
  Object.values(others).every((value) => value === undefined || value === false);

/**
 * Operations whose ID begins with the text. On SQLite, the beginning is compared as a range, because SQLite cannot use
 * an index for LIKE here.
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

/** All IDs are passed as one parameter, so the statement is the same for any number of IDs. */
const isAmong = (dialect: DatabaseDialect, customerIDs: readonly string[]) =>
  dialect === "sqlite"
    ? sql<SqlBool>`"customerID" in (select "value" from json_each(${JSON.stringify(customerIDs)}))`
    : sql<SqlBool>`"customerID" = any(${customerIDs}::text[])`;

/**
 * The operations that match a text, as a union of queries that read customer by customer. Used only if there are few
 * matches. No operation is in more than one of these queries. Undefined if no operation can match.
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

/**
 * A page of the matching operations. Used only if there are few matches. The matching operations are read once, for
 * both the page and the total.
 */
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
  // If a column is null, the conditions may be null. `is true` turns that into no match.
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
 * there are far fewer customers than operations. If the matching customers have few operations, all of these operations
 * are read. Otherwise, the newest operations are checked until the page is full.
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
  // If the page is not full, it is the last page. Its position gives the total, so no count is needed.
  const isLast = operations.length < limit && (operations.length > 0 || offset === 0);
  const total = isLast ? offset + operations.length : await countFound(source, filter, subjects);
  return { operations, total };
}

/**
 * Searches operations. On PostgreSQL, a search runs in a transaction that lowers the planner's page cost. By default,
 * the planner assumes that reading a page of an index costs four times as much as reading the next page of a table.
 * This assumption is true only for hard disks. It would make the planner read the whole table with its long rows.
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
