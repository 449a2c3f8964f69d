import type { OpenStreams } from "#server/bff/access/open-streams.ts";
import type { SessionCookie } from "#server/bff/access/session-cookie.ts";
import type { WriteLimit } from "#server/bff/access/write-limit.ts";
import type { CoreServices } from "#server/bff/core/core-services.ts";
import type { StoreCheck } from "#server/bff/store/store-check.ts";

export interface HttpServices extends CoreServices {
  cookie: SessionCookie;
  /** Where state-changing requests may come from. */
  origins: ReadonlySet<string>;
  isDraining(): boolean;
  writeLimit: WriteLimit;
  /** Every answer that is sent while it is made. */
  openStreams: OpenStreams;
  /** Whether the store can be written. */
  storeCheck: StoreCheck;
}
