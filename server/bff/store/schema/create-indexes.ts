import { sql } from "kysely";
import type { AnyKysely } from "#server/database/migration.ts";

/** The columns of an index. With `where`, the index contains only the rows that meet this condition. */
type IndexColumns = readonly string[] | { columns: readonly string[]; isUnique?: true; where?: string };

/** Creates indexes of a new table. The keys of `indexes` are the names of the indexes. */
export async function createIndexes(
  db: AnyKysely,
  table: string,
  indexes: Readonly<Record<string, IndexColumns>>,
): Promise<void> {
  for (const [name, index] of Object.entries(indexes)) {
    const { columns, isUnique, where } = "columns" in index ? index : { columns: index };
    const kind = sql.raw(isUnique ? "unique index" : "index");
    const condition = where === undefined ? sql`` : sql` where ${sql.raw(where)}`;
    await sql`create ${kind} ${sql.ref(name)} on ${sql.table(table)} (${sql.join(columns.map((column) => sql.ref(column)))})${condition}`.execute(
      db,
    );
  }
}
