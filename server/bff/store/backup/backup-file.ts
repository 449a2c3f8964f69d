import { createHash } from "node:crypto";
import { once } from "node:events";
import { createReadStream, createWriteStream, openSync } from "node:fs";
import { rename, rm } from "node:fs/promises";
import { finished, pipeline } from "node:stream/promises";
import { createGunzip, createGzip } from "node:zlib";
import { z } from "zod";
import { migrations } from "#server/bff/store/migrations.ts";
import { lacksBaseline, neverReleased } from "#server/database/migration-records.ts";
import { DatabaseOpenError } from "#server/database/open-error.ts";
import type { RowValue } from "#server/database/read-rows.ts";

/**
 * A backup is a gzip file of JSON lines. The first line is a header. For each table, one line names the table, and one
 * line follows for each row. The last line has the number of rows and the SHA-256 of all earlier lines. Why:
 * docs/decisions/0031-backups.md.
 */
const headerSchema = z.object({
  format: z.literal("switchboard-backup"),
  version: z.literal(1),
  /** ISO 8601 in UTC. */
  madeAt: z.string(),
  /** The purpose that is recorded in the store. Null if the store was never used. */
  purpose: z.string().nullable(),
  /** The migrations that the store had. */
  steps: z.array(z.string()),
  /** The end of the audit log. */
  audit: z.object({ sequence: z.number(), hash: z.string() }),
});

const tableSchema = z.object({ table: z.string(), columns: z.array(z.string()) });
const rowSchema = z.array(z.union([z.string(), z.number(), z.null()]));
const endSchema = z.object({ rows: z.record(z.string(), z.number()), sha256: z.string() });

export type BackupHeader = z.infer<typeof headerSchema>;

/** Reads the first line. Throws DatabaseOpenError `backup_unusable` for a backup of a version before 1.0.0. */
function parseHeader(line: unknown): BackupHeader {
  const { steps } = headerSchema.pick({ format: true, steps: true }).parse(line);
  if (lacksBaseline(steps, migrations)) {
    throw new DatabaseOpenError(
      "backup_unusable",
      `The backup was made by a version before 1.0.0. ${neverReleased}: begin with an empty store. Nothing was restored.`,
    );
  }
  return headerSchema.parse(line);
}

/** The number of rows in each table. */
export type RowCounts = Readonly<Record<string, number>>;

/** Unicode line separators are legal in JSON, but some programs treat them as line endings. */
const oneLine = (value: unknown) =>
  JSON.stringify(value).replace(/[\u2028\u2029]/g, (end) => `\\u${end.charCodeAt(0).toString(16)}`);

/** Creates a backup at `path`. The file must not exist yet. Only its owner may read it. */
export async function createBackupWriter(path: string, header: BackupHeader) {
  const partial = `${path}.partial`;
  await rm(partial, { force: true });
  const file = createWriteStream(partial, { fd: openSync(partial, "wx", 0o600), flush: true });
  const gzip = createGzip({ level: 3 });
  const written = pipeline(gzip, file);
  // `finish()` reports this error, so it needs no handling here.
  written.catch(() => {});
  const hash = createHash("sha256");
  const rows: Record<string, number> = {};
  let table = "";

  async function write(lines: readonly unknown[]): Promise<void> {
    const text = lines.map((line) => `${oneLine(line)}\n`).join("");
    hash.update(text);
    if (!gzip.write(text)) await Promise.race([once(gzip, "drain"), written]);
  }

  await write([header]);
  return {
    async startTable(name: string, columns: readonly string[]): Promise<void> {
      table = name;
      rows[name] = 0;
      await write([{ table: name, columns }]);
    },
    async addRows(added: readonly (readonly RowValue[])[]): Promise<void> {
      rows[table] = (rows[table] ?? 0) + added.length;
      await write(added);
    },
    /** Writes the final line, and then renames the file to its final name. */
    async finish(): Promise<{ rows: RowCounts; sha256: string }> {
      const sha256 = hash.digest("hex");
      gzip.end(`${JSON.stringify({ rows, sha256 })}\n`);
      await written;
      await rename(partial, path);
      return { rows, sha256 };
    },
    /** Removes the unfinished file. */
    async discard(): Promise<void> {
      gzip.destroy();
      await finished(file, { error: false }).catch(() => {});
      await rm(partial, { force: true });
    },
  };
}

