import type { CoreServices } from "#server/bff/core/core-services.ts";
import type { BrowserCookie } from "./browser-cookie.ts";
import type { OpenStreams } from "./open-streams.ts";
import type { SessionCookie } from "./session-cookie.ts";

export interface SessionServices extends CoreServices {
  cookie: SessionCookie;
  /** Reads and creates the ID of the browser. The ID does not depend on the person who uses the browser. */
  browserCookie: BrowserCookie;
  /** All streamed responses that are still being sent. */
  openStreams: OpenStreams;
}
