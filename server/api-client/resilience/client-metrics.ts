import type { CallRecord } from "#server/api-client/transport/call-record.ts";

/** The number of attempts whose durations are stored. */
const latencySamples = 512;

/** The number of failed requests that are stored. */
const maxRecentErrors = 10;

/** A failed request. */
export interface RecentError extends Pick<CallRecord, "method" | "path" | "outcome" | "requestID"> {
  /** The time of the failure, ISO 8601 in UTC. */
  at: string;
  status?: number;
}

/** Counts since the client was created. */
export interface CallMetrics {
  /** `reads` and `writes`: the number of calls of each kind, whatever their result. */
  reads: number;
  writes: number;
  /** The number of reads that shared the answer of an identical running read. */
  merged: number;
  /** The number of reads that got the last good answer. */
  stale: number;
  /** The number of retries. The repetition after a 401 with a new token does not count. */
  repeats: number;
  /** The number of requests to the API by result, including `POST /auth`. */
  requests: Partial<Record<CallRecord["outcome"], number>>;
  /** The number of consecutive failed requests. 0 if the last request succeeded or was refused (`upstream_refused`). */
  failedInRow: number;
  /** The last ten failed requests, newest first. */
  recentErrors: RecentError[];
  /**
   * The median and the 95th percentile of the last 512 answered requests, in milliseconds. Missing before the first
   * answer.
   */
  latency?: { p50Ms: number; p95Ms: number };
  /** When the API last answered, ISO 8601 in UTC. */
  lastAnswerAt?: string;
}

/**
 * Outcomes that do not count as failures of the API. An aborted request counts neither as a failure nor as a success.
 */
const noFailures: ReadonlySet<CallRecord["outcome"]> = new Set(["ok", "upstream_refused"]);

export type ClientMetrics = ReturnType<typeof createClientMetrics>;

/** Creates the counters of one client. */
export function createClientMetrics() {
  const counts = { reads: 0, writes: 0, merged: 0, stale: 0, repeats: 0 };
  const requests: CallMetrics["requests"] = {};
  const durations: number[] = [];
  let answered = 0;
  let failedInRow = 0;
  let lastAnswerMs: number | undefined;
  let recentErrors: RecentError[] = [];

  function noteError({ method, path, outcome, requestID, status }: CallRecord, nowMs: number): void {
    const at = new Date(nowMs).toISOString();
    const error = { at, method, path, outcome, requestID, ...(status === undefined ? {} : { status }) };
    recentErrors = [error, ...recentErrors].slice(0, maxRecentErrors);
  }

  function latency(): NonNullable<CallMetrics["latency"]> {
    const sorted = durations.toSorted((a, b) => a - b);
    const at = (part: number) => Math.round((sorted[Math.floor(sorted.length * part)] ?? 0) * 10) / 10;
    return { p50Ms: at(0.5), p95Ms: at(0.95) };
  }

  return {
    count: (what: "reads" | "writes" | "merged" | "stale" | "repeats") => {
      counts[what] += 1;
    },
    requested: (record: CallRecord, nowMs: number) => {
      const { outcome, status, durationMs } = record;
      requests[outcome] = (requests[outcome] ?? 0) + 1;
      if (outcome !== "aborted" && !noFailures.has(outcome)) noteError(record, nowMs);
      if (outcome !== "aborted") failedInRow = noFailures.has(outcome) ? 0 : failedInRow + 1;
      if (status === undefined) return;
      durations[answered % latencySamples] = durationMs;
      answered += 1;
      lastAnswerMs = nowMs;
    },
    figures: (): CallMetrics => ({
      ...counts,
      requests: { ...requests },
      failedInRow,
      recentErrors: [...recentErrors],
      ...(durations.length === 0 ? {} : { latency: latency() }),
      ...(lastAnswerMs === undefined ? {} : { lastAnswerAt: new Date(lastAnswerMs).toISOString() }),
    }),
  };
}
