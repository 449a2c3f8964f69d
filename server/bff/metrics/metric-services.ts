import type { CoreServices } from "#server/bff/core/core-services.ts";
import type { Metrics } from "./metrics.ts";

export interface MetricServices extends CoreServices {
  /** Null where nothing is measured. */
  metrics: Metrics | null;
  /** What opens the metrics; null where they are off. */
  metricsToken: string | null;
}
