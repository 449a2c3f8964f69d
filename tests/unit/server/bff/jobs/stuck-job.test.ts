import { describe, expect, test } from "vitest";
import type { OperationJob, UsualTime } from "#lib/contract/operations/operation.ts";
import { jobStandstill, stuckAfterMs, stuckOperationSinceMs } from "#server/bff/jobs/stuck-job.ts";
import type { StoredOperation } from "#server/bff/store/operations/operation-rows.ts";

const minute = 60_000;
const nowMs = Date.parse("2026-05-04T12:00:00Z");
const msAgo = (ms: number) => nowMs - ms;
const ago = (ms: number) => new Date(nowMs - ms).toISOString();
const usual = { count: 20, p50Ms: 30_000, p95Ms: 60_000 };
const quick = { count: 20, p50Ms: 6_000, p95Ms: 9_000 };

test("a job may be unchanged for three times its usual time, but at least two minutes, or ten without history", () => {
  expect(stuckAfterMs(usual)).toBe(3 * minute);
  expect(stuckAfterMs(quick)).toBe(2 * minute);
  expect(stuckAfterMs(undefined)).toBe(10 * minute);
});

describe("a job seems stuck", () => {
  type Record = Parameters<typeof jobStandstill>[0];
  const stuck = (
    apiTimes: { created?: number; updated?: number },
    record: Partial<Record>,
    of: UsualTime | undefined,
  ) => {
    const { created, updated } = apiTimes;
    const times = {
      ...(created === undefined ? {} : { createdMs: created }),
      ...(updated === undefined ? {} : { updatedMs: updated }),
    };
    return jobStandstill({ firstSeenMs: nowMs, ...times, ...record }, of, nowMs).stuckSinceMs;
  };
  const own = (sentAgoMs: number): Partial<Record> => ({
    start: { atMs: nowMs - sentAgoMs, kind: "create-customer" },
  });

  test("a job seems stuck when nothing has changed for longer than its kind usually takes", () => {
    expect(stuck({}, own(3 * minute + 1), usual)).toBe(nowMs - 3 * minute - 1);
    expect(stuck({}, own(3 * minute), usual)).toBeUndefined();
    expect(stuck({ updated: msAgo(5_000) }, own(10 * minute), usual)).toBeUndefined();
    expect(stuck({ updated: msAgo(4 * minute) }, own(10 * minute), usual)).toBe(nowMs - 4 * minute);
  });

  test("a job seems stuck after two minutes at the earliest, however fast its kind is", () => {
    expect(stuck({}, own(2 * minute), quick)).toBeUndefined();
    expect(stuck({}, own(2 * minute + 1), quick)).toBe(nowMs - 2 * minute - 1);
  });

  test("a job without any history seems stuck after ten minutes, with or without an operation", () => {
    expect(stuck({ created: msAgo(60 * minute), updated: msAgo(9 * minute) }, {}, undefined)).toBeUndefined();
    expect(stuck({ created: msAgo(60 * minute), updated: msAgo(11 * minute) }, {}, undefined)).toBe(
      nowMs - 11 * minute,
    );
    expect(stuck({}, { firstSeenMs: nowMs - 11 * minute }, undefined)).toBe(nowMs - 11 * minute);
  });

  test("a job does not seem stuck while the console sees progress, even if the API reports no times", () => {
    const record = { firstSeenMs: nowMs - 60 * minute, changedMs: nowMs - 9 * minute };
    expect(stuck({ created: msAgo(60 * minute) }, record, undefined)).toBeUndefined();
    expect(stuck({ created: msAgo(60 * minute) }, { ...record, changedMs: nowMs - 11 * minute }, undefined)).toBe(
      nowMs - 11 * minute,
    );
  });

  test("a job seems stuck after a day, even if the API updates it again and again", () => {
    expect(stuck({ updated: msAgo(1_000) }, own(23 * 60 * minute), undefined)).toBeUndefined();
    expect(stuck({ updated: msAgo(1_000) }, own(24 * 60 * minute + 1), undefined)).toBe(nowMs - 1_000);
  });

  test("a job does not seem stuck only because the API reports no times", () => {
    expect(stuck({}, {}, undefined)).toBeUndefined();
  });
});

describe("the job of a write seems stuck", () => {
  const running = (given: Partial<OperationJob>): OperationJob => ({
    state: "running",
    stateText: "running",
    seenAt: ago(0),
    ...given,
  });
  const since = (sentAgoMs: number, job: OperationJob | null, given: Partial<StoredOperation> = {}) => {
    const sentAt = nowMs - sentAgoMs;
    const write = { state: "accepted", jobID: "j1", jobFinishedAt: null, sentAt, settledAt: sentAt, createdAt: sentAt };
    return stuckOperationSinceMs({ ...write, job, ...given } as StoredOperation, quick, nowMs);
  };

  test("the job seems stuck if it had not changed for too long at the last read", () => {
    const still = running({ seenAt: ago(5_000), unchangedSince: ago(3 * minute) });
    expect(since(4 * minute, still)).toBe(nowMs - 3 * minute);
    expect(since(4 * minute, running({ seenAt: ago(5_000), unchangedSince: ago(minute) }))).toBeUndefined();
    // The console reads the jobs of older operations less often. Between two reads, it does not know whether the job
    // has changed.
    const seldom = running({ seenAt: ago(5 * minute), unchangedSince: ago(6 * minute) });
    expect(since(5 * 60 * minute, seldom)).toBeUndefined();
  });

  test("the job seems stuck if it could not be read for too long", () => {
    expect(since(3 * minute, null)).toBe(nowMs - 3 * minute);
    expect(since(minute, null)).toBeUndefined();
    expect(since(20 * minute, running({ seenAt: ago(10 * minute), unchangedSince: ago(11 * minute) }))).toBe(
      nowMs - 11 * minute,
    );
  });

  test("the job does not seem stuck after it has ended or vanished, nor if there is no job", () => {
    const still = running({ unchangedSince: ago(60 * minute) });
    expect(since(61 * minute, still)).toBeDefined();
    expect(since(61 * minute, still, { jobFinishedAt: nowMs })).toBeUndefined();
    expect(since(61 * minute, { ...still, vanished: true })).toBeUndefined();
    expect(since(61 * minute, null, { jobID: null })).toBeUndefined();
    expect(since(61 * minute, null, { state: "unknown" })).toBeUndefined();
  });
});
