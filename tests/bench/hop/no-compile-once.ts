import type { Compilable, Kysely } from "kysely";
import type { ConsoleSchema } from "#server/bff/store/schema/schema.ts";

/** Replaces the console's own function in a benchmark. Every query is compiled for each execution. */
export function compileOnce<Values, Row>(
  db: Kysely<ConsoleSchema>,
  build: (values: Values) => Compilable<Row>,
): (values: Values) => Promise<Row[]> {
  return async (values) => (await db.executeQuery<Row>(build(values).compile())).rows;
}
