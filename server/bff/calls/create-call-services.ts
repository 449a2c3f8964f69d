import type { CoreServices } from "#server/bff/core/core-services.ts";
import { createBodyRecordings } from "./body-recordings.ts";
import { createCallRecorder } from "./call-recorder.ts";
import type { CallServices } from "./call-services.ts";

/** Makes what records the calls at the API, bodies included where that is on. */
export function createCallServices({
  clock,
  log,
  store,
}: Pick<CoreServices, "clock" | "log" | "store">): Pick<CallServices, "callRecorder" | "bodyRecordings"> {
  const bodyRecordings = createBodyRecordings({ clock, log, store: store.callBodies });
  return { bodyRecordings, callRecorder: createCallRecorder({ clock, wantsBodies: bodyRecordings.isOn }) };
}
