import { PostgresDialect } from "kysely";
import pg from "pg";

/** Connections of one process to Postgres. */
const poolSize = 10;

const int8 = 20;
const numeric = 1700;

/**
 * `bigint` and `numeric` come as numbers: the stores keep milliseconds and counts there, both far
 * below 2⁵³, and SQLite gives numbers too.
 */
const types: pg.CustomTypesConfig = {
  getTypeParser(id, format) {
    if (id === int8 || id === numeric) return Number;
    return format === "binary" ? pg.types.getTypeParser(id, "binary") : pg.types.getTypeParser(id, "text");
  },
};

/** A connection pool for the stores; `url` is a `postgres://` address. */
export function postgresPool(url: string): pg.Pool {
  const pool = new pg.Pool({ connectionString: url, max: poolSize, types, connectionTimeoutMillis: 5_000 });
  // A connection that breaks while idle is replaced by the pool; without a listener it would end the process.
  pool.on("error", () => {});
  return pool;
}

export function postgresDialect(pool: pg.Pool): PostgresDialect {
  return new PostgresDialect({ pool });
}
