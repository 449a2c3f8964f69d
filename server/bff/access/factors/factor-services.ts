import type { FactorThrottle } from "#server/bff/access/limits/factor-throttle.ts";
import type { SessionServices } from "#server/bff/access/sessions/session-services.ts";
import type { RefusalRecorder } from "#server/bff/audit/refusal-recorder.ts";
import type { Origins } from "#server/bff/core/origins.ts";
import type { ChallengeCookie } from "./passkeys/challenge-cookie.ts";
import type { SecretSeal } from "./secret-seal.ts";

export interface FactorServices extends SessionServices {
  factorThrottle: FactorThrottle;
  secretSeal: SecretSeal;
  challengeCookie: ChallengeCookie;
  /** Records refused proofs of identity. The number of records is limited. */
  refusals: RefusalRecorder;
  /** The console's own origins. Passkeys belong to the host of the first origin. */
  origins: Origins;
}
