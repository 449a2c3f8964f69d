import type { Environment } from "#lib/contract/environment.ts";
import type { Clock } from "#server/api-client/clock.ts";
import type { CallRecord } from "#server/api-client/transport/call-record.ts";
import { type CallCause, currentCause } from "#server/bff/core/page-context.ts";

/** The maximum number of stored calls in each environment, and the maximum number of bytes of their texts. */
export const maxCalls = 20_000;
export const maxTextBytes = 8 * 1024 * 1024;

/**
 * The maximum total size of the stored bodies in each environment, and the maximum size of one body, in characters. A
 * larger body is not stored.
 */
export const maxBodyCharacters = 8 * 1024 * 1024;
export const maxBody = 1024 * 1024;

/** The maximum length of a stored query. A longer query is cut. */
const maxQuery = 2_000;

/** A recorded call. It is not redacted yet, because most calls are never shown. */
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
  /** When recording began, and how many calls were dropped to make room for newer calls. */
  state(): { sinceMs: number; oldestMs?: number; dropped: number; textBytes: number };
}

export type CallRecorder = ReturnType<typeof createCallRecorder>;

/**
 * Keeps API calls in the memory of this process. Each environment has a ring buffer with a maximum number of calls and
 * of bytes. A database could not store thousands of calls a second (docs/decisions/0041-calls-in-memory.md).
 * `wantsBodies` decides for whom bodies are kept too.
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
    /** Records a call. The API clients call it, so it must not throw. */
    record(call: CallRecord) {
      const { bodies, environment } = call;
      const cause = currentCause() ?? { kind: "worker", name: call.caller ?? "" };
      const query =
        call.query !== undefined && call.query.length > maxQuery ? call.query.slice(0, maxQuery) : call.query;
      // `bodies` is set to undefined, because omitting a member from a copy is several times slower.
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
      // The ring buffer is in the order in which the calls ended, so the calls are sorted by their start.
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
 * The size of the texts in a call that come from outside, in bytes. A text in the Latin alphabet takes one byte per
 * character.
 */
function bytesOf({ path, query = "", upstreamRequestID = "", requestID, cause }: RecordedCall): number {
  return path.length + query.length + upstreamRequestID.length + requestID.length + cause.name.length;
}

const lengthOf = (bodies: RecordedBodies | undefined) =>
  (bodies?.request?.length ?? 0) + (bodies?.response?.length ?? 0);
