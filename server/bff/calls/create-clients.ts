import type { Environment } from "#lib/contract/environment.ts";
import { environments } from "#lib/contract/values/environments.ts";
import type { Clock } from "#server/api-client/clock.ts";
import { type ApiClient, createApiClient } from "#server/api-client/create-api-client.ts";
import type { ApiAnswer } from "#server/api-client/transport/api-answer.ts";
import type { CallRecord } from "#server/api-client/transport/call-record.ts";
import type { FetchLike } from "#server/api-client/transport/upstream-fetch.ts";
import type { BehaviourLearner } from "#server/bff/api-behaviour/learn/behaviour-learner.ts";
import { createCredentialSource } from "#server/bff/config/credential-source.ts";
import type { ConsoleEnv, UpstreamEnv } from "#server/bff/config/env.ts";
import type { Logger } from "#server/bff/core/log/log.ts";
import { passTraceparent } from "#server/bff/tracing/pass-traceparent.ts";
import type { Tracing } from "#server/bff/tracing/tracing.ts";
import type { CallRecorder } from "./call-recorder.ts";

/** Observers of all calls and answers of the clients. */
export interface ClientObservers {
  callRecorder: Pick<CallRecorder, "record">;
  /** Null if nothing is measured. */
  metrics: { callEnded(call: CallRecord): void } | null;
  behaviourLearners: ReadonlyMap<Environment, BehaviourLearner>;
}

interface ClientDependencies extends ClientObservers {
  upstream: UpstreamEnv;
  timeouts: ConsoleEnv["apiTimeouts"];
  clock: Clock;
  random: () => number;
  log: Logger;
  createFetch: () => FetchLike;
  /** Null or absent without tracing. */
  tracing?: Pick<Tracing, "traced"> | null;
}

/** One client for each environment that has a key. */
export function createClients({
  upstream,
  timeouts,
  clock,
  random,
  log,
  createFetch,
  tracing,
  callRecorder,
  metrics,
  behaviourLearners,
}: ClientDependencies): Map<Environment, ApiClient> {
  const clients = new Map<Environment, ApiClient>();
  const credentialsOf = createCredentialSource(upstream);
  for (const environment of environments) {
    if (!upstream.credentials[environment]) continue;
    const credentials = () => credentialsOf(environment);
    const onCall = (call: CallRecord) => {
      callRecorder.record(call);
      if (call.kind !== "attempt") return;
      metrics?.callEnded(call);
      const { method, path, attempt, requestID, durationMs, status, outcome } = call;
      const isFailure = outcome !== "ok" && outcome !== "aborted";
      // A disconnected client is not a failure of the API, so its log line is for debugging only. The line is built
      // only if it will be logged.
      if (!isFailure && !log.isLevelEnabled("debug")) return;
      const line = { environment, method, path, attempt, requestID, durationMs, status, outcome };
      if (isFailure) log.info(line, "API call failed");
      else log.debug(line, "API call");
    };
    const fetch = tracing ? tracing.traced(createFetch()) : passTraceparent(createFetch());
    const client = createApiClient({
      environment,
      baseUrl: upstream.baseUrl,
      ...(upstream.numbersPath === undefined ? {} : { numbersPath: upstream.numbersPath }),
      credentials,
      fetch,
      clock,
      random,
      limits: { attemptTimeoutMs: timeouts.attemptMs, callTimeoutMs: timeouts.callMs },
      onCall,
      onAnswer: (answer) => behaviourLearners.get(environment)?.learn(withKnownPath(answer, upstream.numbersPath)),
    });
    clients.set(environment, client);
  }
  return clients;
}

/**
 * Replaces the configured path of numbers by `/numbers`, because the specification does not define this path. The page
 * "API behaviour" then counts all numbers together.
 */
const withKnownPath = (answer: ApiAnswer, numbersPath: string | undefined): ApiAnswer =>
  answer.path === numbersPath ? { ...answer, path: "/numbers" } : answer;
