import type { CoreServices } from "#server/bff/core/core-services.ts";
import type { WorkQueue } from "#server/bff/core/work-queue.ts";
import type { BrowserCookie } from "./browser-cookie.ts";
import type { OpenStreams } from "./open-streams.ts";
import type { SessionCookie } from "./session-cookie.ts";
import type { SignInThrottle } from "./sign-in-throttle.ts";
import type { WriteLimit } from "./write-limit.ts";

export interface AccessServices extends CoreServices {
  cookie: SessionCookie;
  /** Which browser it is, whoever uses it. */
  browserCookie: BrowserCookie;
  throttle: SignInThrottle;
  writeLimit: WriteLimit;
  /** Where passwords are hashed. */
  hashing: WorkQueue;
  /** Every answer that is sent while it is made. */
  openStreams: OpenStreams;
}
