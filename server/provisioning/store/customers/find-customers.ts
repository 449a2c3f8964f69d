import { type Kysely, type RawBuilder, sql } from "kysely";
import type { Environment } from "#lib/contract/environment.ts";
import type { DatabaseDialect } from "#server/database/open-database.ts";
import type { CustomerRow, ProvisioningSchema } from "#server/provisioning/store/schema/schema.ts";
import { countCreated, countedRanges } from "./count-customers.ts";
import type { CustomerSelection } from "./customer-record.ts";
import { customerColumns, pageOf, readByCreation } from "./read-by-creation.ts";
import { trigramQuery } from "./trigram-query.ts";

type Rows = { rows: CustomerRow[]; total: number };

type FoundRow = Partial<CustomerRow> & { total: number };

/** The parameters for reading a list. All functions that read a list take them. */
interface Search {
  db: Kysely<ProvisioningSchema>;
  dialect: DatabaseDialect;
  environment: Environment;
  selection: CustomerSelection;
  /** The folded search term. If it is empty, all customers match. */
  term: string;
}

const keyColumn = {
  created: sql.raw("created"),
  companyName: sql.raw("name_key"),
  usersCount: sql.raw("users_count"),
};

/** How many index entries can be skipped in the time that it takes to read and sort one match. */
const entriesPerMatch = 8;

/**
 * The number of rows that can be read without any optimisation: customers that SQLite compares with the search term,
 * matches of a search term's trigrams, or rows that are skipped before a page.
 */
const quicklyRead = 2_000;
/**
 * If a window has at most this many customers, SQLite compares all of them when the trigrams match too many customers.
 */
const muchRead = 20_000;

/** The length of each of the three pieces of a long search term that PostgreSQL searches for, in characters. */
const pieceLength = 6;

/** Converts `text` to a LIKE pattern that finds it at any position. Wildcards in the text are escaped. */
function anywhere(text: string): string {
  return `%${text.replace(/[\\%_]/g, (character) => `\\${character}`)}%`;
}

async function readNumber(db: Kysely<ProvisioningSchema>, value: RawBuilder<unknown>): Promise<number> {
  const { rows } = await sql<{ value: number }>`SELECT ${value} AS value`.execute(db);
  return rows[0]?.value ?? 0;
}

function countInWindow({ environment, selection }: Search): RawBuilder<number> {
  const { createdFromMs, createdToMs, includeDeleted } = selection;
  return countCreated(environment, countedRanges({ fromMs: createdFromMs, toMs: createdToMs }), includeDeleted);
}

/**
 * The SQL condition for a list, without the search term. `created` may be an expression that prevents the use of an
 * index.
 */
function inWindow({ environment, selection }: Search, created = sql.raw("customers.created")): RawBuilder<boolean> {
  const { createdFromMs, createdToMs, includeDeleted } = selection;
  const until = createdToMs === undefined ? sql`` : sql`AND ${created} <= ${createdToMs}`;
  const live = sql.raw(includeDeleted ? "" : "AND customers.deleted_at IS NULL");
  return sql`customers.environment = ${environment} AND ${created} >= ${createdFromMs} ${until} ${live}`;
}

const direction = (ascending: boolean) => sql.raw(ascending ? "ASC" : "DESC");

/**
 * Reads a page in the order of the index on the sort key. A page in the second half of the list is read from the end.
 * So at most half of the customers must be skipped.
 */
async function walk(search: Search, total: number): Promise<CustomerRow[]> {
  const { db, environment, selection } = search;
  const { sort, ascending, offset } = selection;
  const limit = Math.min(selection.limit, total - offset);
  const fromEnd = offset > total / 2;
  const passed = fromEnd ? total - offset - limit : offset;
  const order = direction(ascending !== fromEnd);
  const key = keyColumn[sort];
  // If the list is sorted by another key, the unary plus prevents the use of the index on creation times. The database
  // then uses the index on the sort key.
  const window = inWindow(search, sql.raw(sort === "created" ? "customers.created" : "+customers.created"));
  const inOrder = sql`FROM customers WHERE ${window} ORDER BY ${key} ${order}, customer_id ${order} ${pageOf(limit, passed)}`;
  // If many rows must be skipped, only the index is read first. After that, only the rows of the page are read.
  const { rows } = await (passed <= quicklyRead
    ? sql<CustomerRow>`SELECT ${customerColumns} ${inOrder}`
    : sql<CustomerRow>`
        SELECT ${customerColumns} FROM (SELECT customer_id, ${key} AS sort_key ${inOrder}) AS page
        JOIN customers ON customers.environment = ${environment} AND customers.customer_id = page.customer_id
        ORDER BY page.sort_key ${order}, page.customer_id ${order}`
  ).execute(db);
  return fromEnd ? rows.reverse() : rows;
}

/**
 * Reads the page and the total in one statement. This function is for pages near the start of the creation order. Most
 * requests ask for such a page.
 */
async function readNearPage(search: Search): Promise<Rows> {
  const { db, dialect, environment, selection } = search;
  const rows = await readByCreation({ db, dialect, environment, selection });
  // The total is part of each row. An empty page has no row, so the total is counted separately.
  return { rows, total: rows[0]?.total ?? (await readNumber(db, countInWindow(search))) };
}

/**
 * Finds all matches, counts them, and sorts them for the page. A single statement does all of this, so the count and
 * the page fit together.
 */
