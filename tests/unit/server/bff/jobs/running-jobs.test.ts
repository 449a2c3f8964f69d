import { expect, test } from "vitest";
import { createRunningJobs } from "#server/bff/jobs/running-jobs.ts";
import { createTestClock } from "#tests/fixtures/create-test-bff.ts";

test("jobs that are not over are remembered by their customer, in any letter case of a UUID", () => {
  const running = createRunningJobs(createTestClock());
  const customerID = "3F2B8C1D-0000-4000-8000-00000000ABCD";
  running.note([
    { jobID: "a", state: "running", customerID },
    { jobID: "b", state: "unknown", customerID },
    { jobID: "c", state: "succeeded", customerID },
    { jobID: "d", state: "running", customerID: "another" },
    { jobID: "e", state: "running" },
  ]);
  expect(running.of(customerID.toLowerCase())).toEqual(["a", "b"]);
  running.note([{ jobID: "a", state: "failed", customerID }]);
  expect(running.of(customerID)).toEqual(["b"]);
});

test("no more than its bound are remembered, those that were seen longest ago leave", () => {
  const running = createRunningJobs(createTestClock(), 2);
  for (const jobID of ["a", "b", "a", "c"]) running.note([{ jobID, state: "queued", customerID: "x" }]);
  expect(running.of("x")).toEqual(["a", "c"]);
});

test("when a job came past first is remembered for as long as it runs", () => {
  const clock = createTestClock(1_000);
  const running = createRunningJobs(clock);
  const job = { jobID: "a", customerID: "x" };
  for (const state of ["queued", "running"] as const) {
    running.note([{ ...job, state }]);
    clock.advance(500);
  }
  expect(running.firstSeen("a")).toBe(1_000);
  running.note([{ ...job, state: "succeeded" }]);
  expect(running.firstSeen("a")).toBeUndefined();
});
