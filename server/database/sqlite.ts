import { accessSync, constants, existsSync, statSync } from "node:fs";
import { dirname, resolve } from "node:path";
import { DatabaseSync, type SQLInputValue, type StatementSync } from "node:sqlite";
import {
  type DatabaseIntrospector,
  type Dialect,
  type Kysely,
  SqliteAdapter,
  type SqliteDatabase,
  SqliteDialect,
  type SqliteStatement,
} from "kysely";
import { createPrivateFile, lockFile } from "./file-lock.ts";
import { makeFolder } from "./make-folder.ts";
import { DatabaseOpenError, damagedDatabase } from "./open-error.ts";
import type { ReadAtOnce } from "./read-at-once.ts";

/**
 * The maximum number of cached compiled statements. The programs have fewer statements, so no statement is compiled
 * twice.
 */
const keptStatements = 256;

const nothingDone = { changes: 0, lastInsertRowid: 0 };

/**
 * Turns rows into objects with the same hidden class. The objects that node:sqlite itself returns are dictionaries,
 * which are slower to create and much slower to read.
 */
function asObjects(names: readonly string[], rows: readonly unknown[][]): Record<string, unknown>[] {
  return rows.map((values) => {
    const row: Record<string, unknown> = {};
    for (let index = 0; index < names.length; index++) row[names[index] as string] = values[index];
    return row;
  });
}

/**
 * Checks and returns the values of a statement. All numbers in the databases are integers. SQLite would accept a
 * fraction, but PostgreSQL refuses it. Without this check, such a mistake would only appear on PostgreSQL.
 * @throws TypeError for NaN and for a number that is not an integer.
 */
function wholeValues(parameters: readonly unknown[]): SQLInputValue[] {
  for (const value of parameters) {
    if (typeof value === "number" && !Number.isSafeInteger(value)) {
      throw new TypeError(`The stores keep whole numbers only, and ${value} is none`);
    }
  }
  return parameters as SQLInputValue[];
}

/** Adapts a node:sqlite database to Kysely's dialect, which calls a few methods of better-sqlite3. */
function asKyselyDatabase(database: DatabaseSync, onClose: () => void): SqliteDatabase {
  const kept = new Map<string, SqliteStatement>();
  // A full disk and some other failures roll back the transaction immediately. A further explicit rollback would fail
  // and hide the original error, so it is skipped.
  const isRolledBack = (sql: string) => sql === "rollback" && !database.isTransaction;
  const compile = (sql: string): SqliteStatement => {
    const statement: StatementSync = database.prepare(sql);
    const readNames = () => statement.columns().map(({ name }) => name);
    const names = readNames();
    // A migration may change the columns that `*` means, so their names are read again. The `*` in `count(*)` does not
    // matter.
    const namesNow = sql.replaceAll("count(*)", "").includes("*") ? readNames : () => names;
    statement.setReturnArrays(true);
    const objects = (rows: unknown) => asObjects(namesNow(), rows as unknown[][]);
    return {
      reader: names.length > 0,
      all: (parameters) => objects(statement.all(...wholeValues(parameters))),
      run: (parameters) => (isRolledBack(sql) ? nothingDone : statement.run(...wholeValues(parameters))),
      *iterate(parameters) {
        for (const row of statement.iterate(...wholeValues(parameters))) yield* objects([row]);
      },
    };
  };
  return {
    close() {
      kept.clear();
      database.close();
      onClose();
    },
    prepare(sql) {
      const known = kept.get(sql);
      if (known) return known;
      const statement = compile(sql);
      if (kept.size >= keptStatements) kept.delete(kept.keys().next().value as string);
      kept.set(sql, statement);
      return statement;
    },
  };
}

/**
 * Kysely's adapter says that SQLite cannot run DDL in transactions, but it can. With this adapter, a killed migration
 * leaves no partial changes.
 */
class TransactionalSqliteAdapter extends SqliteAdapter {
  override get supportsTransactionalDdl(): boolean {
    return true;
  }
}

/** SQLite's code for a file that is not a database (SQLITE_NOTADB). */
const noDatabase = 26;

function isNoDatabase(error: unknown): boolean {
  return error instanceof Error && "errcode" in error && error.errcode === noDatabase;
}

function openFile(path: string, readOnly: boolean): DatabaseSync {
  const folder = dirname(path);
  try {
    if (!readOnly) {
      makeFolder(folder);
      accessSync(folder, constants.W_OK);
      if (existsSync(path)) {
        accessSync(path, constants.W_OK);
        if (!statSync(path).isFile()) throw new Error("not a file");
      } else createPrivateFile(path);
    }
    return new DatabaseSync(path, { readOnly, timeout: 5_000 });
  } catch (error) {
    throw new DatabaseOpenError(
      "database_unwritable",
      readOnly
        ? `The database file ${path} cannot be read: check that it exists and who may read it.`
        : `The database file ${path} cannot be written: give this user the right to write ${folder}, or name another file.`,
      error,
    );
  }
}

/**
 * Returns a function whose value is different after every change by any process. SQLite counts the changes of this
 * connection, and has a version number for changes of other connections. The value is undefined while a transaction is
 * open, because the transaction may be rolled back.
 */
function versionOf(database: DatabaseSync): () => string | undefined {
  const versions = database.prepare("SELECT total_changes(), data_version FROM pragma_data_version");
  versions.setReturnArrays(true);
  return () => (database.isTransaction ? undefined : String(versions.get()));
}

/**
 * Creates a Kysely dialect for node:sqlite. `path` is `:memory:` or the path of a file. A file is opened in WAL mode
 * and synced at every commit. Only one process may write the file (`file-lock.ts`).
 * @throws DatabaseOpenError if the file is in use, cannot be written or is not a database.
 */
export function sqliteDialect(
  path: string,
  readOnly: boolean,
): { dialect: Dialect; version: () => string | undefined; readAtOnce: ReadAtOnce } {
  const inMemory = path === ":memory:";
  const file = inMemory ? path : resolve(path);
  const database = inMemory ? new DatabaseSync(path) : openFile(file, readOnly);
  let release = () => {};
  try {
    if (!inMemory && !readOnly) {
      release = lockFile(file).release;
      database.exec("PRAGMA journal_mode = WAL; PRAGMA synchronous = FULL");
    }
    database.exec("PRAGMA foreign_keys = ON");
  } catch (error) {
    database.close();
    release();
    if (isNoDatabase(error)) {
      throw new DatabaseOpenError(
        "database_invalid",
        `The file ${file} is no SQLite database: name another file.`,
        error,
      );
    }
    throw damagedDatabase(error) ?? error;
  }
  const statements = asKyselyDatabase(database, () => release());
  const usual = new SqliteDialect({ database: statements });
  const dialect = {
    createAdapter: () => new TransactionalSqliteAdapter(),
    createDriver: () => usual.createDriver(),
    createIntrospector: (db: Kysely<unknown>): DatabaseIntrospector => usual.createIntrospector(db),
    createQueryCompiler: () => usual.createQueryCompiler(),
  };
  const readAtOnce: ReadAtOnce = (sql, parameters) =>
    database.isTransaction ? undefined : (statements.prepare(sql).all(parameters) as Record<string, unknown>[]);
  return { dialect, version: versionOf(database), readAtOnce };
}
