import { readBuildInfo } from "#server/bff/config/build-info.ts";
import type { ConsoleEnv } from "#server/bff/config/env.ts";
import type { Metrics } from "./metrics.ts";

/**
 * Creates the metrics of this process. Null if METRICS_TOKEN is not set. In this case, nothing is measured, and the
 * library is not loaded (docs/decisions/0032-metrics-and-traces.md).
 */
export async function loadMetrics(
  { metricsToken }: Pick<ConsoleEnv, "metricsToken">,
  root: string,
): Promise<Metrics | null> {
  if (metricsToken === null) return null;
  const { createMetrics } = await import("./create-metrics.ts");
  return createMetrics(readBuildInfo(root));
}
