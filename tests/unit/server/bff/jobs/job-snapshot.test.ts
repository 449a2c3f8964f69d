import { expect, test } from "vitest";
import type { Job } from "#lib/contract/job.ts";
import { snapshotOf } from "#server/bff/jobs/job-snapshot.ts";
import type { StoredOperation } from "#server/bff/store/operations/operation-rows.ts";

const sentAt = Date.parse("2026-11-20T12:00:00Z");
const operation = { kind: "create-customer", sentAt, settledAt: sentAt, createdAt: sentAt } as StoredOperation;
const job = (given: Partial<Job> = {}): Job => ({
  jobID: "j1",
  state: "succeeded",
  stateText: "done",
  steps: [],
  raw: {},
  ...given,
});
const at = (seconds: number) => new Date(sentAt + seconds * 1_000).toISOString();
const seenAfter = (seconds: number, aheadMs = 0) => ({ nowMs: sentAt + seconds * 1_000, aheadMs });
const step = (finishedAt: string) => ({ name: "activate", state: "succeeded" as const, stateText: "", finishedAt });

test.each([
  ["at the time that the API reports", job({ updated: at(6) }), seenAfter(60), 6_000],
  ["with its last step", job({ updated: at(2), steps: [step(at(3)), step(at(7))] }), seenAfter(60), 7_000],
  ["by the console's clock", job({ updated: at(606) }), seenAfter(60, 600_000), 6_000],
  ["at the time of the read, if the API reports no time", job(), seenAfter(60), 60_000],
  ["not later than the read", job({ updated: at(99) }), seenAfter(60), 60_000],
  ["not before the write was sent", job({ updated: at(-99) }), seenAfter(60), 0],
])("a job ends %s", (_when, ended, time, tookMs) => {
  expect(snapshotOf(operation, undefined, ended, time)).toMatchObject({
    tookMs,
    finishedAt: sentAt + tookMs,
    dueAt: null,
  });
});

test("a failed job does not count for the usual time, and an unfinished one is read again", () => {
  expect(snapshotOf(operation, undefined, job({ state: "failed" }), seenAfter(60)).tookMs).toBeUndefined();
  const running = snapshotOf(
    operation,
    undefined,
    job({ state: "unknown", stateText: "Frobnicating" }),
    seenAfter(200),
  );
  expect(running).toMatchObject({ finishedAt: undefined, dueAt: sentAt + 210_000 });
  expect(running.job).toMatchObject({ state: "unknown", stateText: "Frobnicating" });
});

test("the kind of a write decides the meaning of the end of its job", () => {
  const named = job({ customerID: "c1" });
  const creation = snapshotOf(operation, { customerOfJob: ({ customerID }) => customerID }, named, seenAfter(60));
  expect(creation).toMatchObject({ customerID: "c1", dueAt: null });
  const change = snapshotOf({ ...operation, confirmedAt: null }, {}, named, seenAfter(60));
  expect(change).toMatchObject({ customerID: undefined, dueAt: null });
});

test("the steps of a job are stored with its write, however many and long they are", () => {
  const long = { ...step(at(1)), name: "n".repeat(10_000) };
  const { job: seen } = snapshotOf(
    operation,
    undefined,
    job({ steps: Array.from({ length: 500 }, () => long) }),
    seenAfter(60),
  );
  expect(seen?.steps?.[0]).toEqual({ ...long, name: "n".repeat(120) });
  expect(seen).toMatchObject({ stepsOmitted: 470 });
  expect(JSON.stringify(seen).length).toBeLessThan(10_000);
  expect(snapshotOf(operation, undefined, job(), seenAfter(60)).job?.steps).toBeUndefined();
});
