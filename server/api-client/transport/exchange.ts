import { type AppError, isAppError } from "#lib/contract/app-error.ts";
import type { Environment } from "#lib/contract/environment.ts";
import type { ErrorCode } from "#lib/contract/errors.ts";
import type { Clock } from "#server/api-client/clock.ts";
import { type CallLimits, maxErrorBodyBytes } from "#server/api-client/limits.ts";
import { boundSignal } from "./bound-signal.ts";
import { describeBody, isDeeperThan } from "./describe-body.ts";
import { readBody, timedOut } from "./read-body.ts";
import { parseRetryAfter } from "./retry-after.ts";
import { errorOfFailure, errorOfStatus, upstreamErrors } from "./upstream-errors.ts";
import type { FetchLike, UpstreamResponse } from "./upstream-fetch.ts";
import { upstreamMessages } from "./upstream-messages.ts";

/** What is told about each attempt, for logs and figures. It holds no secret and no query. */
export interface CallRecord {
  environment: Environment;
  method: string;
  /** Relative to the environment's prefix, without the query. */
  path: string;
  /** 1 for the first time that this is sent, 2 for its repeat. */
  attempt: number;
  requestID: string;
  durationMs: number;
  /** Absent where no answer came. */
  status?: number;
  outcome: "ok" | "aborted" | ErrorCode;
}

/** What a successful answer says outside its body. */
export interface AnswerHead {
  /** 200 to 299. */
  status: number;
  location: string | null;
}

/** A request and what its answer means. */
export interface ApiRequest<Result> {
  method: "GET" | "POST" | "PATCH";
  /** Relative to the environment's prefix, such as `/customers`. */
  path: string;
  /** Present where the path names one resource: the path without its ID, such as `/jobs/{jobID}`. */
  template?: string;
  query?: URLSearchParams;
  /** Sent as JSON. */
  body?: unknown;
  /** An empty body is no error but parsed as `undefined`: what a write may be answered with. */
  mayBeEmpty?: boolean;
  /** Called just before the first byte leaves, each time that it is sent; what it throws keeps it from leaving. */
  beforeSend?: (() => void) | undefined;
  /**
   * Turns the parsed JSON of a 2xx answer into the result, or throws `upstream_malformed`. Callers
   * that share an answer share the JSON: it must not be changed.
   */
  parse(json: unknown, head: AnswerHead): Result;
}

/** A successful answer. */
export interface Exchanged<Result> {
  value: Result;
  /** The JSON that `value` was parsed from, for other callers. */
  json: unknown;
  text: string;
  head: AnswerHead;
  /** When the answer had come, milliseconds since 1970. */
  atMs: number;
}

export interface Attempt {
  attempt: number;
  requestID: string;
  signal: AbortSignal | undefined;
  /** Left out for `POST /auth` alone. */
  token?: string;
  /** Called just before the first byte of it leaves. Without that call no byte of it has left. */
  onSent?: (() => void) | undefined;
}

/** Sends a request once. */
export type Exchange = <Result>(request: ApiRequest<Result>, attempt: Attempt) => Promise<Exchanged<Result>>;

export interface ExchangeOptions {
  environment: Environment;
  /** The API's base address with the environment's prefix, without a slash at its end. */
  address: string;
  /** Taken out of every message that the API sends, as the attempt's token is. */
  secrets: () => readonly string[];
  fetch: FetchLike;
  clock: Clock;
  limits: CallLimits;
  onCall: ((call: CallRecord) => void) | undefined;
}

/** Deeper answers cannot be printed again safely. */
const maxLevels = 64;

const decoder = new TextDecoder("utf-8", { fatal: true });
const lenientDecoder = new TextDecoder();

function headersFor(request: ApiRequest<unknown>, { requestID, token }: Attempt): Record<string, string> {
  return {
    accept: "application/json",
    "accept-encoding": "identity",
    "x-request-id": requestID,
    ...(request.body === undefined ? {} : { "content-type": "application/json" }),
    ...(token === undefined ? {} : { authorization: `Bearer ${token}` }),
  };
}

