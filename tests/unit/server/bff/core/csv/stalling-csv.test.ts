import { setImmediate } from "node:timers/promises";
import { expect, onTestFinished, test } from "vitest";
import { isAppError } from "#lib/contract/operations/app-error.ts";
import { maxCsvRows } from "#lib/contract/values/operations/csv-rules.ts";
import { type CsvWork, readCsv } from "#server/bff/core/csv/read-csv.ts";
import { stallingFiles } from "#tests/fixtures/csv/stalling-files.ts";

/** Counts how often other event-loop tasks ran. */
function countTurns() {
  let [turns, isOver] = [0, false];
  void (async () => {
    while (!isOver) {
      await setImmediate();
      turns += 1;
    }
  })();
  onTestFinished(() => {
    isOver = true;
  });
  return () => turns;
}

test.each(stallingFiles.map((file) => [file.name, file] as const))(
  "reading 5 MB of %s lets other work run and ends at its limit",
  async (_, { bytes, ends }) => {
    const works: CsvWork[] = [];
    const turns = countTurns();
    const giveWay = async (done: CsvWork) => {
      works.push(done);
      await setImmediate();
    };
    const outcome = await readCsv(bytes, { encoding: "utf-8" }, giveWay).catch((thrown: unknown) => thrown);
    if ("refused" in ends) {
      if (!isAppError(outcome)) throw outcome;
      expect(outcome.message).toContain(ends.refused);
    } else {
      const { rows, emptyLines } = outcome as Awaited<ReturnType<typeof readCsv>>;
      expect({ rows: rows.length, emptyLines }).toEqual(ends);
    }
    const read = works.reduce((sum, { characters }) => sum + characters, 0);
    const records = works.reduce((sum, work) => sum + work.records, 0);
    expect(Math.max(0, ...works.map(({ characters }) => characters))).toBeLessThanOrEqual(64 * 1024);
    expect(Math.max(0, ...works.map((work) => work.records))).toBeLessThanOrEqual(1_000);
    expect(records).toBeLessThanOrEqual(maxCsvRows + 1);
    // Other tasks run at least once per 64 KB. Only a file that does not begin with text is refused before any other
    // task runs.
    expect(turns()).toBeGreaterThanOrEqual(Math.floor(read / (64 * 1024)));
    expect(works.length > 0 || bytes[0] === 0x80).toBe(true);
  },
);
