import type { Environment } from "#lib/contract/environment.ts";
import type { CustomerServices } from "#server/bff/customers/customer-services.ts";
import type { TtlCache } from "./ttl-cache.ts";

export interface OverviewServices extends CustomerServices {
  /** What was read for each environment's overview in the last seconds. */
  overviews: Readonly<Record<Environment, TtlCache>>;
}
