import type { Compilable, CompiledQuery, Kysely } from "kysely";
import type { ConsoleSchema } from "./schema.ts";

/** Stands for a value in a query that is compiled before the value is known. */
class Placeholder {
  readonly name: string;

  constructor(name: string) {
    this.name = name;
  }
}

const placeholders: unknown = new Proxy({}, { get: (_, name) => new Placeholder(String(name)) });

/**
 * A query whose SQL is made once and then only given its values: for what every request asks. `build` must use each
 * of its values as it is and where a value stands, because it gets something else in their place.
 */
export function compileOnce<Values extends Readonly<Record<string, string | number>>, Row>(
  db: Kysely<ConsoleSchema>,
  build: (values: Values) => Compilable<Row>,
): (values: Values) => Promise<Row[]> {
  let compiled: CompiledQuery<Row> | undefined;
  return async (values) => {
    compiled ??= build(placeholders as Values).compile();
    const filled = (one: unknown) => (one instanceof Placeholder ? values[one.name] : one);
    const { rows } = await db.executeQuery<Row>({ ...compiled, parameters: compiled.parameters.map(filled) });
    return rows;
  };
}
