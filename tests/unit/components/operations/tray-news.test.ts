import { expect, test } from "vitest";
import type { TrayEntry } from "#components/operations/tray/use-tray.ts";
import { endedSince, type KnownWrites } from "#components/operations/tray/use-tray-news.ts";
import type { OperationPhase } from "#lib/operation-outcome.ts";

const asOf = "2026-11-20T12:00:00.000Z";

function entry(operationID: string, phase: OperationPhase, createdAt = "2026-11-20T11:59:00.000Z"): TrayEntry {
  return { operation: { operationID, createdAt }, phase, live: undefined, key: "", isSeen: false } as TrayEntry;
}

function told(phases: [string, OperationPhase][], ...entries: TrayEntry[]): string[] {
  const before: KnownWrites = { asOf, phases: new Map(phases) };
  return endedSince(before, entries).map(({ operation }) => operation.operationID);
}

test("a write that was running and is over is told, whatever it came to", () => {
  const phases: OperationPhase[] = ["succeeded", "confirmed", "failed", "refused", "unknown", "vanished"];
  for (const phase of phases) expect(told([["a", "running"]], entry("a", phase)), phase).toEqual(["a"]);
});

test("a write that still runs, or was over before, is not", () => {
  expect(told([["a", "sent"]], entry("a", "running"))).toEqual([]);
  expect(told([["a", "failed"]], entry("a", "failed"))).toEqual([]);
  expect(told([["a", "unknown"]], entry("a", "unknown"))).toEqual([]);
});

test("what became of an unknown one is told", () => {
  expect(told([["a", "unknown"]], entry("a", "found"))).toEqual(["a"]);
});

test("one that began and ended between two readings is told, an old one that comes into the list is not", () => {
  expect(told([], entry("new", "failed", "2026-11-20T12:00:00.001Z"))).toEqual(["new"]);
  expect(told([], entry("old", "failed"))).toEqual([]);
});

test("what a page finds when it opens is no news", () => {
  expect(endedSince(undefined, [entry("a", "failed")])).toEqual([]);
});
