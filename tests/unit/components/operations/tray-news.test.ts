import { expect, test } from "vitest";
import type { TrayEntry } from "#components/operations/tray/use-tray.ts";
import { endedSince, type KnownWrites } from "#components/operations/tray/use-tray-news.ts";
import { type OperationOutcome, operationOutcomes } from "#lib/contract/operation-outcome.ts";

const asOf = "2026-11-20T12:00:00.000Z";

function entry(operationID: string, outcome: OperationOutcome, createdAt = "2026-11-20T11:59:00.000Z"): TrayEntry {
  return { operation: { operationID, createdAt }, outcome, live: undefined, key: "", isSeen: false } as TrayEntry;
}

function told(outcomes: [string, OperationOutcome][], ...entries: TrayEntry[]): string[] {
  const before: KnownWrites = { asOf, outcomes: new Map(outcomes) };
  return endedSince(before, entries).map(({ operation }) => operation.operationID);
}

test("a write that was running and is over is told, whatever it came to", () => {
  for (const outcome of operationOutcomes) {
    if (outcome === "waiting" || outcome === "running") continue;
    expect(told([["a", "running"]], entry("a", outcome)), outcome).toEqual(["a"]);
  }
});

test("a write that still runs, or was over before, is not", () => {
  expect(told([["a", "waiting"]], entry("a", "running"))).toEqual([]);
  expect(told([["a", "failed"]], entry("a", "failed"))).toEqual([]);
  expect(told([["a", "unknown"]], entry("a", "unknown"))).toEqual([]);
});

test("the result of an unknown one is told", () => {
  expect(told([["a", "unknown"]], entry("a", "done"))).toEqual(["a"]);
});

test("one that began and ended between two readings is told, an old one that comes into the list is not", () => {
  expect(told([], entry("new", "failed", "2026-11-20T12:00:00.001Z"))).toEqual(["new"]);
  expect(told([], entry("old", "failed"))).toEqual([]);
});

test("what a page finds when it opens is no news", () => {
  expect(endedSince(undefined, [entry("a", "failed")])).toEqual([]);
});
