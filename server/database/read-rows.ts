import { sql, type Transaction } from "kysely";
import type { AnyDatabase, TableDescription } from "./catalog.ts";
import type { Database } from "./open-database.ts";

export type RowValue = string | number | null;

const rowsAtOnce = 500;

/**
 * Runs `work` on a read-only snapshot of the database. The snapshot does not change, even if `work` takes long and
 * other transactions write.
 */
export function readSnapshot<Schema, Result>(
  database: Database<Schema>,
  work: (reading: Transaction<Schema>) => Promise<Result>,
): Promise<Result> {
  return database.atLength((db) => {
    const transaction = db.transaction();
    // On SQLite, a read transaction is always a snapshot.
    if (database.dialect === "sqlite") return transaction.execute(work);
    return transaction.setIsolationLevel("repeatable read").setAccessMode("read only").execute(work);
  });
}

/** Reads all rows of a table in batches. A row is an array of column values in the order of `columns`. */
export async function* readRows(
  { db, dialect }: AnyDatabase,
  { name, columns }: TableDescription,
): AsyncGenerator<RowValue[][]> {
  const valuesOf = (row: unknown) => columns.map((column) => (row as Record<string, RowValue>)[column] ?? null);
  const select = db.selectFrom(name).select([...columns]);
  if (dialect === "postgres") {
    await sql`declare "rows" no scroll cursor for ${select}`.execute(db);
    for (;;) {
      const { rows } = await sql`fetch ${sql.lit(rowsAtOnce)} from "rows"`.execute(db);
      if (rows.length > 0) yield rows.map(valuesOf);
      if (rows.length < rowsAtOnce) break;
    }
    await sql`close "rows"`.execute(db);
    return;
  }
  let some: RowValue[][] = [];
  for await (const row of select.stream()) {
    some.push(valuesOf(row));
    if (some.length < rowsAtOnce) continue;
    yield some;
    some = [];
  }
  if (some.length > 0) yield some;
}

/** Adds rows to a table. A row is an array of values in the order of `columns`. */
export async function addRows(
  { db, dialect }: AnyDatabase,
  { name, columns }: TableDescription,
  rows: readonly (readonly RowValue[])[],
): Promise<void> {
  // All rows are sent as one JSON parameter, because a statement can only have a limited number of parameters.
  const json = JSON.stringify(
    rows.map((row) => Object.fromEntries(columns.map((column, index) => [column, row[index]]))),
  );
  const names = sql.join(columns.map((column) => sql.ref(column)));
  if (dialect === "postgres") {
    await sql`insert into ${sql.table(name)} (${names})
      select ${names} from json_populate_recordset(null::${sql.table(name)}, ${json}::json)`.execute(db);
    return;
  }
  const values = sql.join(columns.map((column) => sql`json_extract("value", ${sql.lit(`$."${column}"`)})`));
  await sql`insert into ${sql.table(name)} (${names}) select ${values} from json_each(${json})`.execute(db);
}
