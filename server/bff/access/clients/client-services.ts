import type { OpenStreams } from "#server/bff/access/sessions/open-streams.ts";
import type { CoreServices } from "#server/bff/core/core-services.ts";

export interface ClientServices extends CoreServices {
  /** All streamed responses that are still being sent. */
  openStreams: OpenStreams;
}
