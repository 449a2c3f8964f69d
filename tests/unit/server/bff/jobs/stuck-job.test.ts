import { describe, expect, test } from "vitest";
import { stuckSinceMs } from "#server/bff/jobs/stuck-job.ts";

const minute = 60_000;
const nowMs = Date.parse("2026-05-04T12:00:00Z");
const time = { nowMs, aheadMs: 0 };
const ago = (ms: number) => new Date(nowMs - ms).toISOString();
const foreign = { operation: undefined, usual: undefined, firstSeenMs: undefined };
const own = (sentAgoMs: number) => ({ ...foreign, operation: { createdAt: 0, sentAt: nowMs - sentAgoMs } });
const usual = { count: 20, p50Ms: 30_000, p95Ms: 60_000 };
const quick = { count: 20, p50Ms: 6_000, p95Ms: 9_000 };

describe("a job looks stuck", () => {
  test("when nothing about it has changed for longer than one of its kind may take", () => {
    expect(stuckSinceMs({}, { ...own(3 * minute + 1), usual }, time)).toBe(nowMs - 3 * minute - 1);
    expect(stuckSinceMs({}, { ...own(3 * minute), usual }, time)).toBeUndefined();
    expect(stuckSinceMs({ updated: ago(5_000) }, { ...own(10 * minute), usual }, time)).toBeUndefined();
    expect(stuckSinceMs({ updated: ago(4 * minute) }, { ...own(10 * minute), usual }, time)).toBe(nowMs - 4 * minute);
  });

  test("after two minutes at the soonest, however quick its kind is", () => {
    expect(stuckSinceMs({}, { ...own(2 * minute), usual: quick }, time)).toBeUndefined();
    expect(stuckSinceMs({}, { ...own(2 * minute + 1), usual: quick }, time)).toBe(nowMs - 2 * minute - 1);
  });

  test("when somebody else began it and it has not changed for ten minutes", () => {
    expect(stuckSinceMs({ created: ago(60 * minute), updated: ago(9 * minute) }, foreign, time)).toBeUndefined();
    expect(stuckSinceMs({ created: ago(60 * minute), updated: ago(11 * minute) }, foreign, time)).toBe(
      nowMs - 11 * minute,
    );
    expect(stuckSinceMs({}, { ...foreign, firstSeenMs: nowMs - 11 * minute }, time)).toBe(nowMs - 11 * minute);
  });

  test("after a day, even where the API touches it all the time", () => {
    expect(stuckSinceMs({ updated: ago(1_000) }, own(23 * 60 * minute), time)).toBeUndefined();
    expect(stuckSinceMs({ updated: ago(1_000) }, own(24 * 60 * minute + 1), time)).toBe(nowMs - 1_000);
  });

  test("never where no time is known", () => {
    expect(stuckSinceMs({}, foreign, time)).toBeUndefined();
    expect(stuckSinceMs({ created: "soon", updated: "" }, foreign, time)).toBeUndefined();
  });

  test("by this machine's clock, not the API's", () => {
    const ahead = { nowMs, aheadMs: 5 * minute };
    expect(stuckSinceMs({ updated: ago(6 * minute) }, foreign, ahead)).toBe(nowMs - 11 * minute);
    expect(stuckSinceMs({ updated: ago(-60 * minute) }, own(11 * minute), time)).toBeUndefined();
  });
});
