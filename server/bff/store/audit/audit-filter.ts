import { type Kysely, type SelectQueryBuilder, sql } from "kysely";
import type { AuditAction } from "#lib/contract/access/audit.ts";
import type { Environment } from "#lib/contract/environment.ts";
import { maxAuditCount } from "#lib/contract/values/limits.ts";
import { idKey } from "#lib/contract/values/resource-ids.ts";
import { listOf, type OneOrMore } from "#server/bff/store/one-or-more.ts";
import type { ConsoleSchema } from "#server/bff/store/schema/schema.ts";
import type { DatabaseDialect } from "#server/database/open-database.ts";
import type { AuditRow } from "./audit-hash.ts";

/** Selects events. A missing member does not filter. */
export interface AuditFilter {
  actorID?: OneOrMore<string> | undefined;
  action?: OneOrMore<AuditAction> | undefined;
  customerID?: string | undefined;
  environment?: Environment | undefined;
  /** Events of one ticket. The ticket is searched as given, in upper case and in lower case. */
  ticket?: string | undefined;
  /** A complete e-mail address, ID, ticket, request ID or IP address. */
  text?: string | undefined;
  /** Milliseconds since 1970. `fromMs` is included, and `toMs` is excluded. */
  fromMs?: number | undefined;
  toMs?: number | undefined;
}

/** One page of the list. `order` is the sort order. */
export interface AuditPage {
  order: "newest" | "oldest";
  /**
   * The sequence number of the last event on the previous page. Only events that follow it in this order are returned.
   */
  beyond?: number | undefined;
  limit: number;
}

/**
 * The maximum difference between the clocks of two replicas, in milliseconds. Sequence numbers follow the order of
 * recording, but times come from the replicas' clocks. This margin is added when a time is converted to sequence
 * numbers.
 */
const clockDriftMs = 15 * 60_000;

type Rows<Output> = SelectQueryBuilder<ConsoleSchema, "audit", Output>;
type Narrowing = <Output>(rows: Rows<Output>) => Rows<Output>;

/** The database of the log and its dialect. */
export interface AuditSource {
  db: Kysely<ConsoleSchema>;
  dialect: DatabaseDialect;
}

/** The range of sequence numbers for a time range. Null if the time range has no events. */
async function boundsOf(db: Kysely<ConsoleSchema>, { fromMs, toMs }: AuditFilter) {
  const end = (order: "asc" | "desc") => db.selectFrom("audit").select("sequence").orderBy("at", order).limit(1);
  const first =
    fromMs === undefined
      ? undefined
      : await end("asc")
          .where("at", ">=", fromMs - clockDriftMs)
          .executeTakeFirst();
  if (fromMs !== undefined && !first) return null;
  const last =
    toMs === undefined
      ? undefined
      : await end("desc")
          .where("at", "<", toMs + clockDriftMs)
          .executeTakeFirst();
  if (toMs !== undefined && !last) return null;
  return { first: first?.sequence, last: last?.sequence };
}

/**
 * The spellings of a ticket to search for. The log stores a ticket as a person typed it. Most people type a ticket
 * completely in upper case or completely in lower case.
 */
const ticketSpellings = (ticket: string) => [...new Set([ticket, ticket.toUpperCase(), ticket.toLowerCase()])];

/**
 * Returns one condition for each column that is compared with the text. Each column has its own index. The database
 * uses all of these indexes only if each condition gets its own subquery.
 */
function textColumns(text: string): Narrowing[] {
  return [
    (rows) => rows.where("actorEmail", "=", text.toLowerCase()),
    (rows) => rows.where("actorID", "=", text),
    (rows) => rows.where("targetID", "=", text),
    (rows) => rows.where("customerKey", "=", idKey(text)),
    (rows) => rows.where("ticket", "in", ticketSpellings(text)),
    (rows) => rows.where("requestID", "=", text),
    (rows) => rows.where("address", "=", text),
  ];
}

/**
 * The columns whose index the database may use. SQLite has no statistics and might choose the index on the environment,
 * which has only two values. PostgreSQL chooses a good index without help.
 */
