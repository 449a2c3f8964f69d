import { type Kysely, type SelectQueryBuilder, sql } from "kysely";
import type { AuditAction } from "#lib/contract/access/audit.ts";
import type { Environment } from "#lib/contract/environment.ts";
import { maxAuditCount } from "#lib/contract/values/limits.ts";
import { idKey } from "#lib/contract/values/resource-ids.ts";
import type { ConsoleSchema } from "#server/bff/store/schema/schema.ts";
import type { DatabaseDialect } from "#server/database/open-database.ts";
import type { AuditRow } from "./audit-hash.ts";

/** Which events are wanted; a part that is left out lets all through. */
export interface AuditFilter {
  actorID?: string | undefined;
  action?: AuditAction | undefined;
  customerID?: string | undefined;
  environment?: Environment | undefined;
  /** Those of one ticket: as it is given, in upper case or in lower case. */
  ticket?: string | undefined;
  /** The whole of an e-mail address, ID, ticket, request ID or IP address. */
  text?: string | undefined;
  /** Milliseconds since 1970; from the first and before the second. */
  fromMs?: number | undefined;
  toMs?: number | undefined;
}

/** A part of the list in either direction. */
export interface AuditPage {
  order: "newest" | "oldest";
  /** Only events beyond this number, in that direction. */
  beyond?: number | undefined;
  limit: number;
}

/**
 * How far the clocks of two replicas may lie apart. Numbers follow the order in which events were recorded, times that
 * of the clocks: a time is looked up among the numbers with this much to spare.
 */
const clockDriftMs = 15 * 60_000;

type Rows<Output> = SelectQueryBuilder<ConsoleSchema, "audit", Output>;
type Narrowing = <Output>(rows: Rows<Output>) => Rows<Output>;

/** Where the log is, and in which kind of database. */
export interface AuditSource {
  db: Kysely<ConsoleSchema>;
  dialect: DatabaseDialect;
}

/** The numbers between which the events of a time are; null where there are none. */
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

/** The log keeps tickets as people wrote them, and most are written in one letter case throughout. */
const ticketSpellings = (ticket: string) => [...new Set([ticket, ticket.toUpperCase(), ticket.toLowerCase()])];

/** What a text is compared with. Each has an index of its own, so each is a query of its own in the same statement. */
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
 * Which columns an index may be chosen for. SQLite keeps no statistics and would as soon take the one by environment,
 * which has two values; PostgreSQL knows better by itself.
 */
function indexedColumns({ actorID, customerID, ticket, text }: AuditFilter): readonly string[] {
  if (text !== undefined || ticket !== undefined) return [];
  if (customerID !== undefined) return ["customerKey"];
  return actorID === undefined ? ["action", "environment"] : ["actorID", "action"];
}

/** The queries whose rows together are those that the filter lets through; a row may come from several. */
async function queriesOf({ db, dialect }: AuditSource, filter: AuditFilter): Promise<Narrowing[]> {
  const { actorID, action, customerID, environment, ticket, text, fromMs, toMs } = filter;
  const bounds = await boundsOf(db, filter);
  if (!bounds) return [];
  const indexed = indexedColumns(filter);
  const column = (name: keyof AuditRow) =>
    dialect === "postgres" || indexed.includes(name)
      ? sql.ref<string | number>(name)
      : // With a sign before it SQLite looks for no index of the column.
        sql<string | number>`+${sql.ref(name)}`;
  const customerKey = customerID === undefined ? undefined : idKey(customerID);
  const equal = Object.entries({ actorID, action, customerKey, environment }) as [keyof AuditRow, string | undefined][];
  const narrow: Narrowing = (rows) => {
    let narrowed = rows;
    for (const [name, value] of equal) {
      if (value !== undefined) narrowed = narrowed.where(column(name), "=", value);
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
 * Runs the queries in one statement; one for each column would wait for the database as often. Each stands in brackets
 * of its own, because SQLite takes no order and limit in a part of a union.
 */
function allOf<Row>(db: Kysely<ConsoleSchema>, queries: readonly Rows<Row>[]): Promise<Row[]> {
  const [first, ...others] = queries.map((rows) => db.selectFrom(rows.as("part")).selectAll() as unknown as Rows<Row>);
  if (!first) return Promise.resolve([]);
  return others.reduce((all, part) => all.unionAll(part), first).execute() as Promise<Row[]>;
}

/** One part of the rows that the filter lets through. */
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

/** How many rows the filter lets through; null where there are more than `maxAuditCount`. */
export async function countAuditRows(source: AuditSource, filter: AuditFilter): Promise<number | null> {
  const queries = (await queriesOf(source, filter)).map((narrow) =>
    narrow(source.db.selectFrom("audit").select("sequence"))
      .orderBy("sequence", "desc")
      .limit(maxAuditCount + 1),
  );
  const found = new Set((await allOf(source.db, queries)).map(({ sequence }) => sequence));
  return found.size > maxAuditCount ? null : found.size;
}
