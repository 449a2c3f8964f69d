import type { Environment } from "#lib/contract/environment.ts";
import type { Job } from "#lib/contract/job.ts";
import {
  type ChangeContractOptions,
  type ContractChange,
  changeContract,
} from "#server/api-client/endpoints/change-contract.ts";
import { type CreationRequest, createCustomer } from "#server/api-client/endpoints/create-customer.ts";
import { getJob } from "#server/api-client/endpoints/get-job.ts";
import {
  type ActivityPage,
  listActivities,
  type UpstreamActivityQuery,
} from "#server/api-client/endpoints/list-activities.ts";
import {
  type CustomerPage,
  listCustomers,
  type UpstreamCustomerQuery,
} from "#server/api-client/endpoints/list-customers.ts";
import { type JobPage, listJobs } from "#server/api-client/endpoints/list-jobs.ts";
import { listNumbers, type NumberPage } from "#server/api-client/endpoints/list-numbers.ts";
import { type PlainListName, type PlainListPage, readPlainList } from "#server/api-client/endpoints/plain-lists.ts";
import type { PageQuery } from "#server/api-client/endpoints/read-page.ts";
import type { SendOptions, WriteResult } from "#server/api-client/endpoints/write-result.ts";
import type { TokenStatus } from "#server/api-client/token/managed-token.ts";
import type { Credentials } from "#server/api-client/token/mint-token.ts";
import type { ApiAnswer } from "#server/api-client/transport/api-answer.ts";
import type { CallRecord } from "#server/api-client/transport/call-record.ts";
import { createUpstreamClock } from "#server/api-client/transport/upstream-clock.ts";
import type { FetchLike } from "#server/api-client/transport/upstream-fetch.ts";
import type { CallContext } from "./call-context.ts";
import type { Clock } from "./clock.ts";
import { type ClientStatus, createPipeline } from "./create-pipeline.ts";
import { type CallLimits, defaultLimits } from "./limits.ts";
import type { ContractAnswer, CreationAnswer } from "./normalise/write-answers.ts";
import type { Freshness } from "./perform-call.ts";

/** Where numbers are listed unless the options say otherwise: the specification (section 4.9) does not show it. */
const defaultNumbersPath = "/numbers";

export interface ApiClientOptions {
  environment: Environment;
  /** The API's base address without the environment's prefix; it may have a path and end in a slash. */
  baseUrl: string;
  /** Gives the key pair of this environment alone; asked before each `POST /auth`, so that it may be rotated. */
  credentials: () => Credentials;
  /** Made by `createUpstreamFetch()` for this client alone, which closes it. */
  fetch: FetchLike;
  /** `systemClock`, or a test's. */
  clock: Clock;
  /** A number in [0, 1), for jitter. */
  random: () => number;
  /** Where numbers are listed, relative to the environment's prefix. Default `/numbers`. */
  numbersPath?: string;
  /** Times, sizes and counts, where they are not the defaults. */
  limits?: Partial<CallLimits>;
  /** Told about each attempt, `POST /auth` included, and each call that made none. It must not throw. */
  onCall?: (call: CallRecord) => void;
  /** Told about each answer that came whole, whatever its status, that of `POST /auth` included. It must not throw. */
  onAnswer?: (answer: ApiAnswer) => void;
}

/**
 * The API in one environment. Reads are repeated where that may help, merged with identical ones and
 * answered with the last good answer (`stale`) while the API is down; they throw AppError with an
 * `upstream_…` code, or the caller's own reason when its signal aborts. Writes never throw.
 */
export interface ApiClient {
  /** The API's base address with the environment's prefix, without a slash at its end. */
  address: string;
  /** One page of customers (specification, section 4.2). */
  listCustomers(query: UpstreamCustomerQuery, call: CallContext): Promise<CustomerPage & Freshness>;
  /** One page of a customer's activities (section 4.5). */
  listActivities(
    customerID: string,
    query: UpstreamActivityQuery,
    call: CallContext,
  ): Promise<ActivityPage & Freshness>;
  /** One page of jobs (section 4.6). */
  listJobs(query: PageQuery, call: CallContext): Promise<JobPage & Freshness>;
  /** One job (section 4.7). */
  getJob(jobID: string, call: CallContext): Promise<{ job: Job } & Freshness>;
  /** One page of a list that has no filter. */
  list<Name extends PlainListName>(name: Name, query: PageQuery, call: CallContext): Promise<PlainListPage<Name>>;
  /** One page of numbers (section 4.9). */
  listNumbers(query: PageQuery, call: CallContext): Promise<NumberPage & Freshness>;
  /**
   * Reads one customer at once, whatever is paused. If the API answers, every pause ends. Throws what
   * the read throws; it is sent once and not shared with other reads.
   */
  probe(call: CallContext): Promise<{ asOf: string }>;
  /** Creates a customer (section 4.3). Sent once; never resent automatically when its outcome is unknown. */
  createCustomer(body: CreationRequest, call: CallContext, options?: SendOptions): Promise<WriteResult<CreationAnswer>>;
  /** Changes a customer's term or plan (section 4.4). Repeated like a read, after `before`. */
  changeContract(
    customerID: string,
    change: ContractChange,
    options: ChangeContractOptions,
    call: CallContext,
  ): Promise<WriteResult<ContractAnswer>>;
  /** By how many milliseconds the API's clock is ahead of this machine's at least; 0 where it does not tell. */
  clockAheadMs(): number;
  /** Everything about the token but the token. */
  tokenStatus(): TokenStatus;
  /** The state of the client: breaker, pauses, token, queue, counts and latency. */
  status(): ClientStatus;
  /** A text without the keys and the tokens of this environment, and without what looks like a token. */
  withoutSecrets(text: string): string;
  /** Lets calls under way end and closes the connections; later calls fail. */
  close(): Promise<void>;
}

/** The smallest list there is. */
const probeQuery: UpstreamCustomerQuery = {
  limit: 1,
  offset: 0,
  sort: "created",
  ascending: false,
  datefrom: "1970-01-01",
  includeDeleted: false,
};

/**
 * Makes the client of one environment. Production and sandbox share nothing: each has its own address prefix (`/v2`,
 * `/sandbox`), key pair, token, pauses and caches, so no token can reach the wrong prefix (specification, section 1,
 * rule 1). Nothing is sent before the first operation. Throws TypeError for an unusable `baseUrl`.
 *
 * The key, the secret and the token never appear in an answer, a page, a script, the log or an error. A test with
 * canary values searches all of these (tests/fixtures/canaries/canary-search.ts).
 */
export function createApiClient(options: ApiClientOptions): ApiClient {
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
    address: pipeline.address,
    listCustomers: (query, call) => listCustomers(reading, query, call),
    listActivities: (customerID, query, call) => listActivities(reading, { customerID, query }, call),
    listJobs: (query, call) => listJobs(reading, query, call),
    getJob: (jobID, call) => getJob(reading, jobID, call),
    list: (name, query, call) => readPlainList(reading, name, query, call),
    listNumbers: (query, call) => listNumbers({ ...reading, numbersPath }, query, call),
    probe: async (call) => {
      const { asOf } = await listCustomers({ environment, performCall: pipeline.probe }, probeQuery, call);
      return { asOf };
    },
    createCustomer: (body, call, given = {}) => createCustomer(writing, body, given, call),
    changeContract: (customerID, change, given, call) => changeContract(writing, { customerID, change }, given, call),
    clockAheadMs: aheadMs,
    tokenStatus: () => status().token,
    status,
    withoutSecrets: pipeline.withoutSecrets,
    close: async () => {
      pipeline.close();
      await fetch.close?.();
    },
  };
}
