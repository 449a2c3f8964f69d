import { CompiledQuery, type Kysely, sql } from "kysely";
import type { DatabaseDialect } from "#server/database/open-database.ts";
import type { CustomerTable, ProvisioningSchema } from "#server/provisioning/store/schema/schema.ts";

const columns = [
  "environment",
  "customer_id",
  "company_name",
  "name_key",
  "users_count",
  "created",
  "deleted_at",
  "plan",
  "term",
  "admin_email",
  "search",
  "seeded",
] as const satisfies (keyof CustomerTable)[];

const numbers: readonly (keyof CustomerTable)[] = ["users_count", "created", "deleted_at", "seeded"];

/** The number of rows per statement on SQLite. It keeps the number of parameters far below SQLite's limit of 32,766. */
const rowsPerInsert = 100;

const insertSql = (rows: number) =>
  `INSERT INTO customers (${columns}) VALUES ${Array(rows).fill(`(${columns.map(() => "?")})`)}`;

/**
 * The SQL text is built only once. If Kysely built it for each statement, a million rows would take more than twice as
 * long.
 */
const fullInsertSql = insertSql(rowsPerInsert);

const recordSql = sql.raw(columns.map((column) => `${column} ${numbers.includes(column) ? "bigint" : "text"}`).join());
const columnsSql = sql.raw(columns.join());

/** Inserts rows into `customers`. Uses as few statements as the database allows. */
export async function insertCustomerRows(
  db: Kysely<ProvisioningSchema>,
  dialect: DatabaseDialect,
  rows: readonly CustomerTable[],
): Promise<void> {
  if (rows.length === 0) return;
  if (dialect === "postgres") {
    await sql`INSERT INTO customers (${columnsSql})
      SELECT ${columnsSql} FROM json_to_recordset(${JSON.stringify(rows)}::json) AS given(${recordSql})`.execute(db);
    return;
  }
  for (let start = 0; start < rows.length; start += rowsPerInsert) {
    const some = rows.slice(start, start + rowsPerInsert);
    const text = some.length === rowsPerInsert ? fullInsertSql : insertSql(some.length);
    const values = some.flatMap((row) => columns.map((column) => row[column]));
    await db.executeQuery(CompiledQuery.raw(text, values));
  }
}
