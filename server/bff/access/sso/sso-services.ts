import type { WriteLimit } from "#server/bff/access/limits/write-limit.ts";
import type { SessionServices } from "#server/bff/access/sessions/session-services.ts";
import type { RefusalRecorder } from "#server/bff/audit/refusal-recorder.ts";
import type { Origins } from "#server/bff/core/origins.ts";
import type { SsoProviders } from "./providers.ts";
import type { RoundCookie } from "./round-cookie.ts";

export interface SsoServices extends SessionServices {
  ssoProviders: SsoProviders;
  roundCookie: RoundCookie;
  writeLimit: WriteLimit;
  refusals: RefusalRecorder;
  /** The origins of the console. With single sign-on there is only the origin of PUBLIC_ORIGIN. */
  origins: Origins;
}
