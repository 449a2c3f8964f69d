import type { CoreServices } from "#server/bff/core/core-services.ts";
import type { BodyRecordingState } from "./body-recordings.ts";
import type { CallRecorder } from "./call-recorder.ts";

export interface CallServices extends CoreServices {
  /** A new one for each process. */
  replicaID: string;
  callRecorder: CallRecorder;
  bodyRecordings: BodyRecordingState;
  /** What runs here, for files that are read elsewhere. */
  build: { version: string; build: string };
}
