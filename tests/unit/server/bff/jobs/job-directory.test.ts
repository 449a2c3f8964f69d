import { describe, expect, test } from "vitest";
import type { Job } from "#lib/contract/job.ts";
import { createJobDirectory, goneLimits } from "#server/bff/jobs/job-directory.ts";
import { createTestClock } from "#tests/fixtures/console/create-test-bff.ts";

const at = (second: number) => new Date(Date.UTC(2026, 10, 20, 9, 30, second)).toISOString();

const job = (jobID: string, given: Partial<Job> = {}): Job => ({
  jobID,
  state: "running",
  stateText: given.state ?? "running",
  steps: [],
  raw: {},
  ...given,
});

describe("unfinished jobs", () => {
  test("unfinished jobs are remembered by their customer, in upper and lower case of a UUID", () => {
    const directory = createJobDirectory(createTestClock());
    const customerID = "3F2B8C1D-0000-4000-8000-00000000ABCD";
    directory.note(job("a", { customerID }), at(0), 0);
    directory.note(job("b", { state: "unknown", customerID }), at(0), 0);
    directory.note(job("c", { state: "succeeded", customerID }), at(0), 0);
    directory.note(job("d", { customerID: "another" }), at(0), 0);
    directory.note(job("e"), at(0), 0);
    expect(directory.unfinishedOf(customerID.toLowerCase())).toEqual(["a", "b"]);
    directory.note(job("a", { state: "failed", customerID }), at(1), 0);
    expect(directory.unfinishedOf(customerID)).toEqual(["b"]);
  });

  test("if there are too many unfinished jobs, those that were not seen for the longest time are removed", () => {
    const directory = createJobDirectory(createTestClock(), { unfinished: 2, finished: 1 });
    for (const jobID of ["a", "b", "a", "c"]) directory.note(job(jobID, { customerID: "x" }), at(0), 0);
    expect(directory.unfinishedOf("x")).toEqual(["a", "c"]);
    // Finished jobs do not replace unfinished jobs in the cache. IDs without a job do not replace them either.
    for (const jobID of ["f", "g"]) directory.note(job(jobID, { state: "failed" }), at(0), 0);
    for (const jobID of ["typo", "another typo"]) directory.noteMissing(jobID);
    expect(directory.unfinishedOf("x")).toEqual(["a", "c"]);
  });
});

