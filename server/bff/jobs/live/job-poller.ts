import type { Job } from "#lib/contract/job.ts";
import type { AppError } from "#lib/contract/operations/app-error.ts";
import { isFinished } from "#lib/contract/values/job-states.ts";
import type { Clock } from "#server/api-client/clock.ts";
import { toAppError } from "#server/bff/core/answers/problem.ts";
import { boundJob } from "./bound-job.ts";
import { checkFrame, type JobFrame, jobFrame, problemFrame } from "./job-frames.ts";
import { pollPauseMs } from "./poll-pause.ts";

/** A stream that watches a job. */
export interface JobWatcher {
  send(frame: JobFrame): void;
  /** Called when no more events of this job will follow. */
  over(jobID: string): void;
}

/** A job, and the time when it was read. */
export interface JobReading {
  job: Job;
  asOf: string;
}

export interface JobPollerOptions {
  jobID: string;
  clock: Clock;
  /** Reads the job. Throws AppError. */
  read(signal: AbortSignal): Promise<JobReading>;
  /** Called after the first read and after each change. Must not throw. */
  changed(reading: JobReading): void;
  /** Called when the job is gone. Must not throw. */
  gone(): void;
  /** The number of watched jobs. */
  jobs(): number;
  /** Called when the poller has stopped and nobody watches the job. */
  ended(): void;
  closing: AbortSignal;
}

/**
 * How often the watchers of an unchanged job get a "checked" event, in milliseconds. With this event, pages show the
 * age of the data.
 */
const checkedEveryMs = 10_000;

/** If the API's last answer is older than this number of milliseconds, a new watcher causes a new read. */
const oldMs = 5_000;

/** Polls one job while somebody watches it. All watchers get the same answers. */
export type JobPoller = ReturnType<typeof createJobPoller>;

export function createJobPoller(options: JobPollerOptions) {
  const { jobID, clock, closing } = options;
  const watchers = new Set<JobWatcher>();
  const startedAtMs = clock.monotonic();
  let changedAtMs = startedAtMs;
  let readAtMs = Number.NEGATIVE_INFINITY;
  let sentAtMs = startedAtMs;
  let readMs = 0;
  let failures = 0;
  let lastReading: JobReading | undefined;
  /** The event for the API's last answer. */
  let frame: JobFrame | undefined;
  /** The problem since the last successful read. Undefined if there is no problem. */
  let lastProblem: { frame: JobFrame; code: string; retryAt: string | undefined } | undefined;
  let isRunning = false;
  let isOver = false;
  let waking = new AbortController();

  function sendToAll(eventFrame: JobFrame): void {
    for (const watcher of watchers) watcher.send(eventFrame);
  }

  function finish(): void {
    isOver = true;
    for (const watcher of [...watchers]) watcher.over(jobID);
  }

  function record({ job, asOf }: JobReading): void {
    const nowMs = clock.monotonic();
    // Limits the size, because an API may send megabytes and the job stays in memory while it is watched. Sets the
    // requested ID, because streams and pages use this ID and the ID in the API's answer may differ.
    const read = { job: { ...boundJob(job), jobID }, asOf };
    const before = lastReading?.job;
    const next = jobFrame(read.job, read.asOf);
    const isChanged = next.digest !== frame?.digest;
    const isBack = lastProblem !== undefined;
    [failures, lastProblem] = [0, undefined];
    [lastReading, readAtMs] = [read, nowMs];
    // Replaces the event even if the job is unchanged: streams that join later need the time of the API's last answer.
    frame = next;
    if (isChanged) {
      // A job that becomes stuck counts as changed, but this does not make polling more frequent.
      if (read.job.stuckSince === undefined || before?.stuckSince !== undefined) changedAtMs = nowMs;
      options.changed(read);
    }
    if (isChanged || isBack) {
      sentAtMs = nowMs;
      sendToAll(next);
    } else if (nowMs - sentAtMs >= checkedEveryMs) {
      sentAtMs = nowMs;
      sendToAll(checkFrame(jobID, read.asOf, next.digest));
    }
    if (isFinished(read.job.state)) finish();
  }

  function failed(error: AppError): void {
    failures += 1;
    const { code, message: detail, retryAt, gone: isFinal } = error;
    const isNews = lastProblem?.code !== code || isFinal;
    const problem = { jobID, code, detail, ...(retryAt && { retryAt }), ...(isFinal && { final: true as const }) };
    lastProblem = { frame: problemFrame(problem), code, retryAt };
    if (isNews) sendToAll(lastProblem.frame);
    if (!isFinal) return;
    options.gone();
    finish();
  }

  function pauseMs(): number {
    const nowMs = clock.monotonic();
    return pollPauseMs({
      watchedForMs: nowMs - startedAtMs,
      unchangedForMs: nowMs - changedAtMs,
      readMs,
      failures,
      jobs: options.jobs(),
      retryInMs: lastProblem?.retryAt === undefined ? 0 : Date.parse(lastProblem.retryAt) - clock.now(),
    });
  }

  async function run(): Promise<void> {
    isRunning = true;
    while (watchers.size > 0 && !isOver && !closing.aborted) {
      const beganMs = clock.monotonic();
      try {
        record(await options.read(closing));
      } catch (thrown) {
        if (closing.aborted) break;
        failed(toAppError(thrown));
      }
      readMs = clock.monotonic() - beganMs;
      if (isOver) break;
      waking = new AbortController();
      const restMs = Math.max(beganMs + pauseMs() - clock.monotonic(), 0);
      // Waits even if all watchers have left. A watcher that returns within the pause then causes no additional read.
      await clock.sleep(restMs, AbortSignal.any([closing, waking.signal])).catch(() => {});
    }
    isRunning = false;
    if (watchers.size === 0) options.ended();
  }

  return {
    /** Sends the current state immediately, and then every change. */
    watch(watcher: JobWatcher) {
      watchers.add(watcher);
      if (frame) watcher.send(frame);
      if (lastProblem) watcher.send(lastProblem.frame);
      if (isOver) watcher.over(jobID);
      else if (!isRunning) void run();
      else if (failures === 0 && clock.monotonic() - readAtMs > oldMs) waking.abort();
    },
    unwatch(watcher: JobWatcher) {
      watchers.delete(watcher);
      if (isOver && watchers.size === 0) options.ended();
    },
    /** Returns the job if it was read within the last `maxAgeMs` milliseconds. Otherwise undefined. */
    recent(maxAgeMs: number): JobReading | undefined {
      const isRecent = failures === 0 && (isOver || clock.monotonic() - readAtMs <= maxAgeMs);
      return isRecent ? lastReading : undefined;
    },
  };
}
