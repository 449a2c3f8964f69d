import type { Environment } from "#lib/contract/environment.ts";
import { type AppError, isAppError } from "#lib/contract/operations/app-error.ts";
import type { CallMethod } from "#lib/contract/values/call-values.ts";
import type { CallSignal } from "#server/api-client/call-signal.ts";
import type { Clock } from "#server/api-client/clock.ts";
import { type CallLimits, maxErrorBodyBytes } from "#server/api-client/limits.ts";
import { type ApiAnswer, createAnswerReporter, type ReportAnswer } from "./api-answer.ts";
import { boundSignal } from "./bound-signal.ts";
import type { AnswerFacts, CallNumbers, CallRecord, CallTrail } from "./call-record.ts";
import { upstreamRequestIDOf } from "./call-record.ts";
import { checkWhileConnecting } from "./check-while-connecting.ts";
import { describeBody, isDeeperThan } from "./describe-body.ts";
import { areSameBytes, readBody } from "./read-body.ts";
import { requestHeaders } from "./request-headers.ts";
import { parseRetryAfter } from "./retry-after.ts";
import { bodyTooLong, type UpstreamResponse } from "./upstream-answer.ts";
import { errorOfFailure, errorOfStatus, upstreamErrors } from "./upstream-errors.ts";
import type { FetchLike } from "./upstream-fetch.ts";
import { upstreamMessages } from "./upstream-messages.ts";

/** The status and headers of a successful answer. */
export interface AnswerHead {
  /** The status, 200 to 299. */
  status: number;
  location: string | null;
}

/** A request, and how its answer is read. */
export interface ApiRequest<Result> {
  method: CallMethod;
  /** The path below the prefix of the environment, for example `/customers`. */
  path: string;
  /**
   * The path with a parameter name in place of the ID, for example `/jobs/{jobID}`. Present only if the path names a
   * single resource.
   */
  template?: string;
  /** The query as sent, without its question mark. */
  query?: string;
  /** The request body, sent as JSON. */
  body?: unknown;
  /** True if the body may be empty, for example in the answer to a write. An empty body is parsed as `undefined`. */
  mayBeEmpty?: boolean;
  /**
   * Called before `beforeSend` if the attempt had to wait: for its place in the queue, for the end of a pause, for a
   * token, or for a retry. Called again each second while a connection is being opened. If it throws, nothing is sent.
   */
  afterWait?: (() => Promise<void>) | undefined;
  /** Called immediately before the first byte of each attempt. If it throws, nothing is sent. */
  beforeSend?: (() => void) | undefined;
  /**
   * Set if the result of `parse` depends only on path, query and this key, and no caller changes the result. An
   * unchanged answer is then parsed only once for all callers.
   */
  parseKey?: string;
  /** An earlier parsed answer to the same request. If the new answer has the same text, it is not parsed again. */
  known?: ParsedAnswer | undefined;
  /**
   * Converts the JSON of a 2xx answer to the result, or throws `upstream_malformed`. The JSON must not be changed,
   * because other callers may share it.
   */
  parse(json: unknown, head: AnswerHead): Result;
}

/** An answer as bytes, as text and parsed. */
export interface ParsedAnswer {
  bytes: Uint8Array;
  text: string;
  json: unknown;
  value: unknown;
  parseKey: string;
}

/** A successful answer. */
export interface Exchanged<Result> {
  value: Result;
  /** The JSON that `value` was parsed from. Other callers may need it. */
  json: unknown;
  bytes: Uint8Array;
  text: string;
  head: AnswerHead;
  /** When the first byte of the request was sent, milliseconds since 1970. */
  sentMs: number;
  /** When the answer was complete, milliseconds since 1970. */
  atMs: number;
  /** The `parseKey` of the request that `value` was parsed for. */
  parseKey: string | undefined;
}

export interface Attempt {
  attempt: number;
  requestID: string;
  signal: CallSignal | undefined;
  /** The token to send. Missing only for `POST /auth`. */
  token?: string;
  tokenAgeMs?: number | undefined;
  /** The call that the attempt belongs to. Missing for `POST /auth`. */
  trail?: CallTrail;
  breaker?: CallRecord["breaker"];
  /**
   * Called immediately before the first byte of the request is sent. As long as it was not called, no byte was sent.
   */
  onSent?: (() => void) | undefined;
}

/** Sends a request once, without retries. */
export type Exchange = <Result>(request: ApiRequest<Result>, attempt: Attempt) => Promise<Exchanged<Result>>;

