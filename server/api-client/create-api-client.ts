import type { Environment } from "#lib/contract/environment.ts";
import { getJob } from "#server/api-client/endpoints/get-job.ts";
import { listActivities, type UpstreamActivityQuery } from "#server/api-client/endpoints/list-activities.ts";
import { listCustomers, type UpstreamCustomerQuery } from "#server/api-client/endpoints/list-customers.ts";
import { listJobs } from "#server/api-client/endpoints/list-jobs.ts";
import { listNumbers } from "#server/api-client/endpoints/list-numbers.ts";
import { type PlainListName, readPlainList } from "#server/api-client/endpoints/plain-lists.ts";
import type { PageQuery } from "#server/api-client/endpoints/read-page.ts";
import type { WriteResult } from "#server/api-client/endpoints/write-result.ts";
import {
  sendWrite,
  type WriteAnswerOf,
  type WriteIDs,
  type WriteName,
  type WriteOptions,
} from "#server/api-client/endpoints/writes.ts";
import type { Credentials } from "#server/api-client/token/mint-token.ts";
import type { ApiAnswer } from "#server/api-client/transport/api-answer.ts";
import type { CallRecord } from "#server/api-client/transport/call-record.ts";
import { createUpstreamClock } from "#server/api-client/transport/upstream-clock.ts";
import type { FetchLike } from "#server/api-client/transport/upstream-fetch.ts";
import type { CallContext } from "./call-context.ts";
import type { Clock } from "./clock.ts";
import { createPipeline } from "./create-pipeline.ts";
import { type CallLimits, defaultLimits } from "./limits.ts";

/** The default path of the list of numbers. The specification (section 4.9) does not show a path. */
const defaultNumbersPath = "/numbers";

export interface ApiClientOptions {
  environment: Environment;
  /** The API's base address, without the prefix of the environment. May have a path and a trailing slash. */
  baseUrl: string;
  /** Returns the key pair of this environment. Called before each `POST /auth`, so that a rotated pair is used. */
  credentials: () => Credentials;
  /** A fetch that `createUpstreamFetch()` has created for this client only, because the client closes it. */
  fetch: FetchLike;
  /** The source of time: `systemClock`, or the clock of a test. */
  clock: Clock;
  /** A number in [0, 1), for jitter. */
  random: () => number;
  /** The path of the list of numbers, below the prefix of the environment. Default `/numbers`. */
  numbersPath?: string;
  /** Limits that differ from the defaults. */
  limits?: Partial<CallLimits>;
  /** Called for each attempt, including `POST /auth`, and for each call that sends no request. Must not throw. */
  onCall?: (call: CallRecord) => void;
  /** Called for each complete answer with any status, including answers to `POST /auth`. Must not throw. */
  onAnswer?: (answer: ApiAnswer) => void;
}

/** The query with the smallest possible answer: one customer. */
const probeQuery: UpstreamCustomerQuery = {
  limit: 1,
  offset: 0,
  sort: "created",
  ascending: false,
  datefrom: "1970-01-01",
  includeDeleted: false,
};

/**
 * The API in one environment. Reads are retried if that can help, and identical reads are merged. While requests are
 * paused or the key is refused, a read returns the last good answer (`stale`). A failed read throws an AppError with an
 * `upstream_…` code. If the caller's signal aborts, the read throws the caller's own reason. Writes never throw.
 */
export type ApiClient = ReturnType<typeof createApiClient>;

/**
 * Creates the client of one environment. Production and sandbox share nothing: each has its own prefix (`/v2`,
 * `/sandbox`), key pair, token, pauses and caches. So no token can reach the wrong prefix (specification, section 1,
 * rule 1). Nothing is sent before the first operation. Throws TypeError for an unusable `baseUrl`.
 *
 * The key, the secret and the token never appear in an answer, a page, a script, the log or an error. A test with
 * canary values searches all of these (tests/fixtures/canaries/canary-search.ts).
 */
export function createApiClient(options: ApiClientOptions) {
  const { environment, baseUrl, credentials, clock, random, numbersPath = defaultNumbersPath } = options;
  const { fetch, aheadMs } = createUpstreamClock(options.fetch, clock);
  const limits = { ...defaultLimits, ...options.limits };
  const pipeline = createPipeline({
    environment,
    baseUrl,
    credentials,
    fetch,
    clock,
    random,
    limits,
    onCall: options.onCall,
    onAnswer: options.onAnswer,
  });
  const { performCall, performWrite, status } = pipeline;
  const reading = { environment, performCall };
  const writing = { environment, performWrite };

  return {
    /** The API's base address with the prefix of the environment, without a trailing slash. */
    address: pipeline.address,
    /** One page of customers (specification, section 4.2). */
    listCustomers: (query: UpstreamCustomerQuery, call: CallContext) => listCustomers(reading, query, call),
    /** One page of a customer's activities (section 4.5). */
    listActivities: (customerID: string, query: UpstreamActivityQuery, call: CallContext) =>
      listActivities(reading, { customerID, query }, call),
    /** One page of jobs (section 4.6). */
    listJobs: (query: PageQuery, call: CallContext) => listJobs(reading, query, call),
    /** One job (section 4.7). */
    getJob: (jobID: string, call: CallContext) => getJob(reading, jobID, call),
    /** One page of a list without filters. */
    list: <Name extends PlainListName>(name: Name, query: PageQuery, call: CallContext) =>
      readPlainList(reading, name, query, call),
    /** One page of numbers (section 4.9). */
    listNumbers: (query: PageQuery, call: CallContext) => listNumbers({ ...reading, numbersPath }, query, call),
    /**
     * Reads one customer immediately, even during a pause. The read is not retried and not merged with other reads. If
     * the read succeeds, every pause ends. Otherwise this throws the error of the read.
     */
    probe: async (call: CallContext) => {
      const { asOf } = await listCustomers({ environment, performCall: pipeline.probe }, probeQuery, call);
      return { asOf };
    },
    /** Sends a write of `endpoints/writes.ts`. A write with an unknown outcome is never sent again automatically. */
    write: <Name extends WriteName>(
      name: Name,
      ids: WriteIDs<Name>,
      writeOptions: WriteOptions,
      call: CallContext,
    ): Promise<WriteResult<WriteAnswerOf<Name>>> => sendWrite(writing, name, ids, writeOptions, call),
    /**
     * How far the API's clock is ahead of this machine's clock, in milliseconds. The true difference may be a little
     * larger. 0 if the API does not send its time.
     */
    clockAheadMs: aheadMs,
    /** The status of the token. Does not include the token. */
    tokenStatus: () => status().token,
    /** The state of the client: breaker, pauses, token, queue, counts and latency. */
    status,
    /** Removes from a text: the keys and tokens of this environment, and everything that looks like a token. */
    withoutSecrets: pipeline.withoutSecrets,
    /** Waits for running calls, and closes the connections. Later calls fail. */
    close: async () => {
      pipeline.close();
      await fetch.close?.();
    },
  };
}
