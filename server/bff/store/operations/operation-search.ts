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

/** Up to where operations are read customer by customer. */
export interface SearchLimits {
  customers: number;
  /** So many operations are read and sorted sooner than that a page of them is found among all others. */
  operations: number;
  /** Where the filter says more, each of them has to be read for the total in any case. */
  filteredOperations: number;
}

const usualLimits: SearchLimits = { customers: 2_000, operations: 2_000, filteredOperations: 50_000 };

interface Source {
  db: Kysely<ConsoleSchema>;
  dialect: DatabaseDialect;
  limits: SearchLimits;
}

/** What a text finds by customers: the first of these, and how many operations there are of all. */
interface Subjects {
  customerIDs: string[];
  /** Of operations whose customer has no ID, such as a creation that has not been made. */
  hasUnknown: boolean;
  areAll: boolean;
  operations: number;
}

async function findSubjects({ db, limits }: Source, { environment, searchTerm }: TextFilter): Promise<Subjects> {
  const rows = await db
    .selectFrom("operationSubjects")
    .select(["customerID", sql<number>`sum("total") over ()`.as("operations")])
    .where("environment", "=", environment)
    .where((it) => it.or(isSubjectFoundBy(searchTerm)))
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

/** True where nothing but the text narrows the list. */
const isAlone = ({ environment: _, searchTerm: __, ...others }: TextFilter) =>
  Object.values(others).every((value) => value === undefined || value === false);

/** Those whose ID begins with the text: SQLite has no index for LIKE, and compares letter by letter. */
function beginningWith({ db, dialect }: Source, filter: TextFilter) {
  const { searchTerm } = filter;
  if (dialect === "postgres") {
    const starts = idIsLike(searchTerm);
    return starts.length === 0 ? [] : [operationsOf(db, filter).where((it) => it.or(starts))];
  }
  return idStartsOf(searchTerm).map((start) =>
    operationsOf(db, filter, "sqlite_autoindex_operations_1")
      .where("operationID", ">=", start)
      .where("operationID", "<", `${start}\u{10ffff}`),
  );
}

/** One parameter however many there are, so that the statement stays the same. */
const isAmong = (dialect: DatabaseDialect, customerIDs: readonly string[]) =>
  dialect === "sqlite"
    ? sql<SqlBool>`"customerID" in (select "value" from json_each(${JSON.stringify(customerIDs)}))`
    : sql<SqlBool>`"customerID" = any(${customerIDs}::text[])`;

/** The few operations that a text finds, read customer by customer; no operation is in two of the parts. */
function partsOf(source: Source, filter: TextFilter, subjects: Subjects) {
  const { db, dialect } = source;
  const { customerIDs, hasUnknown } = subjects;
  const isOfThese = isAmong(dialect, customerIDs);
  const byCustomer = operationsOf(db, filter, dialect === "sqlite" ? "operationsByCustomer" : undefined);
  const parts = beginningWith(source, filter).map((rows) =>
    rows.where((it) =>
      it.or([
        ...(hasUnknown ? [] : [it("customerID", "is", null)]),
        it.and([it("customerID", "is not", null), it.not(isOfThese)]),
      ]),
    ),
  );
  if (customerIDs.length > 0) parts.push(byCustomer.where(isOfThese));
  if (hasUnknown) parts.push(byCustomer.where("customerID", "is", null));
  const [first, ...others] = parts.map((rows) => rows.select(["operationID as pageID", "createdAt", "operationID"]));
  return first && others.reduce((all, part) => all.unionAll(part), first);
}

/** A page of these parts, which are read once for the page and the total. */
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
    const { total } = await all.select((it) => it.fn.countAll<number>().as("total")).executeTakeFirstOrThrow();
    return { operations: [], total: Number(total) };
  }
  const ids = page.map(({ pageID }) => pageID);
  return { operations: await readOperations(db, ids), total: Number(first.total) };
}

/** How many operations a text finds in all, where many are of customers that it finds. */
async function countFound(source: Source, filter: TextFilter, subjects: Subjects): Promise<number> {
  if (!isAlone(filter)) return countRows(source.db, filter);
  let total = subjects.operations;
  // Unknown where a column is null, and then it is not found by it.
  const isCounted = sql<SqlBool>`(${sql.join(isSubjectFoundBy(filter.searchTerm), sql` or `)}) is true`;
  for (const rows of beginningWith(source, filter)) {
    const others = rows.where((it) => it.not(isCounted)).select((it) => it.fn.countAll<number>().as("total"));
    total += Number((await others.executeTakeFirstOrThrow()).total);
  }
  return total;
}

/**
 * A page of what a text finds. The text is compared with the names and IDs of customers, of which there are far fewer
 * than operations. Where they have few operations these are read; where they have many, the newest operations are
 * compared until the page is full.
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
  // A page that is not full says by itself how many there are.
  const isLast = operations.length < limit && (operations.length > 0 || offset === 0);
  const total = isLast ? offset + operations.length : await countFound(source, filter, subjects);
  return { operations, total };
}

/**
 * Searches operations. On PostgreSQL in a transaction: its planner otherwise reads the whole table with its long rows,
 * because by its own figures a page of an index costs four times as much as the next page of a table, which is so on
 * turning disks only.
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
