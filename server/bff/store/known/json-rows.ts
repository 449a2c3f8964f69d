import { type RawBuilder, sql } from "kysely";
import type { DatabaseDialect } from "#server/database/open-database.ts";

/** The columns of rows that are passed as one JSON parameter, with their PostgreSQL types. */
export type JSONColumns = readonly (readonly [name: string, type: "text" | "bigint"])[];

/**
 * Rows that are passed to a statement as one parameter. The text of the statement is then the same for any number of
 * rows. `from` is a subquery with the columns.
 */
export function createJSONRows(dialect: DatabaseDialect, columns: JSONColumns) {
  const names = columns.map(([name]) => sql.ref(name));
  return {
    names,
    from(rows: readonly object[]): RawBuilder<unknown> {
      const json = JSON.stringify(rows);
      return dialect === "postgres"
        ? sql`select * from json_to_recordset(cast(${json} as json))
            as rows (${sql.join(columns.map(([name, type]) => sql`${sql.ref(name)} ${sql.raw(type)}`))})`
        : sql`select ${sql.join(columns.map(([name]) => sql`value ->> ${sql.lit(name)} as ${sql.ref(name)}`))}
            from json_each(${json}) where true`;
    },
  };
}
