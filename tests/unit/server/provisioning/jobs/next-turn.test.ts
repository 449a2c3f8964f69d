import fc from "fast-check";
import { expect, test } from "vitest";
import { failedJob, newJob, nextTurn, progressOf } from "#server/provisioning/jobs/next-turn.ts";
import { type JobEnding, type JobRecord, jobStepNames } from "#server/provisioning/store/resources/job-store.ts";

const creationMs = 10_000;

const jobOf = (options: { needsAdmin?: boolean; ending?: JobEnding } = {}) =>
  newJob({ jobID: "j", customerID: "c", needsAdmin: options.needsAdmin ?? true, ending: options.ending, nowMs: 1_000 });

/** Runs a job from its first turn to its last, and takes each turn at its due time. Returns the job after each turn. */
function run(job: JobRecord): { jobs: JobRecord[]; finishedSteps: string[] } {
  const jobs = [job];
  const finishedSteps: string[] = [];
  for (;;) {
    const last = jobs.at(-1) as JobRecord;
    const taken = nextTurn(last, { nowMs: last.dueMs ?? 0, creationMs });
    if (!taken) return { jobs, finishedSteps };
    jobs.push(taken.job);
    if (taken.finishedStep) finishedSteps.push(taken.finishedStep);
  }
}

const states = (job: JobRecord) => job.steps.map(({ state }) => state).join(" ");

test("a creation advances step by step, each with its times, and takes the expected time", () => {
  const { jobs, finishedSteps } = run(jobOf());
  expect(jobs.map((job) => [job.status, progressOf(job), states(job)])).toEqual([
    ["queued", 0, "queued queued queued queued queued"],
    ["running", 0, "running queued queued queued queued"],
    ["running", 20, "succeeded running queued queued queued"],
    ["running", 40, "succeeded succeeded running queued queued"],
    ["running", 60, "succeeded succeeded succeeded running queued"],
    ["running", 80, "succeeded succeeded succeeded succeeded running"],
    ["succeeded", 100, "succeeded succeeded succeeded succeeded succeeded"],
  ]);
  expect(finishedSteps).toEqual(jobStepNames);
  const last = jobs.at(-1) as JobRecord;
  expect(last.steps.map(({ startedMs, finishedMs }) => [startedMs, finishedMs])).toEqual([
    [1_000, 2_000],
    [2_000, 4_500],
    [4_500, 6_000],
    [6_000, 9_000],
    [9_000, 11_000],
  ]);
  expect(last.dueMs).toBeUndefined();
});

test("without an administrator, the step for the administrator is skipped and counts as done", () => {
  const { jobs, finishedSteps } = run(jobOf({ needsAdmin: false }));
  expect(finishedSteps).toEqual(["validate", "allocate", "numbers", "activate"]);
  expect(states(jobs.at(-1) as JobRecord)).toBe("succeeded succeeded skipped succeeded succeeded");
  expect(progressOf(jobs.at(-1) as JobRecord)).toBe(100);
});

test.each(jobStepNames)("the job fails at %s on request, with a reason, and stops there", (step) => {
  const { jobs, finishedSteps } = run(jobOf({ ending: { kind: "fail", step } }));
  const last = jobs.at(-1) as JobRecord;
  expect(last.status).toBe("failed");
  expect(last.error).toMatch(/\.$/);
  expect(last.steps.find(({ state }) => state === "failed")?.name).toBe(step);
  expect(finishedSteps).toEqual(jobStepNames.slice(0, jobStepNames.indexOf(step)));
});

test.each(jobStepNames)("the job stalls at %s on request: it is running, and never due again", (step) => {
  const { jobs } = run(jobOf({ ending: { kind: "stall", step } }));
  const last = jobs.at(-1) as JobRecord;
  expect([last.status, last.dueMs]).toEqual(["running", undefined]);
  expect(last.steps.find(({ state }) => state === "running")?.name).toBe(step);
});

test("every turn increases the revision by one and forgets the failures of the previous step", () => {
  fc.assert(
    fc.property(fc.boolean(), fc.nat({ max: 4 }), (needsAdmin, failures) => {
      const { jobs } = run({ ...jobOf({ needsAdmin }), failures });
      jobs.forEach((job, index) => {
        expect(job.revision).toBe(index);
        if (index > 0) expect(job.failures).toBe(0);
      });
    }),
  );
});

test("a job that gave up gives the reason and is not due", () => {
  const running = run(jobOf()).jobs[2] as JobRecord;
  const failed = failedJob(running, "Because.", 9);
  expect(failed).toMatchObject({ status: "failed", error: "Because.", revision: 3, updatedMs: 9 });
  expect(failed.dueMs).toBeUndefined();
  expect(states(failed)).toBe("succeeded failed queued queued queued");
});
