import type { CallRecorder } from "#server/bff/calls/call-recorder.ts";

/** Replaces the console's own call recorder in a benchmark. It records nothing. */
export function createCallRecorder(): CallRecorder {
  return {
    record: () => {},
    in: () => ({ list: () => [], bodiesOf: () => undefined, state: () => ({ sinceMs: 0, dropped: 0, textBytes: 0 }) }),
  };
}
