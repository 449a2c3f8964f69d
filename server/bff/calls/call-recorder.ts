import type { Environment } from "#lib/contract/environment.ts";
import type { Clock } from "#server/api-client/clock.ts";
import type { CallRecord } from "#server/api-client/transport/call-record.ts";
import { type CallCause, currentCause } from "#server/bff/core/page-context.ts";

/**
 * The maximum number of stored calls, and the maximum size of their texts in bytes. Both are limits for each
 * environment.
 */
export const maxCalls = 20_000;
export const maxTextBytes = 8 * 1024 * 1024;

/**
 * The maximum total size of the stored bodies of an environment, and the maximum size of one body. In characters. A
 * larger body is not stored.
 */
export const maxBodyCharacters = 8 * 1024 * 1024;
export const maxBody = 1024 * 1024;

/** The maximum length of a stored query. A longer query is cut. */
const maxQuery = 2_000;

/** A recorded call. It is redacted only when it is shown, because most calls are never shown. */
export interface RecordedCall extends Omit<CallRecord, "bodies" | "environment"> {
  /** The start of the call, milliseconds since 1970. */
  atMs: number;
  cause: CallCause;
}

/** The request body and the response body, as JSON or text. */
export interface RecordedBodies {
  request?: string;
  response?: string;
}

/** The latest calls of one environment. */
export interface KeptCalls {
  /** The calls for which `matches` is true, in the order of their start. */
  list(matches: (call: RecordedCall) => boolean): RecordedCall[];
  bodiesOf(number: number): RecordedBodies | undefined;
  /** When recording began, and how many older calls were dropped for newer ones. */
  state(): { sinceMs: number; oldestMs?: number; dropped: number; textBytes: number };
}

export type CallRecorder = ReturnType<typeof createCallRecorder>;

/**
 * Records API calls in the memory of this process. Each environment has a ring buffer that is limited in calls and in
 * bytes. A database could not store thousands of calls a second (docs/decisions/0041-calls-in-memory.md). `wantsBodies`
 * returns true for a person whose bodies are recorded too.
 */
export function createCallRecorder({
  clock,
  wantsBodies,
}: {
  clock: Pick<Clock, "now">;
  wantsBodies: (staffID: string) => boolean;
}) {
  const rings = { production: createRing(clock.now()), sandbox: createRing(clock.now()) };
  return {
    /** Records a call. The API clients call this, so it must not throw. */
    record(call: CallRecord) {
      const { bodies, environment } = call;
      const cause = currentCause() ?? { kind: "worker", name: call.caller ?? "" };
      const query =
        call.query !== undefined && call.query.length > maxQuery ? call.query.slice(0, maxQuery) : call.query;
      // Setting `bodies` to undefined is several times faster than omitting it from the copy.
      const recordedCall = { ...call, bodies: undefined, query, cause, atMs: clock.now() - call.durationMs };
      const isWanted = bodies !== undefined && cause.staffID !== undefined && wantsBodies(cause.staffID);
      rings[environment].add(recordedCall, isWanted ? textsOf(bodies) : undefined);
    },
    in: (environment: Environment): KeptCalls => rings[environment],
  };
}

function textsOf({ request, response }: NonNullable<CallRecord["bodies"]>): RecordedBodies {
  const sent = request === undefined ? undefined : JSON.stringify(request);
  return {
    ...(sent !== undefined && sent.length <= maxBody && { request: sent }),
    ...(response !== undefined && response.length <= maxBody && { response }),
  };
}

function createRing(
  sinceMs: number,
): KeptCalls & { add(call: RecordedCall, bodies: RecordedBodies | undefined): void } {
  const slots = new Array<RecordedCall | undefined>(maxCalls);
  /** The recorded bodies, by the number of the call. */
  const bodies = new Map<number, RecordedBodies>();
  let first = 0;
  let count = 0;
  let dropped = 0;
  let textBytes = 0;
  let bodyCharacters = 0;

  function forgetBodies(number: number): void {
    bodyCharacters -= lengthOf(bodies.get(number));
    bodies.delete(number);
  }

  function dropOldest(): void {
    const oldest = slots[first];
    slots[first] = undefined;
    first = (first + 1) % maxCalls;
    count -= 1;
    dropped += 1;
    if (oldest === undefined) return;
    textBytes -= bytesOf(oldest);
    forgetBodies(oldest.number);
  }

  return {
    add(call, newBodies) {
      if (count === maxCalls) dropOldest();
      slots[(first + count) % maxCalls] = call;
      count += 1;
      textBytes += bytesOf(call);
      while (textBytes > maxTextBytes && count > 1) dropOldest();
      if (newBodies === undefined) return;
      bodies.set(call.number, newBodies);
      bodyCharacters += lengthOf(newBodies);
      for (const number of bodies.keys()) {
        if (bodyCharacters <= maxBodyCharacters) break;
        forgetBodies(number);
      }
    },
    list(matches) {
      const found: RecordedCall[] = [];
      for (let index = 0; index < count; index += 1) {
        const call = slots[(first + index) % maxCalls];
        if (call !== undefined && matches(call)) found.push(call);
      }
      // Sorts the calls by start, because the ring buffer stores them in the order in which they ended.
      return found.sort((one, other) => one.number - other.number);
    },
    bodiesOf: (number) => bodies.get(number),
    state: () => {
      const oldest = slots[first];
      return { sinceMs, ...(oldest && { oldestMs: oldest.atMs }), dropped, textBytes };
    },
  };
}

/**
 * The size of a call's texts that come from outside, in bytes. Counts one byte per character, which is true for Latin
 * letters.
 */
function bytesOf({ path, query = "", upstreamRequestID = "", requestID, cause }: RecordedCall): number {
  return path.length + query.length + upstreamRequestID.length + requestID.length + cause.name.length;
}

const lengthOf = (bodies: RecordedBodies | undefined) =>
  (bodies?.request?.length ?? 0) + (bodies?.response?.length ?? 0);