describe("the facts about a job", () => {
  /** Records these answers about a job, one second apart. Returns what is then known about the job. */
  function lastOf(...given: Partial<Job>[]) {
    const clock = createTestClock(0);
    const directory = createJobDirectory(clock);
    const records = given.map((members, second) => {
      const record = directory.note(job("a", members), at(second), 0);
      clock.advance(1_000);
      return record;
    });
    const last = records.at(-1);
    if (!last) throw new Error("nothing was noted");
    return last;
  }

  test("the facts contain when the job was first seen, and when it last changed", () => {
    const record = lastOf({ state: "queued", progress: 0 }, { progress: 0.2 }, { progress: 0.2 }, { progress: 0.2 });
    expect(record).toMatchObject({ firstSeenMs: 0, changedMs: 1_000, setbacks: [] });
    expect(lastOf({}, {}).changedMs).toBeUndefined();
  });

  test("the facts do not change with an answer that has fewer members, as in a list", () => {
    const steps: Job["steps"] = [{ name: "validate", state: "running", stateText: "" }];
    expect(lastOf({ progress: 0.5, steps }, {}, { progress: 0.5, steps }).changedMs).toBeUndefined();
    const further: Job["steps"] = [{ name: "validate", state: "succeeded", stateText: "" }];
    expect(lastOf({ steps }, {}, { steps: further }).changedMs).toBe(2_000);
  });

  test("the facts contain the API's times by this machine's clock, converted once however the clocks drift apart", () => {
    const clock = createTestClock(Date.parse(at(30)));
    const directory = createJobDirectory(clock);
    const listed = job("a", { created: at(10), updated: at(20) });
    expect(directory.note(listed, at(30), 5_000)).toMatchObject({
      createdMs: Date.parse(at(5)),
      updatedMs: Date.parse(at(15)),
    });
    expect(directory.note(listed, at(31), 4_990)).toMatchObject({ updatedMs: Date.parse(at(15)) });
    // A list without a time does not change a known time. A time in the future counts as the current time. An invalid
    // time is ignored.
    expect(directory.note(job("a"), at(32), 0)).toMatchObject({ updatedMs: Date.parse(at(15)) });
    expect(directory.note({ ...listed, updated: at(59) }, at(33), 0)).toMatchObject({ updatedMs: Date.parse(at(30)) });
    expect(directory.note(job("b", { created: "soon", updated: "" }), at(33), 0).createdMs).toBeUndefined();
  });

  test("the facts do not change with an answer that arrives late", () => {
    const directory = createJobDirectory(createTestClock());
    const record = directory.note(job("a", { progress: 0.5 }), at(5), 0);
    expect(directory.note(job("a", { state: "queued", progress: 0 }), at(4), 0)).toBe(record);
  });

  test.each<[string, Partial<Job>, Partial<Job>, boolean]>([
    ["from running to queued", { state: "running" }, { state: "queued" }, true],
    ["from succeeded to running", { state: "succeeded", progress: 1 }, { state: "running" }, true],
    ["from succeeded to failed", { state: "succeeded" }, { state: "failed" }, true],
    ["from failed to an unknown state", { state: "failed" }, { state: "unknown", stateText: "limbo" }, true],
    ["to less progress in the same state", { progress: 0.6 }, { progress: 0.4 }, true],
    ["to a progress that is not listed any more", { progress: 0.6 }, { progress: undefined }, false],
    ["to its end without a progress", { progress: 0.6 }, { state: "succeeded", progress: undefined }, false],
    ["to an unknown state", {}, { state: "unknown", stateText: "limbo" }, false],
    ["from queued to running with less", { state: "queued", progress: 0.3 }, { progress: 0.1 }, false],
  ])("the facts say whether the job went back %s", (_, from, to, isSetback) => {
    const { setbacks } = lastOf(from, to, to);
    const setback = { at: at(1), from: { state: from.state ?? "running" }, to: { state: to.state ?? "running" } };
    expect(setbacks).toMatchObject(isSetback ? [setback] : []);
    expect(setbacks).toHaveLength(isSetback ? 1 : 0);
  });

  test("the facts contain the last times that the job went back", () => {
    const { setbacks } = lastOf(...Array.from({ length: 40 }, (_, index) => ({ progress: 1 - index / 50 })), {
      progress: 1,
    });
    expect(setbacks.map((setback) => setback.at)).toEqual([35, 36, 37, 38, 39].map(at));
  });
});

describe("a job that the API does not find", () => {
  const between = Math.ceil(goneLimits.ms / (goneLimits.misses - 1));

  function misses(count: number, everyMs: number) {
    const clock = createTestClock();
    const directory = createJobDirectory(clock);
    directory.note(job("a", { customerID: "x" }), at(0), 0);
    const said = Array.from({ length: count }, () => {
      const isGone = directory.noteMissing("a");
      clock.advance(everyMs);
      return isGone;
    });
    return { said, directory };
  }

  test("a job counts as vanished after four consecutive answers that do not contain it", () => {
    const { said, directory } = misses(goneLimits.misses, between);
    expect(said).toEqual([false, false, false, true]);
    expect(directory.unfinishedOf("x")).toEqual([]);
    expect(misses(goneLimits.misses - 1, between).directory.unfinishedOf("x")).toEqual(["a"]);
  });

  test("a job does not count as vanished because many callers read it at the same time", () => {
    expect(misses(20, 0).said).not.toContain(true);
  });

  test("the count starts again when the job was found in between", () => {
    const { directory } = misses(goneLimits.misses - 1, between);
    directory.note(job("a", { customerID: "x" }), at(9), 0);
    expect(directory.noteMissing("a")).toBe(false);
    expect(directory.unfinishedOf("x")).toEqual(["a"]);
  });
});
