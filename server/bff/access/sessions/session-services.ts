import type { CoreServices } from "#server/bff/core/core-services.ts";
import type { BrowserCookie } from "./browser-cookie.ts";
import type { OpenStreams } from "./open-streams.ts";
import type { SessionCookie } from "./session-cookie.ts";

export interface SessionServices extends CoreServices {
  cookie: SessionCookie;
  /** Which browser it is, independent of the person who uses it. */
  browserCookie: BrowserCookie;
  /** Every answer that is sent while it is made. */
  openStreams: OpenStreams;
}
