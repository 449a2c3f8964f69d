import type { Environment } from "#lib/contract/environment.ts";
import { AppError } from "#lib/contract/operations/app-error.ts";
import type { Clock } from "#server/api-client/clock.ts";
import type { StreamedFile } from "#server/bff/core/export/streamed-file.ts";
import { createEventStream, type EventStream } from "./event-stream.ts";
import { createJobPoller, type JobPoller, type JobReading } from "./job-poller.ts";

/** The limits on the number of streams. Further streams are refused. */
export interface StreamLimits {
  /** The maximum number of streams of one session. A browser needs one stream for each environment. */
  ofSession: number;
  ofProcess: number;
}

export interface StreamRequest {
  environment: Environment;
  sessionHash: string;
  /** Sorted, without duplicates. */
  jobIDs: readonly string[];
  /** The ID of the last event that the browser received before its stream broke. */
  lastEventID: string | null;
}

export interface LiveJobsOptions {
  clock: Clock;
  /** Reads a job for all of its watchers. Throws AppError. */
  read(environment: Environment, jobID: string, signal: AbortSignal): Promise<JobReading>;
  /** Called after each change of a watched job. Must not throw. */
  changed(environment: Environment, reading: JobReading): void;
  /** Called for each watched job that is gone. Must not throw. */
  gone(environment: Environment, jobID: string): void;
  limits?: StreamLimits;
}

const defaultLimits: StreamLimits = { ofSession: 12, ofProcess: 10_000 };

const heartbeatMs = 15_000;

/** How old an answer of the API may be for other parts of the console to use it, in milliseconds. */
const recentMs = 10_000;

interface OpenStream extends Pick<StreamRequest, "sessionHash"> {
  stream: EventStream;
}

/**
 * Watches jobs for open pages. There is one poller for each job, and one stream for each browser
 * (docs/decisions/0010-live-jobs.md).
 */
export type LiveJobs = ReturnType<typeof createLiveJobs>;

export function createLiveJobs(options: LiveJobsOptions) {
  const { clock, limits = defaultLimits } = options;
  const closing = new AbortController();
  const pollers: Record<Environment, Map<string, JobPoller>> = { production: new Map(), sandbox: new Map() };
  const streams = new Set<OpenStream>();
  let isDraining = false;
  let isBeating = false;

  function pollerOf(environment: Environment, jobID: string): JobPoller {
    const ofEnvironment = pollers[environment];
    const known = ofEnvironment.get(jobID);
    if (known) return known;
    const poller = createJobPoller({
      jobID,
      clock,
      read: (signal) => options.read(environment, jobID, signal),
      changed: (reading) => options.changed(environment, reading),
      gone: () => options.gone(environment, jobID),
      jobs: () => ofEnvironment.size,
      ended: () => {
        if (ofEnvironment.get(jobID) === poller) ofEnvironment.delete(jobID);
      },
      closing: closing.signal,
    });
    ofEnvironment.set(jobID, poller);
    return poller;
  }

  function requirePlace(sessionHash: string): void {
    if (isDraining) throw new AppError("draining", "Switchboard is restarting. Try again in a moment.");
    if (streams.size >= limits.ofProcess) {
      throw new AppError("too_many_streams", "Switchboard is following jobs for too many browsers right now.", {
        status: 503,
        retryAt: new Date(clock.now() + 30_000).toISOString(),
      });
    }
    const ofSession = [...streams].reduce((count, open) => count + (open.sessionHash === sessionHash ? 1 : 0), 0);
    if (ofSession >= limits.ofSession) {
      throw new AppError(
        "too_many_streams",
        `One session can have ${limits.ofSession} streams at once. Close one, or name several jobs in one stream.`,
      );
    }
  }

  /** Sends heartbeats on all streams with one timer. The timer stops when there are no streams. */
  async function beat(): Promise<void> {
    if (isBeating) return;
    isBeating = true;
    while (streams.size > 0 && !closing.signal.aborted) {
      await clock.sleep(heartbeatMs, closing.signal).catch(() => {});
      for (const { stream } of streams) stream.beat();
    }
    isBeating = false;
  }

  /** Ends every stream, so that browsers reconnect to another process. Refuses new streams. */
  function drain(): void {
    isDraining = true;
    for (const { stream } of [...streams]) stream.end("draining");
  }

  return {
    /** Opens a stream of events about jobs. Throws AppError `too_many_streams` or `draining`. */
    open(request: StreamRequest): Pick<StreamedFile, "body" | "end" | "over"> {
      const { environment, sessionHash, jobIDs, lastEventID } = request;
      requirePlace(sessionHash);
      const unfinished = new Set(jobIDs);
      const over = Promise.withResolvers<void>();
      const stream = createEventStream({
        jobIDs,
        lastEventID,
        left: () => {
          streams.delete(open);
          over.resolve();
          for (const jobID of jobIDs) pollers[environment].get(jobID)?.unwatch(watcher);
        },
      });
      const open: OpenStream = { sessionHash, stream };
      const watcher = {
        send: stream.send,
        over: (jobID: string) => {
          unfinished.delete(jobID);
          if (unfinished.size === 0) stream.end("finished");
        },
      };
      streams.add(open);
      for (const jobID of jobIDs) pollerOf(environment, jobID).watch(watcher);
      void beat();
      return { body: stream.body, end: stream.end, over: over.promise };
    },
    /**
     * The answer that a poller of this process has read in the last ten seconds. With this answer, the caller need not
     * read the job again. Undefined if there is no such answer.
     */
    recent: (environment: Environment, jobID: string): JobReading | undefined =>
      pollers[environment].get(jobID)?.recent(recentMs),
    drain,
    /** The number of streams and of watched jobs. */
    figures: (): { streams: number; jobs: number } => ({
      streams: streams.size,
      jobs: pollers.production.size + pollers.sandbox.size,
    }),
    /** Drains and aborts running reads. */
    close() {
      drain();
      closing.abort(new AppError("draining", "The console is shutting down."));
    },
  };
}
