import type { ErrorCode } from "#lib/contract/errors.ts";
import type { AppError } from "#lib/contract/operations/app-error.ts";
import type { CallSignal } from "#server/api-client/call-signal.ts";
import type { ApiRequest } from "#server/api-client/transport/exchange.ts";
import { withRetryAt } from "#server/api-client/transport/upstream-errors.ts";
import { type Clock, sleepUntil } from "../clock.ts";
import { retryAfterMs } from "./retry-policy.ts";

/** The maximum number of stored resources. Resources whose pause has ended are removed first. */
const maxResources = 1_000;

/**
 * This many consecutive failures pause a resource. A failure counts as consecutive if it occurs within a minute of the
 * previous failure or of the end of its pause.
 */
const minFailures = 5;
const failureCountsMs = 60_000;

/** The first pause lasts 2 s. Each further failure doubles it, up to 30 s. */
const firstPauseMs = 2_000;
const maxOwnPauseMs = 30_000;

/** Errors that a single resource may cause: 5xx and time-outs. */
export const resourceFailures: ReadonlySet<ErrorCode> = new Set(["upstream_failed", "upstream_timeout"]);

/** The method and the path of a request. */
export type Scope = string;

/** The scope of a request. A `Retry-After` of a 503 applies to all requests of this scope. */
export function scopeOf({ method, path }: Pick<ApiRequest<unknown>, "method" | "path">): Scope {
  return `${method} ${path}`;
}

/** True for a request that concerns a single resource. Its failure says nothing about other resources. */
export const isOneResource = ({ template }: Pick<ApiRequest<unknown>, "template">) => template !== undefined;

interface ResourcePause {
  failures: number;
  failedAtMs: number;
  untilMs: number;
  /** True if the API requested the pause with `Retry-After`. False if the console started it. */
  isAsked: boolean;
  error: AppError;
}

export type ResourcePauses = ReturnType<typeof createResourcePauses>;

/**
 * Pauses single paths of one environment. A 503 with `Retry-After` pauses its path for the requested time. Five
 * consecutive failures of one resource (a path with an ID) pause it for 2 s. Each further failure doubles the pause, up
 * to 30 s. So one job that cannot be read does not pause other jobs (docs/decisions/0013-what-a-failure-pauses.md).
 */
export function createResourcePauses(clock: Clock) {
  const pauses = new Map<Scope, ResourcePause>();

  const isPast = ({ untilMs, failedAtMs }: ResourcePause) =>
    Math.max(untilMs, failedAtMs + failureCountsMs) <= clock.monotonic();

  function makeRoom(): void {
    for (const [scope, pause] of pauses) if (isPast(pause)) pauses.delete(scope);
    const idle = [...pauses].find(([, { untilMs }]) => untilMs <= clock.monotonic()) ?? [...pauses][0];
    if (pauses.size >= maxResources && idle !== undefined) pauses.delete(idle[0]);
  }

  function keep(scope: Scope, pause: ResourcePause): void {
    pauses.delete(scope);
    if (pauses.size >= maxResources) makeRoom();
    pauses.set(scope, pause);
  }

  /** The current pause of a scope. The size is checked first, because usually no resource has failed. */
  function paused(scope: Scope): ResourcePause | undefined {
    const pause = pauses.size === 0 ? undefined : pauses.get(scope);
    return pause !== undefined && pause.untilMs > clock.monotonic() ? pause : undefined;
  }

  return {
    /**
     * Waits until the resource may be requested. Throws the error that caused the pause if the wait would be longer
     * than `maxWaitMs`. If the console itself started the pause, throws immediately.
     */
    wait: async (scope: Scope, maxWaitMs: number, signal: CallSignal): Promise<void> => {
      for (let pause = paused(scope); pause !== undefined; pause = paused(scope)) {
        if (!pause.isAsked || pause.untilMs - clock.monotonic() > maxWaitMs) throw pause.error;
        await sleepUntil(clock, pause.untilMs, signal);
      }
    },
    /** The error of a call to a paused resource. Undefined if the resource is not paused. */
    error: (scope: Scope): AppError | undefined => paused(scope)?.error,
    remainingMs: (scope: Scope) => Math.max((paused(scope)?.untilMs ?? 0) - clock.monotonic(), 0),
    /**
     * Records a failure. `isOne` is true if the path names a single resource, whose failures say nothing about other
     * resources.
     */
    failed: (scope: Scope, error: AppError, isOne: boolean) => {
      const now = clock.monotonic();
      const before = pauses.get(scope);
      const counts = before !== undefined && now - Math.max(before.failedAtMs, before.untilMs) < failureCountsMs;
      const failures = (counts ? before.failures : 0) + 1;
      const askedMs = error.upstreamStatus === 503 ? retryAfterMs(error, clock.now()) : 0;
      const further = failures - minFailures;
      const ownMs = isOne && further >= 0 ? Math.min(firstPauseMs * 2 ** Math.min(further, 10), maxOwnPauseMs) : 0;
      const untilMs = Math.max(now + askedMs, now + ownMs, before?.untilMs ?? 0);
      if (!isOne && askedMs === 0) return;
      const isOwn = ownMs > askedMs;
      const timedError = isOwn ? withRetryAt(error, clock.now() + ownMs) : error;
      const isNew = before === undefined || untilMs > before.untilMs;
      keep(scope, {
        failures,
        failedAtMs: now,
        untilMs,
        isAsked: isNew ? !isOwn : before.isAsked,
        error: isNew ? timedError : before.error,
      });
    },
    answered: (scope: Scope) => {
      const pause = pauses.size === 0 ? undefined : pauses.get(scope);
      if (pause === undefined) return;
      // The answer may belong to a request that was sent before the API requested the pause. So the pause continues.
      if (pause.isAsked && pause.untilMs > clock.monotonic()) pause.failures = 0;
      else pauses.delete(scope);
    },
    /** Ends the pause of a resource, so that a call can test it. */
    lift: (scope: Scope) => {
      pauses.delete(scope);
    },
    /** The paused resources and their remaining times, longest first. */
    list: (): { scope: Scope; remainingMs: number }[] =>
      [...pauses]
        .map(([scope, { untilMs }]) => ({ scope, remainingMs: untilMs - clock.monotonic() }))
        .filter(({ remainingMs }) => remainingMs > 0)
        .toSorted((a, b) => b.remainingMs - a.remainingMs),
    /** Ends every pause. Called when a probe has shown that the API answers. */
    clear: (): void => pauses.clear(),
  };
}
