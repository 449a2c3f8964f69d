import { expect, test } from "vitest";
import type { Job } from "#lib/contract/job.ts";
import { boundJob, isLongerThan } from "#server/bff/jobs/live/bound-job.ts";

const job: Job = {
  jobID: "j1",
  state: "failed",
  stateText: "FAILED",
  type: "create",
  steps: [{ name: "validate", state: "succeeded", stateText: "done" }],
  reason: "no",
  raw: { id: "j1", status: "FAILED" },
};

test("a job of usual size stays unchanged", () => {
  expect(boundJob(job)).toEqual(job);
});

test("a record of 10 MB is left out, and the answer says so", () => {
  const bounded = boundJob({ ...job, raw: { log: "x".repeat(10_000_000) } });
  expect(bounded).toMatchObject({ raw: {}, rawOmitted: true, state: "failed", reason: "no" });
});

test("the first steps are included, and the others are counted", () => {
  const steps = Array.from({ length: 100_000 }, (_, index) => ({
    name: `step ${index}`,
    state: "queued" as const,
    stateText: "",
  }));
  const bounded = boundJob({ ...job, steps });
  expect(bounded.steps).toHaveLength(200);
  expect(bounded.stepsOmitted).toBe(99_800);
});

test("a shortened job is small, whichever of its members is long", () => {
  const long = "y".repeat(1_000_000);
  const steps = Array.from({ length: 500 }, () => ({ name: long, state: "unknown" as const, stateText: long }));
  const bounded = boundJob({ ...job, stateText: long, type: long, reason: long, steps, raw: { long } });
  expect(JSON.stringify(bounded).length).toBeLessThan(200_000);
  expect(bounded.reason).toMatch(/^y{8000}…$/);
});

test.each([
  ["below the limit", { a: "12345" }, 14, false],
  ["above the limit", { a: "12345" }, 8, true],
  ["deep", [[[[["deep"]]]]], 30, false],
  ["with many members", Array.from({ length: 1_000 }, () => null), 900, true],
  ["only a text", "", 2, false],
])("the length of a record is judged correctly: %s", (_, value, most, expected) => {
  expect(isLongerThan(value, most)).toBe(expected);
});
