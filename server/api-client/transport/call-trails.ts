import type { Environment } from "#lib/contract/environment.ts";
import type { ErrorCode } from "#lib/contract/errors.ts";
import type { CallContext } from "#server/api-client/call-context.ts";
import type { Clock } from "#server/api-client/clock.ts";
import type { CallNumbers, CallRecord, CallTrail } from "./call-record.ts";
import type { ApiRequest } from "./exchange.ts";

/** The result of a call without its own attempt. */
type Ending = Pick<CallRecord, "kind" | "outcome"> & {
  /** The returned text, if it came from an earlier or shared answer. */
  text?: string;
  status?: number;
};

export type CallTrails = ReturnType<typeof createCallTrails>;

/** Creates the reporter for calls that send no request. Calls with a request are reported where they are sent. */
export function createCallTrails(options: {
  environment: Environment;
  clock: Clock;
  numbers: CallNumbers;
  onCall: ((call: CallRecord) => void) | undefined;
}) {
  const { environment, clock, numbers, onCall } = options;
  const trails = {
    /** Creates the trail of a call. */
    begin: (call: CallContext): CallTrail => ({ call, waitingSinceMs: clock.monotonic(), hasRecord: false }),
    /** Reports a call that was answered or refused without its own request. */
    answered(
      trail: CallTrail,
      { method, path, template, query, body }: ApiRequest<unknown>,
      { kind, outcome, text, status }: Ending,
    ) {
      trail.hasRecord = true;
      if (onCall === undefined) return;
      const { requestID, caller, operationID } = trail.call;
      onCall({
        environment,
        kind,
        number: numbers(),
        method,
        path,
        template,
        query: query ?? "",
        attempt: 0,
        requestID,
        caller,
        operationID,
        waitMs: clock.monotonic() - trail.waitingSinceMs,
        durationMs: 0,
        bytes: 0,
        wasSent: false,
        outcome,
        bodies: { request: body, response: text },
        ...(status === undefined ? {} : { status }),
      });
    },
    /** Reports a refused call, unless a record of the call was already reported. */
    held(trail: CallTrail, request: ApiRequest<unknown>, outcome: ErrorCode) {
      if (!trail.hasRecord) trails.answered(trail, request, { kind: "held", outcome });
    },
  };
  return trails;
}