/**
 * Makes the function that sends one request once and types whatever comes of it. It throws AppError
 * with `upstream_unreachable`, `upstream_timeout` (the attempt's own time), `upstream_malformed`,
 * `upstream_too_large`, `upstream_credentials` (401), `upstream_refused` (another 4xx, with its
 * status), `upstream_rate_limited` (429), `upstream_failed` (5xx); when the attempt's signal aborts,
 * that signal's reason. Each attempt is reported to `onCall` once.
 */
export function createExchange(options: ExchangeOptions): Exchange {
  const { environment, address, secrets, fetch, clock, limits, onCall } = options;

  async function errorOf(response: UpstreamResponse, token: string | undefined): Promise<AppError> {
    const bytes = await readBody(response, maxErrorBodyBytes);
    const text = bytes === timedOut ? "" : lenientDecoder.decode(bytes);
    const hidden = token === undefined ? secrets() : [...secrets(), token];
    return errorOfStatus({
      environment,
      status: response.status,
      messages: upstreamMessages(text, response.headers.get("content-type"), hidden),
      retryAtMs: parseRetryAfter(response.headers.get("retry-after"), clock.now(), response.headers.get("date")),
    });
  }

  async function readJson(response: UpstreamResponse, mayBeEmpty: boolean): Promise<{ json: unknown; text: string }> {
    const bytes = await readBody(response, limits.maxBodyBytes);
    const malformed = (what: string) => upstreamErrors.malformed(environment, what, response.status);
    if (bytes === timedOut) throw upstreamErrors.tooLarge(environment, limits.maxBodyBytes, response.status);
    const encoding = response.headers.get("content-encoding")?.trim().toLowerCase() ?? "";
    if (encoding !== "" && encoding !== "identity") throw malformed("a compressed body, which was not requested");
    let text: string;
    try {
      text = decoder.decode(bytes);
    } catch {
      throw malformed("binary data");
    }
    if (mayBeEmpty && text.trim() === "") return { json: undefined, text };
    let json: unknown;
    try {
      json = JSON.parse(text);
    } catch {
      // Without its cause: the parser's message quotes what came.
      throw malformed(describeBody(text, response.headers.get("content-type")));
    }
    if (isDeeperThan(maxLevels, json)) throw malformed(`JSON of more than ${maxLevels} levels`);
    return { json, text };
  }

  async function receive(
    request: ApiRequest<unknown>,
    attempt: Attempt,
    signal: AbortSignal,
    onStatus: (status: number) => void,
  ): Promise<Omit<Exchanged<unknown>, "value">> {
    try {
      signal.throwIfAborted();
      const query = request.query === undefined ? "" : `?${request.query}`;
      const response = await fetch(`${address}${request.path}${query}`, {
        method: request.method,
        headers: headersFor(request, attempt),
        ...(request.body === undefined ? {} : { body: JSON.stringify(request.body) }),
        signal,
        onSent: attempt.onSent,
      });
      onStatus(response.status);
      if (response.status < 200 || response.status > 299) throw await errorOf(response, attempt.token);
      const body = await readJson(response, request.mayBeEmpty === true);
      const head = { status: response.status, location: response.headers.get("location") };
      return { ...body, head, atMs: clock.now() };
    } catch (failure) {
      if (isAppError(failure)) throw failure;
      throw signal.aborted ? signal.reason : errorOfFailure(environment, failure, limits);
    }
  }

  return async function exchange(request, attempt) {
    const startedAt = clock.monotonic();
    const bound = boundSignal({
      clock,
      timeoutMs: limits.attemptTimeoutMs,
      parent: attempt.signal,
      timeUp: () => upstreamErrors.timeout(environment, limits.attemptTimeoutMs),
    });
    let status: number | undefined;
    let outcome: CallRecord["outcome"] = "ok";
    try {
      const answer = await receive(request, attempt, bound.signal, (answered) => {
        status = answered;
      });
      return { value: request.parse(answer.json, answer.head), ...answer };
    } catch (error) {
      outcome = isAppError(error) ? error.code : bound.signal.aborted ? "aborted" : "internal";
      throw error;
    } finally {
      bound.end();
      onCall?.({
        environment,
        method: request.method,
        path: request.path,
        attempt: attempt.attempt,
        requestID: attempt.requestID,
        durationMs: clock.monotonic() - startedAt,
        outcome,
        ...(status === undefined ? {} : { status }),
      });
    }
  };
}
