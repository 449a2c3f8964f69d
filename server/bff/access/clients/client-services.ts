import type { OpenStreams } from "#server/bff/access/sessions/open-streams.ts";
import type { CoreServices } from "#server/bff/core/core-services.ts";

export interface ClientServices extends CoreServices {
  /** Every answer that is sent while it is made. */
  openStreams: OpenStreams;
}
