import type { CoreServices } from "#server/bff/core/core-services.ts";
import type { BodyRecordingState } from "./body-recordings.ts";
import type { CallRecorder } from "./call-recorder.ts";

export interface CallServices extends CoreServices {
  /** A new ID for each process. */
  replicaID: string;
  callRecorder: CallRecorder;
  bodyRecordings: BodyRecordingState;
  /**
   * The version and the build of this console. Exported files include this information, because people read the files
   * outside the console.
   */
  build: { version: string; build: string };
}
