import type { WriteLimit } from "#server/bff/access/limits/write-limit.ts";
import type { OpenStreams } from "#server/bff/access/sessions/open-streams.ts";
import type { SessionCookie } from "#server/bff/access/sessions/session-cookie.ts";
import type { RefusalRecorder } from "#server/bff/audit/refusal-recorder.ts";
import type { CoreServices } from "#server/bff/core/core-services.ts";
import type { Origins } from "#server/bff/core/origins.ts";
import type { MetricServices } from "#server/bff/metrics/metric-services.ts";
import type { StoreCheck } from "#server/bff/store/store-check.ts";

export interface HttpServices extends CoreServices, Pick<MetricServices, "metrics"> {
  cookie: SessionCookie;
  /** The origins from which requests may change something. */
  origins: Origins;
  isDraining(): boolean;
  writeLimit: WriteLimit;
  /** Records requests that a policy has refused. */
  refusals: RefusalRecorder;
  /** All streamed responses that are still being sent. */
  openStreams: OpenStreams;
  /** Checks whether the store is writable. */
  storeCheck: StoreCheck;
}
