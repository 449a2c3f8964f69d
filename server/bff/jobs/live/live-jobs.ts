import type { Environment } from "#lib/contract/environment.ts";
import { AppError } from "#lib/contract/operations/app-error.ts";
import type { Clock } from "#server/api-client/clock.ts";
import type { StreamedFile } from "#server/bff/core/export/streamed-file.ts";
import { createEventStream, type EventStream } from "./event-stream.ts";
import { createJobPoller, type JobPoller, type SeenJob } from "./job-poller.ts";

/** How many streams there may be; more are refused. */
export interface StreamLimits {
  /** For one session: a browser needs one for each environment. */
  ofSession: number;
  ofProcess: number;
}

export interface StreamRequest {
  environment: Environment;
  sessionHash: string;
  /** Sorted, each once. */
  jobIDs: readonly string[];
  /** The ID of the last event that the browser got before its stream broke. */
  lastEventID: string | null;
}

/**
 * Follows jobs for the pages that watch them: one reader for each job, one stream for each browser
 * (docs/decisions/0010-live-jobs.md).
 */
export interface LiveJobs {
  /** A stream of news about jobs. Throws AppError `too_many_streams` or `draining`. */
  open(request: StreamRequest): Pick<StreamedFile, "body" | "end" | "over">;
  /** What a poller here has just read, so that it need not be read again. */
  recent(environment: Environment, jobID: string): SeenJob | undefined;
  /** Ends every stream, so that browsers come back to another process; opens none from now on. */
  drain(): void;
  /** How many there are. */
  figures(): { streams: number; jobs: number };
  /** Drains, and ends reads under way. */
  close(): void;
}

export interface LiveJobsOptions {
  clock: Clock;
  /** Reads a job for all who watch it. Throws AppError. */
  read(environment: Environment, jobID: string, signal: AbortSignal): Promise<SeenJob>;
  /** Told about each change of a job that is watched. It must not throw. */
  changed(environment: Environment, seen: SeenJob): void;
  /** Told about each watched job that is gone. It must not throw. */
  gone(environment: Environment, jobID: string): void;
  limits?: StreamLimits;
}

const defaultLimits: StreamLimits = { ofSession: 12, ofProcess: 10_000 };

const heartbeatMs = 15_000;

/** How old a reading may be that others use in place of one of their own, in milliseconds. */
const recentMs = 10_000;

interface OpenStream extends Pick<StreamRequest, "sessionHash"> {
  stream: EventStream;
}

export function createLiveJobs(options: LiveJobsOptions): LiveJobs {
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
      changed: (seen) => options.changed(environment, seen),
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

  /** One timer for all streams, and none where there is no stream. */
  async function beat(): Promise<void> {
    if (isBeating) return;
    isBeating = true;
    while (streams.size > 0 && !closing.signal.aborted) {
      await clock.sleep(heartbeatMs, closing.signal).catch(() => {});
      for (const { stream } of streams) stream.beat();
    }
    isBeating = false;
  }

  function drain(): void {
    isDraining = true;
    for (const { stream } of [...streams]) stream.end("draining");
  }

  return {
    open({ environment, sessionHash, jobIDs, lastEventID }) {
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
    recent: (environment, jobID) => pollers[environment].get(jobID)?.recent(recentMs),
    drain,
    figures: () => ({ streams: streams.size, jobs: pollers.production.size + pollers.sandbox.size }),
    close() {
      drain();
      closing.abort(new AppError("draining", "The console is shutting down."));
    },
  };
}
