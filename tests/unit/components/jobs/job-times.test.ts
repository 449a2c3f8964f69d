import { expect, test } from "vitest";
import { stepsAround } from "#components/jobs/job-steps.tsx";
import { elapsedMs, stepMs } from "#components/jobs/job-times.ts";
import type { JobStep } from "#lib/contract/job.ts";

const at = (second: number) => new Date(Date.UTC(2026, 10, 20, 9, 30, second)).toISOString();
const nowMs = Date.parse(at(50));

test("the time of an ended job stops at its end, and that of a running job is measured until now", () => {
  expect(elapsedMs({ state: "running", created: at(10), updated: at(20) }, nowMs)).toBe(40_000);
  expect(elapsedMs({ state: "failed", created: at(10), updated: at(20) }, nowMs)).toBe(10_000);
  expect(elapsedMs({ state: "failed", created: at(10) }, nowMs)).toBeUndefined();
  expect(elapsedMs({ state: "running" }, nowMs)).toBeUndefined();
});

test("the time of an ended step stops at its end, and that of a running step is measured until now", () => {
  const step = (members: Partial<JobStep>): JobStep => ({ name: "a", state: "running", stateText: "", ...members });
  expect(stepMs(step({ startedAt: at(10) }), nowMs)).toBe(40_000);
  expect(stepMs(step({ startedAt: at(10), finishedAt: at(12) }), nowMs)).toBe(2_000);
  expect(stepMs(step({ state: "succeeded", startedAt: at(10) }), nowMs)).toBeUndefined();
  expect(stepMs(step({}), nowMs)).toBeUndefined();
});

test.each([
  ["a few steps", 5, 2, { from: 0, to: 5 }],
  ["many steps without a running one", 100, -1, { from: 0, to: 20 }],
  ["many steps with a running one in the middle", 100, 50, { from: 40, to: 60 }],
  ["many steps with the last one running", 100, 99, { from: 80, to: 100 }],
])("the steps near the running step are shown: %s", (_, count, running, expected) => {
  const steps = Array.from({ length: count }, (_, index): JobStep => {
    return { name: `${index}`, state: index === running ? "running" : "queued", stateText: "" };
  });
  expect(stepsAround(steps)).toEqual(expected);
});
