import type { CoreServices } from "#server/bff/core/core-services.ts";
import type { Metrics } from "./metrics.ts";

export interface MetricServices extends CoreServices {
  /** The metrics of this process. Null if metrics are off. */
  metrics: Metrics | null;
  /** The token for reading the metrics. Null if metrics are off. */
  metricsToken: string | null;
}