export interface ExchangeOptions {
  environment: Environment;
  /** The API's base address with the prefix of the environment, without a trailing slash. */
  address: string;
  /** The secrets that are removed from every message of the API. The token of the attempt is removed too. */
  secrets: () => readonly string[];
  fetch: FetchLike;
  clock: Clock;
  limits: CallLimits;
  numbers: CallNumbers;
  onCall: ((call: CallRecord) => void) | undefined;
  onAnswer: ((answer: ApiAnswer) => void) | undefined;
}

/** Collects the facts about an answer, for the record and for listeners. */
interface AnswerObserver {
  facts: AnswerFacts;
  report: ReportAnswer;
}

/** The maximum length of a recorded `Retry-After` header, in characters. The rest is cut off. */
const maxHeader = 100;

/** The maximum nesting of an answer. A deeper answer cannot be serialised safely. */
const maxLevels = 64;

const decoder = new TextDecoder("utf-8", { fatal: true });
const lenientDecoder = new TextDecoder();

const isGood = (status: number) => status >= 200 && status <= 299;

/**
 * Creates the function that sends one request once and classifies the result. If the signal of the attempt aborts, it
 * throws the signal's reason. Each attempt is reported to `onCall` once, and each complete answer to `onAnswer`.
 *
 * Throws AppError:
 *
 * - `upstream_unreachable`
 * - `upstream_timeout` for a time-out of this attempt
 * - `upstream_malformed`
 * - `upstream_too_large`
 * - `upstream_credentials` for a 401
 * - `upstream_rate_limited` for a 429
 * - `upstream_refused` for any other 4xx, with its status
 * - `upstream_failed` for a 5xx
 */