/** One part of a backup. The parts come in the order of the file. */
export type BackupPart =
  | { header: BackupHeader }
  | { table: string; columns: readonly string[] }
  | { row: readonly RowValue[] }
  | { rows: RowCounts; sha256: string };

const damaged = (path: string, cause?: unknown) =>
  new DatabaseOpenError(
    "backup_unusable",
    `${path} is no complete backup of Switchboard, or it was changed: nothing was restored.`,
    cause,
  );

/**
 * The maximum length of a line. All rows of the store are much shorter. Without a limit, a damaged file could fill the
 * memory with one endless line.
 */
const maxLineLength = 64 * 1024 * 1024;

/**
 * The lines of a compressed file. Rejects if a line is too long or if the file is damaged, even if only the part after
 * the last line is damaged.
 */
async function* linesOf(path: string, maxLength: number): AsyncGenerator<string> {
  const gunzip = createGunzip();
  const reading = pipeline(createReadStream(path), gunzip);
  // Reading the lines throws the same error, so it needs no handling here.
  reading.catch(() => {});
  const decoder = new TextDecoder();
  let parts: string[] = [];
  let length = 0;
  for await (const chunk of gunzip) {
    const [first = "", ...more] = decoder.decode(chunk, { stream: true }).split("\n");
    parts.push(first);
    length += first.length;
    if (length > maxLength) throw new Error("A line of the backup has no end");
    for (const next of more) {
      yield parts.join("");
      parts = [next];
      length = next.length;
    }
  }
  await reading;
  const rest = parts.join("");
  if (rest !== "") yield rest;
}

/**
 * Reads a backup from start to end. Throws DatabaseOpenError `backup_unusable` if the backup is incomplete or was
 * changed. Some parts may already have been returned at that point.
 */
export async function* readBackup(path: string, maxLine = maxLineLength): AsyncGenerator<BackupPart> {
  const hash = createHash("sha256");
  const counted: Record<string, number> = {};
  let table: string | undefined;
  let isFirst = true;
  let end: z.infer<typeof endSchema> | undefined;
  try {
    for await (const line of linesOf(path, maxLine)) {
      if (end) throw damaged(path);
      const value: unknown = JSON.parse(line);
      if (isFirst) {
        isFirst = false;
        yield { header: parseHeader(value) };
      } else if (Array.isArray(value) && table !== undefined) {
        counted[table] = (counted[table] ?? 0) + 1;
        yield { row: rowSchema.parse(value) };
      } else if (typeof value === "object" && value !== null && "sha256" in value) {
        end = endSchema.parse(value);
        const isWhole = end.sha256 === hash.digest("hex") && JSON.stringify(end.rows) === JSON.stringify(counted);
        if (!isWhole) throw damaged(path);
      } else {
        const start = tableSchema.parse(value);
        table = start.table;
        counted[table] = 0;
        yield start;
      }
      if (!end) hash.update(`${line}\n`);
    }
  } catch (error) {
    throw error instanceof DatabaseOpenError ? error : damaged(path, error);
  }
  if (!end) throw damaged(path);
  yield end;
}

/** Reads the header of a backup. Throws DatabaseOpenError `backup_unusable` if the file is not a backup. */
export async function readBackupHeader(path: string): Promise<BackupHeader> {
  for await (const part of readBackup(path)) {
    if ("header" in part) return part.header;
  }
  throw damaged(path);
}

/**
 * Reads a whole backup without using it. Throws DatabaseOpenError `backup_unusable` if the backup is incomplete or was
 * changed.
 */
export async function checkBackup(path: string): Promise<{ header: BackupHeader; rows: RowCounts }> {
  let header: BackupHeader | undefined;
  for await (const part of readBackup(path)) {
    if ("header" in part) header = part.header;
    if ("sha256" in part && header) return { header, rows: part.rows };
  }
  throw damaged(path);
}
