import type { Compilable, CompiledQuery, Kysely } from "kysely";
import { readAtOnceOf } from "#server/database/read-at-once.ts";
import type { ConsoleSchema } from "./schema.ts";

/** A placeholder for a value in a query. The query is compiled before the value is known. */
class Placeholder {
  /** The name is a number for array positions, because JavaScript looks up numbers much faster than numeric strings. */
  readonly name: string | number;

  constructor(name: string) {
    this.name = /^\d+$/.test(name) ? Number(name) : name;
  }
}

const placeholders: unknown = new Proxy({}, { get: (_, name) => new Placeholder(String(name)) });

/**
 * A query whose SQL is compiled only once. Later calls only pass values. Use it for queries that every request makes.
 * `build` receives placeholders instead of values. It must pass each placeholder on unchanged, and only where SQL
 * allows a parameter. On SQLite, Kysely lets queries wait for its only connection. To avoid this, the query bypasses
 * Kysely unless a transaction is open.
 */
export function compileOnce<Values extends Readonly<Record<string | number, string | number>>, Row>(
  db: Kysely<ConsoleSchema>,
  build: (values: Values) => Compilable<Row>,
): (values: Values) => Promise<Row[]> {
  const readAtOnce = readAtOnceOf(db);
  let compiled: CompiledQuery<Row> | undefined;
  return async (values) => {
    compiled ??= build(placeholders as Values).compile();
    const parameters = compiled.parameters.map((one) => (one instanceof Placeholder ? values[one.name] : one));
    const rows = readAtOnce?.(compiled.sql, parameters) as Row[] | undefined;
    return rows ?? (await db.executeQuery<Row>({ ...compiled, parameters })).rows;
  };
}