function indexedColumns({ actorID, customerID, ticket, text }: AuditFilter): readonly string[] {
  if (text !== undefined || ticket !== undefined) return [];
  if (customerID !== undefined) return ["customerKey"];
  return actorID === undefined ? ["action", "environment"] : ["actorID", "action"];
}

/** The queries whose combined rows match the filter. A row may be returned by several queries. */
async function queriesOf({ db, dialect }: AuditSource, filter: AuditFilter): Promise<Narrowing[]> {
  const { actorID, action, customerID, environment, ticket, text, fromMs, toMs } = filter;
  const bounds = await boundsOf(db, filter);
  if (!bounds) return [];
  const indexed = indexedColumns(filter);
  const column = (name: keyof AuditRow) =>
    dialect === "postgres" || indexed.includes(name)
      ? sql.ref<string | number>(name)
      : // The unary plus prevents SQLite from using an index on the column.
        sql<string | number>`+${sql.ref(name)}`;
  const customerKey = customerID === undefined ? undefined : idKey(customerID);
  const chosen = Object.entries({ actorID, action, customerKey, environment }) as [
    keyof AuditRow,
    OneOrMore<string> | undefined,
  ][];
  const narrow: Narrowing = (rows) => {
    let narrowed = rows;
    for (const [name, values] of chosen) {
      if (values !== undefined) narrowed = narrowed.where(column(name), "in", listOf(values));
    }
    if (ticket !== undefined) narrowed = narrowed.where("ticket", "in", ticketSpellings(ticket));
    if (fromMs !== undefined) narrowed = narrowed.where(column("at"), ">=", fromMs);
    if (toMs !== undefined) narrowed = narrowed.where(column("at"), "<", toMs);
    if (bounds.first !== undefined) narrowed = narrowed.where("sequence", ">=", bounds.first);
    if (bounds.last !== undefined) narrowed = narrowed.where("sequence", "<=", bounds.last);
    return narrowed;
  };
  if (text === undefined) return [narrow];
  return textColumns(text).map(
    (matching): Narrowing =>
      (rows) =>
        matching(narrow(rows)),
  );
}

/**
 * Runs the queries as one statement, so that only one round trip to the database is needed. Each query is a subquery,
 * because SQLite allows no ORDER BY or LIMIT in a part of a union.
 */
function allOf<Row>(db: Kysely<ConsoleSchema>, queries: readonly Rows<Row>[]): Promise<Row[]> {
  const [first, ...others] = queries.map((rows) => db.selectFrom(rows.as("part")).selectAll() as unknown as Rows<Row>);
  if (!first) return Promise.resolve([]);
  return others.reduce((all, part) => all.unionAll(part), first).execute() as Promise<Row[]>;
}

/** Reads one page of the rows that match the filter. */
export async function readAuditRows(
  source: AuditSource,
  filter: AuditFilter,
  { order, beyond, limit }: AuditPage,
): Promise<AuditRow[]> {
  const isNewest = order === "newest";
  const queries = (await queriesOf(source, filter)).map((narrow) => {
    let rows = narrow(source.db.selectFrom("audit").selectAll());
    if (beyond !== undefined) rows = rows.where("sequence", isNewest ? "<" : ">", beyond);
    return rows.orderBy("sequence", isNewest ? "desc" : "asc").limit(limit);
  });
  const found = new Map((await allOf(source.db, queries)).map((row) => [row.sequence, row]));
  const sorted = [...found.values()].sort((a, b) => (isNewest ? b.sequence - a.sequence : a.sequence - b.sequence));
  return sorted.slice(0, limit);
}

/** The number of rows that match the filter. Null if more than `maxAuditCount` rows match. */
export async function countAuditRows(source: AuditSource, filter: AuditFilter): Promise<number | null> {
  const queries = (await queriesOf(source, filter)).map((narrow) =>
    narrow(source.db.selectFrom("audit").select("sequence"))
      .orderBy("sequence", "desc")
      .limit(maxAuditCount + 1),
  );
  const found = new Set((await allOf(source.db, queries)).map(({ sequence }) => sequence));
  return found.size > maxAuditCount ? null : found.size;
}
