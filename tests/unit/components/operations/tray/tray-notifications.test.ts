import { expect, test } from "vitest";
import type { TrayEntry } from "#components/operations/tray/use-tray.ts";
import { entriesEndedSince, type TrayOutcomes } from "#components/operations/tray/use-tray-notifications.ts";
import { type OperationOutcome, operationOutcomes } from "#lib/contract/operation-outcome.ts";

const asOf = "2026-11-20T12:00:00.000Z";

function entry(operationID: string, outcome: OperationOutcome, createdAt = "2026-11-20T11:59:00.000Z"): TrayEntry {
  return { operation: { operationID, createdAt }, outcome, live: undefined, key: "", isSeen: false } as TrayEntry;
}

function announcedOf(outcomes: [string, OperationOutcome][], ...entries: TrayEntry[]): string[] {
  const before: TrayOutcomes = { asOf, outcomes: new Map(outcomes) };
  return entriesEndedSince(before, entries).map(({ operation }) => operation.operationID);
}

test("a write that has ended is announced, for every result", () => {
  for (const outcome of operationOutcomes) {
    if (outcome === "waiting" || outcome === "running") continue;
    expect(announcedOf([["a", "running"]], entry("a", outcome)), outcome).toEqual(["a"]);
  }
});

test("a write that is still running, or had ended before, is not announced", () => {
  expect(announcedOf([["a", "waiting"]], entry("a", "running"))).toEqual([]);
  expect(announcedOf([["a", "failed"]], entry("a", "failed"))).toEqual([]);
  expect(announcedOf([["a", "unknown"]], entry("a", "unknown"))).toEqual([]);
});

test("the result of a write with an unknown outcome is announced", () => {
  expect(announcedOf([["a", "unknown"]], entry("a", "done"))).toEqual(["a"]);
});

test("a write that began and ended between two reads is announced, and an old write that enters the list is not", () => {
  expect(announcedOf([], entry("new", "failed", "2026-11-20T12:00:00.001Z"))).toEqual(["new"]);
  expect(announcedOf([], entry("old", "failed"))).toEqual([]);
});

test("operations that are in the list when a page opens are not announced", () => {
  expect(entriesEndedSince(undefined, [entry("a", "failed")])).toEqual([]);
});