export function createExchange(options: ExchangeOptions): Exchange {
  const { environment, address, secrets, fetch, clock, limits, numbers, onCall, onAnswer } = options;

  const maxBytes = (status: number) => (isGood(status) ? limits.maxBodyBytes : maxErrorBodyBytes);

  async function errorOf(
    response: UpstreamResponse,
    token: string | undefined,
    observer: AnswerObserver,
  ): Promise<AppError> {
    const bytes = await readBody(response, maxErrorBodyBytes);
    const text = bytes === bodyTooLong ? "" : lenientDecoder.decode(bytes);
    if (bytes !== bodyTooLong) {
      observer.facts.bytes = bytes.byteLength;
      observer.report({ text });
    }
    observer.facts.text = text;
    observer.facts.retryAfter = response.headers.get("retry-after")?.slice(0, maxHeader);
    const hidden = token === undefined ? secrets() : [...secrets(), token];
    return errorOfStatus({
      environment,
      status: response.status,
      messages: upstreamMessages(text, response.headers.get("content-type"), hidden),
      retryAtMs: parseRetryAfter(response.headers.get("retry-after"), clock.now(), response.headers.get("date")),
    });
  }

  function readJson(
    response: UpstreamResponse,
    bytes: Uint8Array | typeof bodyTooLong,
    { mayBeEmpty = false, known }: ApiRequest<unknown>,
    { facts, report }: AnswerObserver,
  ): Pick<Exchanged<unknown>, "json" | "bytes" | "text"> {
    if (bytes !== bodyTooLong) facts.bytes = bytes.byteLength;
    const malformed = (what: string) => upstreamErrors.malformed(environment, what, response.status);
    if (bytes === bodyTooLong) throw upstreamErrors.tooLarge(environment, limits.maxBodyBytes, response.status);
    const encoding = response.headers.get("content-encoding")?.trim().toLowerCase() ?? "";
    if (encoding !== "" && encoding !== "identity") throw malformed("a compressed body, which was not requested");
    // If the answer has the same bytes as the stored answer, it need not be decoded.
    if (known !== undefined && areSameBytes(known.bytes, bytes)) {
      facts.text = known.text;
      report(known);
      return known;
    }
    let text: string;
    try {
      text = decoder.decode(bytes);
    } catch {
      report({ text: lenientDecoder.decode(bytes) });
      throw malformed("binary data");
    }
    facts.text = text;
    let json: unknown;
    try {
      json = mayBeEmpty && text.trim() === "" ? undefined : JSON.parse(text);
    } catch {
      report({ text });
      // The cause is omitted on purpose, because the parser's message quotes the body.
      throw malformed(describeBody(text, response.headers.get("content-type")));
    }
    report(json === undefined ? { text } : { text, json });
    if (isDeeperThan(maxLevels, json)) throw malformed(`JSON of more than ${maxLevels} levels`);
    return { json, bytes, text };
  }

  async function receive(
    request: ApiRequest<unknown>,
    attempt: Attempt,
    signal: CallSignal,
    { query, facts, startedAt }: { query: string; facts: AnswerFacts; startedAt: number },
  ): Promise<Omit<Exchanged<unknown>, "value" | "parseKey">> {
    let sentMs = 0;
    const connecting = checkWhileConnecting(clock, request);
    const onStatus = (status: number) => {
      facts.status = status;
      facts.firstByteMs ??= clock.monotonic() - startedAt;
    };
    try {
      signal.throwIfAborted();
      const response = await fetch(`${address}${request.path}${query === "" ? "" : `?${query}`}`, {
        method: request.method,
        headers: requestHeaders(request, attempt),
        ...(request.body === undefined ? {} : { body: JSON.stringify(request.body) }),
        signal,
        onSent: () => {
          connecting.end();
          connecting.assert();
          attempt.onSent?.();
          sentMs = clock.now();
          facts.number ??= numbers();
        },
        onStatus,
        maxBytes,
      });
      onStatus(response.status);
      facts.upstreamRequestID = upstreamRequestIDOf(response.headers.get("x-request-id"), attempt.requestID);
      const { method, template: path = request.path } = request;
      const sentRequest = { environment, method, path, requestID: attempt.requestID };
      const observer = { facts, report: createAnswerReporter(onAnswer, sentRequest, response) };
      if (!isGood(response.status)) throw await errorOf(response, attempt.token, observer);
      const reading = readBody(response, limits.maxBodyBytes);
      const body = reading instanceof Promise ? await reading : reading;
      const { json, bytes, text } = readJson(response, body, request, observer);
      const head = { status: response.status, location: response.headers.get("location") };
      return { json, bytes, text, head, sentMs, atMs: clock.now() };
    } catch (failure) {
      if (isAppError(failure)) throw failure;
      throw signal.aborted ? signal.reason : errorOfFailure(environment, failure, limits);
    } finally {
      connecting.end();
    }
  }

  return async function exchange(request, attempt) {
    const startedAt = clock.monotonic();
    const { query = "" } = request;
    const bound = boundSignal({
      clock,
      timeoutMs: limits.attemptTimeoutMs,
      parent: attempt.signal,
      timeUp: () => upstreamErrors.timeout(environment, limits.attemptTimeoutMs),
    });
    const facts: AnswerFacts = { bytes: 0 };
    let outcome: CallRecord["outcome"] = "ok";
    try {
      const answer = await receive(request, attempt, bound.signal, { query, facts, startedAt });
      const { json, bytes, text, head, sentMs, atMs } = answer;
      const { known, parseKey } = request;
      const isKnown = known !== undefined && known.bytes === bytes && known.parseKey === parseKey;
      const value = isKnown ? (known.value as never) : request.parse(json, head);
      return { value, json, bytes, text, head, sentMs, atMs, parseKey };
    } catch (error) {
      outcome = isAppError(error) ? error.code : bound.signal.aborted ? "aborted" : "internal";
      throw error;
    } finally {
      bound.end();
      report();
    }

    function report(): void {
      const { trail } = attempt;
      const endedAt = clock.monotonic();
      const { number = numbers() } = facts;
      onCall?.({
        environment,
        kind: "attempt",
        number,
        method: request.method,
        path: request.path,
        template: request.template,
        query,
        attempt: attempt.attempt,
        retryOf: trail?.lastNumber,
        reason: trail?.reason,
        requestID: attempt.requestID,
        caller: trail?.call.caller,
        operationID: trail?.call.operationID,
        waitMs: trail === undefined ? 0 : startedAt - trail.waitingSinceMs,
        firstByteMs: facts.firstByteMs,
        durationMs: endedAt - startedAt,
        bytes: facts.bytes,
        wasSent: facts.number !== undefined,
        status: facts.status,
        outcome,
        upstreamRequestID: facts.upstreamRequestID,
        retryAfter: facts.retryAfter,
        tokenAgeMs: attempt.tokenAgeMs,
        breaker: attempt.breaker,
        // The bodies of `POST /auth` are not recorded, because they contain the secret and the token.
        bodies: trail && { request: request.body, response: facts.text },
      });
      if (trail === undefined) return;
      trail.hasRecord = true;
      trail.lastNumber = number;
      trail.reason = outcome === "ok" || outcome === "aborted" ? undefined : outcome;
      trail.waitingSinceMs = endedAt;
    }
  };
}
