import type { CallRecorder } from "#server/bff/calls/call-recorder.ts";

/** Replaces the console's own recorder in a benchmark. */
export function createCallRecorder(): CallRecorder {
  return {
    record: () => {},
    in: () => ({ list: () => [], bodiesOf: () => undefined, state: () => ({ sinceMs: 0, dropped: 0, textBytes: 0 }) }),
  };
}
