import fc from "fast-check";
import { expect, test } from "vitest";
import { isAppError } from "#lib/contract/operations/app-error.ts";
import { guessEncoding } from "#lib/csv-encoding.ts";
import { readCsv } from "#server/bff/core/csv/read-csv.ts";
import { csvHead, csvLines } from "#server/bff/core/export/csv.ts";
import type { HostileFile } from "#tests/fixtures/csv/hostile-file.ts";
import { hostileFiles } from "#tests/fixtures/csv/hostile-files.ts";

const readFile = ({ bytes, encoding = "utf-8", delimiter }: HostileFile) => readCsv(bytes, { encoding, delimiter });

test("the tests have more than a hundred hostile files, each with its own name", () => {
  expect(hostileFiles.length).toBeGreaterThanOrEqual(100);
  expect(new Set(hostileFiles.map(({ name }) => name)).size).toBe(hostileFiles.length);
});

test.each(hostileFiles.map((file) => [file.name, file] as const))(
  "a file with %s is read exactly or refused",
  async (_, file) => {
    const { expected } = file;
    if ("refused" in expected) {
      const error: unknown = await readFile(file).then(
        () => undefined,
        (thrown: unknown) => thrown,
      );
      if (!isAppError(error)) throw new Error("it was read");
      expect(error.code).toBe("invalid_request");
      if (typeof expected.refused === "string") expect(error.message).toContain(expected.refused);
      else expect(error.message).toMatch(expected.refused);
      return;
    }
    const { columns, rows, delimiter, emptyLines, unmarked } = await readFile(file);
    expect(columns).toEqual(expected.columns);
    expect(rows.map(({ cells }) => cells)).toEqual(expected.rows);
    const places = rows.flatMap(({ problems }) => problems.map(({ line, column }) => [line, column]));
    expect(places).toEqual(expected.problems ?? []);
    if (expected.lines) expect(rows.map(({ line }) => line)).toEqual(expected.lines);
    if (expected.delimiter) expect(delimiter).toBe(expected.delimiter);
    if (expected.emptyLines !== undefined) expect(emptyLines).toBe(expected.emptyLines);
    expect(unmarked).toBe(expected.unmarked ?? 0);
  },
);

test("a character at the border of two pieces is read completely", async () => {
  const row = `${"é".repeat(2_000)},x`;
  const text = `a,b\n${`${row}\n`.repeat(40)}`;
  const { rows } = await readCsv(new TextEncoder().encode(text), { encoding: "utf-8" });
  expect(rows.every(({ cells: [first] }) => first === "é".repeat(2_000))).toBe(true);
});

test("a file that the console exports is read back unchanged, for any content", async () => {
  const cell = fc.string({ unit: "grapheme", maxLength: 12 }).filter((text) => !/[\p{Cc}\u2028\u2029]/u.test(text));
  const records = fc.array(fc.tuple(cell, cell, fc.constantFrom("x", "=1", "'=1", "a;=1")), {
    minLength: 1,
    maxLength: 8,
  });
  await fc.assert(
    fc.asyncProperty(records, async (given) => {
      const bytes = new TextEncoder().encode(csvHead(["a", "b", "c"]) + csvLines(given));
      const { rows } = await readCsv(bytes, { encoding: "utf-8" });
      expect(rows.map(({ cells }) => cells)).toEqual(given);
    }),
    { numRuns: 200 },
  );
});

test("any bytes are either read or refused by the reader's own error", async () => {
  await fc.assert(
    fc.asyncProperty(fc.uint8Array({ maxLength: 200 }), async (bytes) => {
      const outcome = await readCsv(bytes, { encoding: guessEncoding(bytes) }).catch((thrown: unknown) => thrown);
      expect(outcome instanceof Error ? isAppError(outcome) : true).toBe(true);
    }),
    { numRuns: 300 },
  );
});

test.each([
  ["UTF-8", "a,b\nMüller,2", "utf-8"],
  ["UTF-8 with a byte-order mark", "\ufeffa,b", "utf-8"],
] as const)("the encoding %s is recognised", (_, text, encoding) => {
  expect(guessEncoding(new TextEncoder().encode(text))).toBe(encoding);
});

test.each([
  ["UTF-16 with a byte-order mark", Buffer.from("\ufeffa,b", "utf16le"), "utf-16le"],
  ["UTF-16 without a byte-order mark", Buffer.from("a,b\nc,d", "utf16le"), "utf-16le"],
  ["UTF-16 in big-endian order", Buffer.from("a,b\nc,d", "utf16le").swap16(), "utf-16be"],
  ["Windows' Latin letters", Buffer.from("a,b\nMüller", "latin1"), "windows-1252"],
] as const)("the encoding %s is recognised from the bytes", (_, bytes, encoding) => {
  expect(guessEncoding(bytes)).toBe(encoding);
});
