import { sql } from "kysely";
import type { Database } from "./open-database.ts";

/** A table, as the database's catalog describes it. */
export interface TableDescription {
  name: string;
  /** The columns that can be written. Generated columns are not included. */
  columns: readonly string[];
}

// biome-ignore lint/suspicious/noExplicitAny: these queries are the same for every schema
export type AnyDatabase = Pick<Database<any>, "db" | "dialect">;

/**
 * The database comment on columns that a trigger computes. PostgreSQL's catalog does not otherwise show that a trigger
 * computes a column.
 */
export const computedByTrigger = "computed by a trigger";

/** Returns the names of the database's tables. */
export async function readTableNames({ db, dialect }: AnyDatabase): Promise<ReadonlySet<string>> {
  const names =
    dialect === "postgres"
      ? sql<{ name: string }>`
          select relname as "name" from pg_class
          where relnamespace = current_schema()::regnamespace and relkind in ('r', 'p')`
      : sql<{ name: string }>`
          select "name" from sqlite_master where "type" = 'table' and "name" not like 'sqlite\\_%' escape '\\'`;
  return new Set((await names.execute(db)).rows.map(({ name }) => name));
}

/** Returns the tables of the database. Each table comes after the tables that it references. */
export async function describeTables({ db, dialect }: AnyDatabase): Promise<TableDescription[]> {
  const columns =
    dialect === "postgres"
      ? sql<{ table: string; column: string }>`
          select t.relname as "table", c.attname as "column"
          from pg_class t join pg_attribute c on c.attrelid = t.oid
          where t.relnamespace = current_schema()::regnamespace and t.relkind in ('r', 'p')
            and c.attnum > 0 and not c.attisdropped and c.attgenerated = ''
            and coalesce(col_description(t.oid, c.attnum), '') <> ${computedByTrigger}
          order by t.relname, c.attnum`
      : sql<{ table: string; column: string }>`
          select t."name" as "table", c."name" as "column"
          from sqlite_master t join pragma_table_info(t."name") c
          where t."type" = 'table' and t."name" not like 'sqlite\\_%' escape '\\'
          order by t."name", c."cid"`;
  const references =
    dialect === "postgres"
      ? sql<{ from: string; to: string }>`
          select f.relname as "from", t.relname as "to" from pg_constraint
          join pg_class f on f.oid = conrelid join pg_class t on t.oid = confrelid
          where contype = 'f' and f.relnamespace = current_schema()::regnamespace`
      : sql<{ from: string; to: string }>`
          select t."name" as "from", r."table" as "to"
          from sqlite_master t join pragma_foreign_key_list(t."name") r where t."type" = 'table'`;
  const tables = new Map<string, string[]>();
  for (const { table, column } of (await columns.execute(db)).rows) {
    tables.set(table, [...(tables.get(table) ?? []), column]);
  }
  return referredFirst(tables, (await references.execute(db)).rows);
}

function referredFirst(
  tables: ReadonlyMap<string, readonly string[]>,
  references: readonly { from: string; to: string }[],
): TableDescription[] {
  const ordered = new Map<string, TableDescription>();
  const visit = (name: string, columns: readonly string[]) => {
    if (ordered.has(name)) return;
    for (const { from, to } of references) {
      const referredTable = tables.get(to);
      if (from === name && to !== name && referredTable) visit(to, referredTable);
    }
    ordered.set(name, { name, columns });
  };
  for (const [name, columns] of tables) visit(name, columns);
  return [...ordered.values()];
}