async function findAll(search: Search, matches: RawBuilder<unknown>): Promise<Rows> {
  const { db, environment, selection } = search;
  const order = direction(selection.ascending);
  const { rows } = await sql<FoundRow>`
    WITH found AS MATERIALIZED (SELECT customers.customer_id, customers.${keyColumn[selection.sort]} AS sort_key ${matches})
    SELECT counted.total, ${customerColumns}
    FROM (SELECT count(*) AS total FROM found) AS counted
    LEFT JOIN (
      SELECT customer_id, sort_key FROM found
      ORDER BY sort_key ${order}, customer_id ${order} ${pageOf(selection.limit, selection.offset)}
    ) AS page ON 1 = 1
    LEFT JOIN customers ON customers.environment = ${environment} AND customers.customer_id = page.customer_id
    ORDER BY page.sort_key ${order}, page.customer_id ${order}`.execute(db);
  // Even for an empty page there is one row, which contains only the total.
  const isCustomer = (row: FoundRow): row is CustomerRow & FoundRow => typeof row.customer_id === "string";
  return { rows: rows.filter(isCustomer), total: rows[0]?.total ?? 0 };
}

/**
 * Searches on SQLite. In a small window, every customer is compared with the term. In a larger window, only customers
 * whose trigrams match are compared. If the trigrams match too many customers, a window of medium size is still
 * compared completely.
 */
async function searchSqlite(search: Search): Promise<Rows> {
  const { db, term } = search;
  const isMatch = sql`instr(customers.search, ${term}) > 0`;
  const look = sql`FROM customers WHERE ${inWindow(search)} AND ${isMatch}`;
  const trigrams = trigramQuery(term);
  if (trigrams === undefined) return findAll(search, look);
  const inside = await readNumber(db, countInWindow(search));
  if (inside <= quicklyRead) return findAll(search, look);
  const named = sql`SELECT rowid AS row_id FROM customer_search WHERE customer_search MATCH ${trigrams}`;
  const { rows } = await sql<{ ids: string; count: number }>`
    SELECT json_group_array(row_id) AS ids, count(*) AS count FROM (${named} LIMIT ${sql.lit(quicklyRead + 1)})`.execute(
    db,
  );
  const [candidates] = rows;
  const isFew = candidates !== undefined && candidates.count <= quicklyRead;
  if (!isFew && inside <= muchRead) return findAll(search, look);
  const wanted = isFew ? sql`SELECT value AS row_id FROM json_each(${candidates.ids})` : named;
  // With CROSS JOIN, SQLite reads the two tables in this order. Otherwise it would read all customers of the
  // environment.
  return findAll(
    search,
    sql`FROM (${wanted}) AS named CROSS JOIN customers ON customers.row_id = named.row_id
      WHERE ${isMatch} AND ${inWindow(search, sql.raw("+customers.created"))}`,
  );
}

/**
 * The pieces of a long `term` that are searched in the index. A few pieces are enough, and each trigram costs a scan of
 * all texts that contain it.
 */
function piecesOf(term: string): string[] {
  const characters = Array.from(term);
  if (characters.length <= 3 * pieceLength) return [term];
  const middle = Math.floor((characters.length - pieceLength) / 2);
  const from = (start: number) => characters.slice(start, start + pieceLength).join("");
  return [from(0), from(middle), from(characters.length - pieceLength)];
}

/** Searches on PostgreSQL. PostgreSQL itself decides whether to use the trigrams or the window. */
function searchPostgres(search: Search): Promise<Rows> {
  const pieces = piecesOf(search.term).map((piece) => sql`customers.search LIKE ${anywhere(piece)}`);
  return findAll(
    search,
    sql`FROM customers WHERE ${inWindow(search)} AND ${sql.join(pieces, sql` AND `)} AND strpos(customers.search, ${search.term}) > 0`,
  );
}

/** True if it is faster to read the index on the sort key up to the page than to read and sort all matches. */
export function isWalkShorter(options: { reach: number; total: number; all: number }): boolean {
  const { reach, total, all } = options;
  return (reach * all) / total <= entriesPerMatch * total;
}

async function listInWindow(search: Search, total: number): Promise<Rows> {
  const { db, environment, selection } = search;
  const { offset, limit, sort, includeDeleted } = selection;
  if (offset >= total) return { rows: [], total };
  if (sort !== "created") {
    const all = await readNumber(db, countCreated(environment, countedRanges({ fromMs: 0 }), includeDeleted));
    const reach = Math.min(offset, total - offset) + limit;
    if (!isWalkShorter({ reach, total, all })) return findAll(search, sql`FROM customers WHERE ${inWindow(search)}`);
  }
  return { rows: await walk(search, total), total };
}

/** Runs `work` on one snapshot of the store, so that the count and the rows fit together. */
function inSnapshot<Result>(search: Search, work: (search: Search) => Promise<Result>): Promise<Result> {
  const { db, dialect } = search;
  if (db.isTransaction) return work(search);
  const transaction = dialect === "postgres" ? db.transaction().setIsolationLevel("repeatable read") : db.transaction();
  return transaction.execute((within) => work({ ...search, db: within }));
}

/** One page of customers, and the number of matches on all pages. Chooses the fastest way to get the exact result. */
export async function findCustomers(search: Search): Promise<Rows> {
  if (search.term !== "") return search.dialect === "sqlite" ? searchSqlite(search) : searchPostgres(search);
  const { sort, offset } = search.selection;
  if (sort === "created" && offset <= quicklyRead) return readNearPage(search);
  const count = ({ db }: Search) => readNumber(db, countInWindow(search));
  const total = await count(search);
  if (offset <= total / 2) return listInWindow(search, total);
  return inSnapshot(search, async (within) => listInWindow(within, await count(within)));
}
