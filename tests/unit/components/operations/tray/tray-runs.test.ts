import { expect, test } from "vitest";
import { wordsOfRun } from "#components/operations/tray/run-words.ts";
import { currentRuns, runOfBulk, runOfImport } from "#components/operations/tray/tray-runs.ts";
import { stoppedSince } from "#components/operations/tray/use-run-news.ts";
import { importResultWords } from "#components/ui/status/import-status-texts.ts";
import type { Bulk, BulkState } from "#lib/contract/operations/bulk.ts";
import type { Import, ImportState } from "#lib/contract/operations/imports.ts";
import { bulkNeedsPerson, bulkRowStates } from "#lib/contract/values/operations/bulk-states.ts";

const counts = (given: Partial<Bulk["counts"]> = {}) =>
  ({ ...Object.fromEntries(bulkRowStates.map((state) => [state, 0])), ...given }) as Bulk["counts"];
const bulk = (bulkID: string, state: BulkState, given: Partial<Bulk> = {}) =>
  ({
    bulkID,
    state,
    counts: counts(),
    environment: "sandbox",
    change: { plan: "essential" },
    source: { kind: "ids", given: 1, duplicates: 0 },
    total: 1,
    createdAt: "2026-11-01T00:00:00Z",
    ...given,
  }) as Bulk;

const noRows: Import["counts"] = {
  rows: 0,
  pending: 0,
  errors: 0,
  undecided: 0,
  skipped: 0,
  ready: 0,
  waiting: 0,
  created: 0,
  failed: 0,
  unknown: 0,
  cancelled: 0,
  warnings: 0,
};
const imported = (state: ImportState, given: Partial<Import["counts"]> = {}) =>
  ({
    importID: "i",
    state,
    counts: { ...noRows, ...given },
    environment: "sandbox",
    fileName: "new.csv",
    createdAt: "2026-11-01T00:00:00Z",
  }) as Import;

test("the tray shows unfinished bulk changes, however old, and bulk changes that ended in the last day", () => {
  const bulks = [
    bulk("running", "running"),
    bulk("paused", "paused"),
    bulk("ended today", "finished", { finishedAt: "2026-11-20T01:00:00Z" }),
    bulk("ended before", "finished", { finishedAt: "2026-11-18T01:00:00Z" }),
    bulk("cancelled before", "cancelled"),
  ];
  const shown = currentRuns(bulks.map(runOfBulk), "2026-11-20T12:00:00Z").map(({ id }) => id);
  expect(shown).toEqual(["running", "paused", "ended today"]);
});

test("a bulk change waits for a person after its check, after the first customer, while paused, and if a row failed", () => {
  const waits = (state: BulkState, given?: Partial<Bulk["counts"]>) =>
    bulkNeedsPerson({ state, counts: counts(given) });
  expect(waits("checked")).toBe(true);
  expect(waits("first-done")).toBe(true);
  expect(waits("paused")).toBe(true);
  expect(waits("finished", { failed: 1 })).toBe(true);
  expect(waits("finished", { changed: 7 })).toBe(false);
  expect(waits("running", { failed: 1 })).toBe(false);
  expect(waits("checking")).toBe(false);
});

test("an import waits for a person from its upload on, except while the console works on it or after full success", () => {
  const waits = (state: ImportState, given?: Partial<Import["counts"]>) =>
    runOfImport(imported(state, given)).needsPerson;
  expect(waits("uploaded")).toBe(true);
  expect(waits("checking")).toBe(false);
  expect(waits("checked")).toBe(true);
  expect(waits("first")).toBe(false);
  expect(waits("first-done")).toBe(true);
  expect(waits("paused")).toBe(true);
  expect(waits("finished", { created: 3 })).toBe(false);
  expect(waits("finished", { created: 3, unknown: 1 })).toBe(true);
  expect(waits("cancelled")).toBe(false);
});

test("a running import shows how many of its customers are done, and has the name of its file", () => {
  const run = runOfImport(imported("running", { rows: 9, errors: 2, created: 3, failed: 1, waiting: 1, ready: 2 }));
  expect(run).toMatchObject({
    isActive: true,
    isOver: false,
    progress: { done: 4, of: 7 },
    total: 9,
    href: "/sandbox/imports/i",
    key: "i running",
  });
  expect(wordsOfRun(run)).toEqual({ title: "Import: new.csv", status: "Creating the rest" });
  const done = imported("finished", { rows: 1_297, created: 1_287, failed: 4, errors: 3, skipped: 2, unknown: 1 });
  expect(wordsOfRun(runOfImport(done)).status).toBe("1,287 created, 4 failed, 1 with an unknown outcome");
  expect(importResultWords(done.counts)).toBe(
    "1,287 created, 4 failed, 3 not sent because of errors, 2 skipped, 1 with an unknown outcome",
  );
});

test("a run that stops is announced only if this tab saw it running", () => {
  const runs = [bulk("a", "first-done"), bulk("b", "finished"), bulk("c", "running")].map(runOfBulk);
  expect(stoppedSince(new Set(["a", "c"]), runs).map(({ id }) => id)).toEqual(["a"]);
});

test("while the customers of a view are read, the tray shows no number of customers", () => {
  const source = { kind: "view", viewID: "v", name: "Old plans", query: "" } as const;
  const unread = runOfBulk(bulk("b", "checking", { source, total: 0, counts: counts({ ready: 47 }) }));
  expect([unread.progress, unread.total]).toEqual([{ isChecking: true, done: 0, of: 0 }, undefined]);
});
