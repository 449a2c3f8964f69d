import type { CompiledQuery, DatabaseConnection, Dialect, Driver, QueryResult } from "kysely";

/** The names of written tables. "any": any table may have been written. */
export type WrittenTables = ReadonlySet<string> | "any";

/** Receives the tables that were written, after their transaction has ended. Must not throw. */
export type OnWritten = (tables: WrittenTables) => void;

const writing = /^\s*(?:insert|update|delete|with)\b/i;
const writtenTable = /\b(?:insert into|update|delete from) "(\w+)"/gi;

/** Notes the tables that are written on a connection. */
class WatchedConnection implements DatabaseConnection {
  readonly written = new Set<string>();
  readonly inner: DatabaseConnection;

  constructor(inner: DatabaseConnection) {
    this.inner = inner;
  }

  async executeQuery<Row>(query: CompiledQuery): Promise<QueryResult<Row>> {
    const result = await this.inner.executeQuery<Row>(query);
    if (!writing.test(query.sql) || (result.numAffectedRows ?? result.rows.length) < 1) return result;
    for (const [, table] of query.sql.matchAll(writtenTable)) if (table !== undefined) this.written.add(table);
    return result;
  }

  streamQuery<Row>(query: CompiledQuery, chunkSize: number): AsyncIterableIterator<QueryResult<Row>> {
    return this.inner.streamQuery(query, chunkSize);
  }
}

const innerOf = (connection: DatabaseConnection) =>
  connection instanceof WatchedConnection ? connection.inner : connection;

function watched(driver: Driver, onWritten: OnWritten): Driver {
  return {
    init: () => driver.init(),
    acquireConnection: async () => new WatchedConnection(await driver.acquireConnection()),
    beginTransaction: (connection, settings) => driver.beginTransaction(innerOf(connection), settings),
    commitTransaction: (connection) => driver.commitTransaction(innerOf(connection)),
    rollbackTransaction: (connection) => driver.rollbackTransaction(innerOf(connection)),
    async releaseConnection(connection) {
      await driver.releaseConnection(innerOf(connection));
      if (connection instanceof WatchedConnection && connection.written.size > 0) onWritten(connection.written);
    },
    destroy: () => driver.destroy(),
  };
}

/**
 * Adds a listener to a dialect. A transaction keeps its connection until it has ended, so the listener is called when
 * other connections can read what was written. After a rollback it is called too.
 */
export function withWrittenTables(dialect: Dialect, onWritten: OnWritten): Dialect {
  return {
    createAdapter: () => dialect.createAdapter(),
    createDriver: () => watched(dialect.createDriver(), onWritten),
    createIntrospector: (db) => dialect.createIntrospector(db),
    createQueryCompiler: () => dialect.createQueryCompiler(),
  };
}
