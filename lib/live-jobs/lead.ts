import { maxStreamJobs } from "#lib/contract/values/limits.ts";
import { consoleNowMs } from "../console-clock.ts";
import type { Environment } from "../contract/environment.ts";
import type { StreamEnd } from "../contract/job-events.ts";
import type { Connection } from "./job-store.ts";
import type { JobUpdate } from "./job-update.ts";
import { pause } from "./pause.ts";
import { readJobs } from "./read-jobs.ts";
import { readStream, type StreamOutcome } from "./read-stream.ts";

export interface LeadOptions {
  environment: Environment;
  /** The unfinished jobs that at least one tab watches, most recently requested first. Empty if all tabs are hidden. */
  wanted(): readonly string[];
  /** The connection state to show while no job is being watched. */
  idle(): Connection;
  heard(news: readonly JobUpdate[]): void;
  connected(connection: Connection): void;
  /**
   * False if the tabs cannot agree on a leader. No tab then opens a stream, because six streams would use all of the
   * browser's connections to the server.
   */
  mayStream: boolean;
  signal: AbortSignal;
}

/** The leading tab. Call `look` if the set of watched jobs may have changed. */
export interface Leader {
  look(): void;
  done: Promise<void>;
}

/**
 * How long to wait for tabs that open at the same time, in milliseconds. One stream can then cover the jobs of all
 * these tabs.
 */
const gatherMs = 100;
const pollEveryMs = 3_000;
/** The minimum time between the polls of two different jobs, in milliseconds. */
const pollEachMs = 100;
const minRetryMs = 1_000;
const maxRetryMs = 30_000;
/**
 * The average wait if the server's database is down, in milliseconds. The actual wait is random, because otherwise all
 * browsers would retry at the same time.
 */
const storeRetryMs = 10_000;

/** After this many failures in a row, jobs are polled one by one. The tab still keeps trying to open a stream. */
const failuresToPoll = 2;

/** A stream counts as successful after it has been open for this time, in milliseconds, or has brought news. */
const provenMs = 5_000;

/** Returns a random time around `ms`, so that browsers do not all reconnect at the same time. */
const around = (ms: number) => ms * (0.5 + Math.random());

/**
 * Runs the leading tab. While at least one tab watches a job, the leading tab keeps one stream open for all tabs. It
 * polls the jobs that the stream does not cover.
 */
export function leadTabs(options: LeadOptions): Leader {
  const { environment, signal, heard, connected } = options;
  let waking = new AbortController();
  let stream: { jobIDs: ReadonlySet<string>; stop: AbortController } | undefined;
  let failures = options.mayStream ? 0 : failuresToPoll;
  let lastEventID: string | undefined;
  let lastKey = "";

  const streamed = () => options.wanted().slice(0, maxStreamJobs);

  function look(): void {
    const now = streamed();
    // A stream stays open even if some of its jobs are no longer watched, because opening a new stream costs more.
    if (stream && (now.length === 0 || now.some((jobID) => !stream?.jobIDs.has(jobID)))) stream.stop.abort();
    waking.abort();
  }

  async function rest(ms: number): Promise<void> {
    waking = new AbortController();
    await pause(ms, AbortSignal.any([signal, waking.signal]));
  }

  async function openStream(jobIDs: readonly string[]): Promise<number | undefined> {
    const stop = new AbortController();
    const key = jobIDs.toSorted().join(" ");
    if (key !== lastKey) lastEventID = undefined;
    lastKey = key;
    stream = { jobIDs: new Set(jobIDs), stop };
    const openedAtMs = Date.now();
    const outcome = await readStream({
      environment,
      jobIDs,
      lastEventID,
      signal: AbortSignal.any([signal, stop.signal]),
      heard: (news, id) => {
        // A stream that closes right after opening does not count as successful.
        if (news.length > 0 || Date.now() - openedAtMs > provenMs) failures = 0;
        lastEventID = id;
        connected("live");
        heard(news);
      },
    });
    stream = undefined;
    if (stop.signal.aborted) return gatherMs;
    return outcome.kind === "end" ? afterEnd(outcome.code, jobIDs) : afterFailure(outcome);
  }

  /** Returns how long to wait after a stream has ended, in milliseconds. Undefined if no new stream may be opened. */
  function afterEnd(code: StreamEnd, jobIDs: readonly string[]): number | undefined {
    if (code === "session_ended") return undefined;
    if (code === "draining") return around(minRetryMs);
    if (code === "store_unavailable") return Math.max(afterFailure() ?? 0, around(storeRetryMs));
    // The stream reports that all of its jobs have ended. If a tab still watches one of these jobs as unfinished, the
    // longer wait prevents a loop of new streams.
    return streamed().some((jobID) => jobIDs.includes(jobID)) ? afterFailure() : gatherMs;
  }

  function afterFailure(outcome?: Exclude<StreamOutcome, { kind: "end" }>): number | undefined {
    const refused = outcome?.kind === "refused" ? outcome : undefined;
    if (refused && [401, 403, 404].includes(refused.status)) return undefined;
    failures += 1;
    const retryInMs = refused?.retryAt === undefined ? 0 : Date.parse(refused.retryAt) - consoleNowMs();
    return Math.max(around(Math.min(minRetryMs * 2 ** (failures - 1), maxRetryMs)), retryInMs);
  }

  async function runStream(): Promise<void> {
    await rest(gatherMs);
    while (!signal.aborted) {
      const jobIDs = streamed();
      if (jobIDs.length === 0) {
        connected(options.idle());
        await rest(maxRetryMs);
      } else if (!options.mayStream) await rest(maxRetryMs);
      else {
        const waitMs = await openStream(jobIDs);
        if (waitMs === undefined) return end();
        await pause(waitMs, signal);
      }
    }
  }

  let isEnded = false;
  function end(): void {
    isEnded = true;
    connected("ended");
  }

  function heardOne(news: JobUpdate): void {
    heard([news]);
    if (news.kind === "problem" && news.problem.code === "not_signed_in") end();
  }

  /** Polls the jobs that no stream covers: the jobs beyond a stream's limit, or all jobs while streams fail. */
  async function runPolls(): Promise<void> {
    await pause(gatherMs, signal);
    while (!signal.aborted && !isEnded) {
      const isPolling = failures >= failuresToPoll;
      const jobIDs = isPolling ? options.wanted() : options.wanted().slice(maxStreamJobs);
      if (isPolling && jobIDs.length > 0) connected("polling");
      await readJobs({ environment, jobIDs, signal, heard: heardOne });
      await pause(Math.max(around(pollEveryMs), jobIDs.length * pollEachMs), signal);
    }
  }

  return { look, done: Promise.all([runStream(), runPolls()]).then(() => {}) };
}
