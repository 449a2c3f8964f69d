import { mkdtempSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { gzipSync } from "node:zlib";
import { expect, onTestFinished, test } from "vitest";
import { readBackup } from "#server/bff/store/backup/backup-file.ts";

const header = JSON.stringify({ format: "switchboard-backup", version: 1, madeAt: "", purpose: null, steps: [] });
const maxLineBytes = 100_000;

/** Reads a backup file until its content is refused. Returns the number of parts that were read before the refusal. */
async function readParts(content: string): Promise<number> {
  const folder = mkdtempSync(join(tmpdir(), "switchboard-backup-"));
  onTestFinished(() => rmSync(folder, { recursive: true, force: true }));
  const path = join(folder, "hostile.backup");
  writeFileSync(path, gzipSync(content));
  let parts = 0;
  const read = async () => {
    for await (const _part of readBackup(path, maxLineBytes)) parts += 1;
  };
  await expect(read()).rejects.toMatchObject({ code: "backup_unusable" });
  return parts;
}

const table = JSON.stringify({ table: "staff", columns: ["staffID"] });

test.each([
  ["a line without an end", `${header}\n["${"x".repeat(20_000_000)}`, 1],
  ["a first line without an end", "x".repeat(20_000_000), 0],
  ["a row above the maximum size", `${header}\n${table}\n["${"x".repeat(2 * maxLineBytes)}"]\n`, 2],
  ["blank lines", `${header}\n${"\n".repeat(5_000_000)}`, 1],
  ["blank lines before its header", "\n".repeat(5_000_000), 0],
  ["brackets", `${header}\n${"[".repeat(50_000)}\n`, 1],
  ["rows and no end", `${header}\n${table}\n${'["a"]\n'.repeat(1_000)}`, 1_002],
])("a backup with %s is refused at the latest where it becomes wrong", async (_, content, parts) => {
  expect(await readParts(content)).toBeLessThanOrEqual(parts);
});
