import {
  type JobEnding,
  type JobRecord,
  type JobStep,
  type JobStepName,
  jobStepNames,
} from "#server/provisioning/store/resources/job-store.ts";

/** The error message of a job that fails because of a sandbox value, for each step. */
const reasons: Readonly<Record<JobStepName, string>> = {
  validate: "The company could not be validated.",
  allocate: "No account could be allocated: the region has no capacity.",
  "admin-user": "The administrator's e-mail address did not accept the invitation.",
  numbers: "The numbering service has no free numbers in this region.",
  activate: "The account could not be activated.",
};

/** The share of each step in the total duration of a creation. All shares together are 1. */
const shares: Readonly<Record<JobStepName, number>> = {
  validate: 0.1,
  allocate: 0.25,
  "admin-user": 0.15,
  numbers: 0.3,
  activate: 0.2,
};

/** The duration of one step in milliseconds. `creationMs` is the duration of the complete creation. */
export function stepDurationMs(name: JobStepName, creationMs: number): number {
  return Math.round(shares[name] * creationMs);
}

/** Creates the job of a creation, before its first turn. */
export function newJob(options: {
  jobID: string;
  customerID: string;
  needsAdmin: boolean;
  ending: JobEnding | undefined;
  nowMs: number;
}): JobRecord {
  const { jobID, customerID, needsAdmin, ending, nowMs } = options;
  return {
    jobID,
    type: "create-customer",
    status: "queued",
    customerID,
    steps: jobStepNames.map((name) => ({
      name,
      state: name === "admin-user" && !needsAdmin ? "skipped" : "queued",
    })),
    ...(ending === undefined ? {} : { ending }),
    revision: 0,
    failures: 0,
    createdMs: nowMs,
    updatedMs: nowMs,
    dueMs: nowMs,
  };
}

/** The progress of a job in percent. */
export function progressOf(job: Pick<JobRecord, "steps">): number {
  const done = job.steps.filter(({ state }) => state === "succeeded" || state === "skipped").length;
  return job.steps.length === 0 ? 0 : Math.round((100 * done) / job.steps.length);
}

export const isFinished = (job: Pick<JobRecord, "status">) => job.status === "succeeded" || job.status === "failed";

/**
 * The result of one job turn. `job` is the changed job with its next revision. `finishedStep` is the step that was
 * finished.
 */
export interface NextTurn {
  job: JobRecord;
  finishedStep?: JobStepName;
}

function finishStep(steps: readonly JobStep[], running: JobStep, state: "succeeded" | "failed", nowMs: number) {
  return steps.map((step) => (step === running ? { ...step, state, finishedMs: nowMs } : step));
}

/** Marks a job as failed for `reason` at its running step. The caller must undo the effects of earlier steps. */
export function failedJob(job: JobRecord, reason: string, nowMs: number): JobRecord {
  const { dueMs: _due, ...rest } = job;
  const running = job.steps.find(({ state }) => state === "running");
  return {
    ...rest,
    status: "failed",
    steps: running ? finishStep(job.steps, running, "failed", nowMs) : job.steps,
    error: reason,
    revision: job.revision + 1,
    updatedMs: nowMs,
  };
}

/**
 * Advances a job by one turn: finishes the running step and starts the next step. The next turn is due when the
 * duration of the new step is over. Undefined if the job has no more turns. This function stores nothing, so the caller
 * must store the result.
 */
export function nextTurn(job: JobRecord, options: { nowMs: number; creationMs: number }): NextTurn | undefined {
  const { nowMs, creationMs } = options;
  if (isFinished(job) || job.dueMs === undefined) return undefined;
  const running = job.steps.find(({ state }) => state === "running");
  if (running && job.ending?.kind === "fail" && job.ending.step === running.name) {
    return { job: failedJob(job, reasons[running.name], nowMs) };
  }
  const { dueMs: _due, ...rest } = job;
  const steps = running ? finishStep(job.steps, running, "succeeded", nowMs) : job.steps;
  const next = steps.find(({ state }) => state === "queued");
  const isStalled = next !== undefined && job.ending?.kind === "stall" && job.ending.step === next.name;
  return {
    job: {
      ...rest,
      status: next ? "running" : "succeeded",
      steps: steps.map((step) => (step === next ? { ...step, state: "running" as const, startedMs: nowMs } : step)),
      revision: job.revision + 1,
      failures: 0,
      updatedMs: nowMs,
      ...(next && !isStalled ? { dueMs: nowMs + stepDurationMs(next.name, creationMs) } : {}),
    },
    ...(running ? { finishedStep: running.name } : {}),
  };
}
