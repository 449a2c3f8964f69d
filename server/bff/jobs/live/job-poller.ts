import type { Job } from "#lib/contract/job.ts";
import type { AppError } from "#lib/contract/operations/app-error.ts";
import { isFinished } from "#lib/contract/values/job-states.ts";
import type { Clock } from "#server/api-client/clock.ts";
import { toAppError } from "#server/bff/core/answers/problem.ts";
import { boundJob } from "./bound-job.ts";
import { checkFrame, type JobFrame, jobFrame, problemFrame } from "./job-frames.ts";
import { pollPauseMs } from "./poll-pause.ts";

/** A subscriber to a job. */
export interface JobWatcher {
  send(frame: JobFrame): void;
  /** Called when no further events of this job will follow. */
  over(jobID: string): void;
}

/** A job and when it was read. */
export interface SeenJob {
  job: Job;
  asOf: string;
}

export interface JobPollerOptions {
  jobID: string;
  clock: Clock;
  /** Reads the job. Throws AppError. */
  read(signal: AbortSignal): Promise<SeenJob>;
  /** Called after each change, including the first reading. Must not throw. */
  changed(seen: SeenJob): void;
  /** Called when the job is gone. Must not throw. */
  gone(): void;
  /** The number of watched jobs. */
  jobs(): number;
  /** Called when nobody watches any more and the next read is due. */
  ended(): void;
  closing: AbortSignal;
}

/** How often an unchanged job is reported as checked, in milliseconds, because pages show the age of the data. */
const checkedEveryMs = 10_000;

/** The maximum delay of the first reading for a new watcher, in milliseconds. */
const oldMs = 5_000;

/** Polls one job while it is watched, once for all watchers. */
export type JobPoller = ReturnType<typeof createJobPoller>;

export function createJobPoller(options: JobPollerOptions) {
  const { jobID, clock, closing } = options;
  const watchers = new Set<JobWatcher>();
  const startedAtMs = clock.monotonic();
  let changedAtMs = startedAtMs;
  let readAtMs = Number.NEGATIVE_INFINITY;
  let toldAtMs = startedAtMs;
  let readMs = 0;
  let failures = 0;
  let seen: SeenJob | undefined;
  /** The job's last frame, and the problem that has occurred since. */
  let frame: JobFrame | undefined;
  let trouble: { frame: JobFrame; code: string; retryAt: string | undefined } | undefined;
  let isRunning = false;
  let isOver = false;
  let waking = new AbortController();

  function tell(news: JobFrame): void {
    for (const watcher of watchers) watcher.send(news);
  }

  function finish(): void {
    isOver = true;
    for (const watcher of [...watchers]) watcher.over(jobID);
  }

  function took({ job, asOf }: SeenJob): void {
    const nowMs = clock.monotonic();
    // Kept while somebody watches, so the size is limited: an API may send megabytes. The ID is the requested one,
    // because streams and pages use it; the record may have another.
    const read = { job: { ...boundJob(job), jobID }, asOf };
    const before = seen?.job;
    const next = jobFrame(read.job, read.asOf);
    const isChanged = next.digest !== frame?.digest;
    const isBack = trouble !== undefined;
    [failures, trouble] = [0, undefined];
    [seen, readAtMs] = [read, nowMs];
    // The frame has the time of this reading, for streams that join later.
    frame = next;
    if (isChanged) {
      // A job that has become stuck counts as changed, but that is no reason to poll more often.
      if (read.job.stuckSince === undefined || before?.stuckSince !== undefined) changedAtMs = nowMs;
      options.changed(read);
    }
    if (isChanged || isBack) {
      toldAtMs = nowMs;
      tell(next);
    } else if (nowMs - toldAtMs >= checkedEveryMs) {
      toldAtMs = nowMs;
      tell(checkFrame(jobID, read.asOf, next.digest));
    }
    if (isFinished(read.job.state)) finish();
  }

  function failed(error: AppError): void {
    failures += 1;
    const { code, message: detail, retryAt, gone: isFinal } = error;
    const isNews = trouble?.code !== code || isFinal;
    const problem = { jobID, code, detail, ...(retryAt && { retryAt }), ...(isFinal && { final: true as const }) };
    trouble = { frame: problemFrame(problem), code, retryAt };
    if (isNews) tell(trouble.frame);
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
      retryInMs: trouble?.retryAt === undefined ? 0 : Date.parse(trouble.retryAt) - clock.now(),
    });
  }

  async function run(): Promise<void> {
    isRunning = true;
    while (watchers.size > 0 && !isOver && !closing.aborted) {
      const beganMs = clock.monotonic();
      try {
        took(await options.read(closing));
      } catch (thrown) {
        if (closing.aborted) break;
        failed(toAppError(thrown));
      }
      readMs = clock.monotonic() - beganMs;
      if (isOver) break;
      waking = new AbortController();
      const restMs = Math.max(beganMs + pauseMs() - clock.monotonic(), 0);
      // Also waits when all watchers have left: a watcher that returns within the pause causes no further read.
      await clock.sleep(restMs, AbortSignal.any([closing, waking.signal])).catch(() => {});
    }
    isRunning = false;
    if (watchers.size === 0) options.ended();
  }

  return {
    /** Reports the current state immediately, and every change from then on. */
    watch(watcher: JobWatcher) {
      watchers.add(watcher);
      if (frame) watcher.send(frame);
      if (trouble) watcher.send(trouble.frame);
      if (isOver) watcher.over(jobID);
      else if (!isRunning) void run();
      else if (failures === 0 && clock.monotonic() - readAtMs > oldMs) waking.abort();
    },
    unwatch(watcher: JobWatcher) {
      watchers.delete(watcher);
      if (isOver && watchers.size === 0) options.ended();
    },
    /** The job if it was read within the last `maxAgeMs`. Otherwise undefined. */
    recent(maxAgeMs: number): SeenJob | undefined {
      const isRecent = failures === 0 && (isOver || clock.monotonic() - readAtMs <= maxAgeMs);
      return isRecent ? seen : undefined;
    },
  };
}
