import type { CallSummary } from "#lib/contract/calls/call.ts";
import type { CallFilters } from "#lib/contract/calls/call-requests.ts";
import { minuteMs } from "#lib/contract/values/time-units.ts";
import type { RecordedCall } from "./call-recorder.ts";
import { type CallContext, findCalls, isError, recordOf } from "./find-calls.ts";

/** The number of minutes in the chart of the rate. */
const shownMinutes = 60;

/** The maximum number of groups of each kind. The largest groups are shown. */
const maxGroups = 50;

const pathOf = ({ path, template }: RecordedCall) => template ?? path;

function percentile(sorted: readonly number[], part: number): number {
  return Math.round((sorted[Math.min(Math.floor(sorted.length * part), sorted.length - 1)] ?? 0) * 10) / 10;
}

/** Summarises API calls: the errors by kind and path, the rate, and the duration for each path. */
export async function summariseCalls({
  context,
  input,
}: {
  context: CallContext;
  input: CallFilters;
}): Promise<CallSummary> {
  const nowMs = context.services.clock.now();
  const calls = findCalls(context, input);
  const attempts = calls.filter(({ kind }) => kind === "attempt");
  const countOf = (kind: RecordedCall["kind"]) => calls.filter((call) => call.kind === kind).length;
  return {
    asOf: new Date(nowMs).toISOString(),
    record: recordOf(context),
    attempts: attempts.length,
    errors: attempts.filter(isError).length,
    repeats: attempts.filter(({ retryOf }) => retryOf !== undefined).length,
    merged: countOf("merged"),
    stale: countOf("stale"),
    held: countOf("held"),
    minutes: minutesOf(attempts, nowMs),
    errorGroups: errorGroupsOf(calls),
    paths: pathsOf(attempts),
  };
}

function minutesOf(attempts: readonly RecordedCall[], nowMs: number): CallSummary["minutes"] {
  const last = Math.floor(nowMs / minuteMs);
  const byMinute = Map.groupBy(attempts, ({ atMs }) => Math.floor(atMs / minuteMs));
  return Array.from({ length: shownMinutes }, (_, index) => {
    const minute = last - shownMinutes + 1 + index;
    const ofMinute = byMinute.get(minute) ?? [];
    const at = new Date(minute * minuteMs).toISOString();
    return { at, attempts: ofMinute.length, errors: ofMinute.filter(isError).length };
  });
}

function errorGroupsOf(calls: readonly RecordedCall[]): CallSummary["errorGroups"] {
  // Excludes failed calls for which an older answer was used, because no person noticed the failure.
  const errors = calls.filter((call) => isError(call) && call.kind !== "stale");
  const groups = Map.groupBy(errors, (call) => `${call.outcome} ${call.status} ${call.method} ${pathOf(call)}`);
  return [...groups.values()]
    .flatMap((group) => {
      const last = group.at(-1);
      if (last === undefined) return [];
      const { outcome: error, status, method, atMs } = last;
      const lastAt = new Date(atMs).toISOString();
      return {
        error,
        ...(status !== undefined && { status }),
        method,
        path: pathOf(last),
        count: group.length,
        lastAt,
      };
    })
    .sort((one, other) => other.count - one.count)
    .slice(0, maxGroups);
}

function pathsOf(attempts: readonly RecordedCall[]): CallSummary["paths"] {
  const groups = Map.groupBy(attempts, (call) => `${call.method} ${pathOf(call)}`);
  return [...groups.values()]
    .flatMap((group) => {
      const [call] = group;
      if (call === undefined) return [];
      const sorted = group
        .filter(({ status }) => status !== undefined)
        .map(({ durationMs }) => durationMs)
        .sort((one, other) => one - other);
      return {
        method: call.method,
        path: pathOf(call),
        count: group.length,
        errors: group.filter(isError).length,
        ...(sorted.length > 0 && { p50Ms: percentile(sorted, 0.5), p95Ms: percentile(sorted, 0.95) }),
      };
    })
    .sort((one, other) => other.count - one.count)
    .slice(0, maxGroups);
}
