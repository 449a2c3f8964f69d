import type { CoreServices } from "#server/bff/core/core-services.ts";
import { createBodyRecordings } from "./body-recordings.ts";
import { createCallRecorder } from "./call-recorder.ts";
import type { CallServices } from "./call-services.ts";

/** Creates the services that record API calls, with bodies where that is turned on. */
export function createCallServices({
  clock,
  log,
  store,
}: Pick<CoreServices, "clock" | "log" | "store">): Pick<CallServices, "callRecorder" | "bodyRecordings"> {
  const bodyRecordings = createBodyRecordings({ clock, log, store: store.callBodies });
  return { bodyRecordings, callRecorder: createCallRecorder({ clock, wantsBodies: bodyRecordings.isOn }) };
}
