import type { Job } from "#lib/contract/job.ts";
import type { AppError } from "#lib/contract/operations/app-error.ts";
import { isFinished } from "#lib/contract/values/job-states.ts";
import type { Clock } from "#server/api-client/clock.ts";
import { toAppError } from "#server/bff/core/answers/problem.ts";
import { boundJob } from "./bound-job.ts";
import { checkFrame, type JobFrame, jobFrame, problemFrame } from "./job-frames.ts";
import { pollPauseMs } from "./poll-pause.ts";

/** Who is told about a job. */
export interface JobWatcher {
  send(frame: JobFrame): void;
  /** Nothing more will come of this job. */
  over(jobID: string): void;
}

/** Reads one job again and again while somebody watches it, however many watch. */
export interface JobPoller {
  /** Tells what is known already and from then on what changes. */
  watch(watcher: JobWatcher): void;
  unwatch(watcher: JobWatcher): void;
  /** The job as it was read within the last `maxAgeMs`; undefined where it was not. */
  recent(maxAgeMs: number): SeenJob | undefined;
}

/** A job as somebody read it. */
export interface SeenJob {
  job: Job;
  asOf: string;
}

export interface JobPollerOptions {
  jobID: string;
  clock: Clock;
  /** Reads the job. Throws AppError. */
  read(signal: AbortSignal): Promise<SeenJob>;
  /** Told about each change, the first reading included. It must not throw. */
  changed(seen: SeenJob): void;
  /** Told when the job is gone. It must not throw. */
  gone(): void;
  /** How many jobs are watched just now. */
  jobs(): number;
  /** Called when no one watches any more and the next read is due. */
  ended(): void;
  closing: AbortSignal;
}

/** How often an unchanged job is told to be so, in milliseconds: what is shown has an age. */
const checkedEveryMs = 10_000;

/** A newcomer is not made to wait for a read that is further off than this, in milliseconds. */
const oldMs = 5_000;

export function createJobPoller(options: JobPollerOptions): JobPoller {
  const { jobID, clock, closing } = options;
  const watchers = new Set<JobWatcher>();
  const startedAtMs = clock.monotonic();
  let changedAtMs = startedAtMs;
  let readAtMs = Number.NEGATIVE_INFINITY;
  let toldAtMs = startedAtMs;
  let readMs = 0;
  let failures = 0;
  let seen: SeenJob | undefined;
  /** The job's last frame, and the problem that has come up since. */
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
    // Kept for as long as somebody watches: an API may send megabytes. It is the job that was asked
    // for, whatever ID its record has: streams and pages know it by that one.
    const read = { job: { ...boundJob(job), jobID }, asOf };
    const before = seen?.job;
    const next = jobFrame(read.job, read.asOf);
    const isChanged = next.digest !== frame?.digest;
    const isBack = trouble !== undefined;
    [failures, trouble] = [0, undefined];
    [seen, readAtMs] = [read, nowMs];
    // With the time of this reading, for streams that join later.
    frame = next;
    if (isChanged) {
      // That it seems stuck by now is news, but no reason to ask for it more often.
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
      // Waits also when everybody has left: who comes back within the pause causes no further read.
      await clock.sleep(restMs, AbortSignal.any([closing, waking.signal])).catch(() => {});
    }
    isRunning = false;
    if (watchers.size === 0) options.ended();
  }

  return {
    watch(watcher) {
      watchers.add(watcher);
      if (frame) watcher.send(frame);
      if (trouble) watcher.send(trouble.frame);
      if (isOver) watcher.over(jobID);
      else if (!isRunning) void run();
      else if (failures === 0 && clock.monotonic() - readAtMs > oldMs) waking.abort();
    },
    unwatch(watcher) {
      watchers.delete(watcher);
      if (isOver && watchers.size === 0) options.ended();
    },
    recent(maxAgeMs) {
      const isRecent = failures === 0 && (isOver || clock.monotonic() - readAtMs <= maxAgeMs);
      return isRecent ? seen : undefined;
    },
  };
}
