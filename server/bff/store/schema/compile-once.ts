import type { Compilable, CompiledQuery, Kysely } from "kysely";
import { readAtOnceOf } from "#server/database/read-at-once.ts";
import type { ConsoleSchema } from "./schema.ts";

/** Stands for a value in a query that is compiled before the value is known. */
class Placeholder {
  /** A number where it is one: a value of a list is found much faster by it than by a text of digits. */
  readonly name: string | number;

  constructor(name: string) {
    this.name = /^\d+$/.test(name) ? Number(name) : name;
  }
}

const placeholders: unknown = new Proxy({}, { get: (_, name) => new Placeholder(String(name)) });

/**
 * A query whose SQL is made once and then only given its values: for what every request asks. `build` must use each
 * of its values as it is and where a value stands, because it gets something else in their place. On SQLite it is asked
 * without Kysely, whose one connection is handed from query to query, unless a transaction is open.
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
