import type { SessionCookie } from "#server/bff/access/session-cookie.ts";
import type { CoreServices } from "#server/bff/core/core-services.ts";

export interface HttpServices extends CoreServices {
  cookie: SessionCookie;
  /** Where state-changing requests may come from. */
  origins: ReadonlySet<string>;
  isDraining(): boolean;
}
