import type { ConsoleEnv } from "#server/bff/config/env.ts";
import type { MadeRoom, RoomModule } from "#server/bff/core/module.ts";
import type { MetricServices } from "./metric-services.ts";
import type { MetricSources } from "./metric-sources.ts";
import type { Metrics } from "./metrics.ts";
import { metricRoutes } from "./routes.ts";

interface MetricNeeds extends MetricSources {
  env: Pick<ConsoleEnv, "metricsToken">;
  /** The metrics of this process. Null if nothing is measured. */
  metrics: Metrics | null;
}

/** The metrics of this process. They include the state of earlier modules. */
export const metricsModule = {
  name: "metrics",
  routes: metricRoutes,
  create(needs: MetricNeeds): MadeRoom<Pick<MetricServices, "metricsToken">> {
    const { env, metrics } = needs;
    metrics?.observe(needs);
    return { services: { metricsToken: env.metricsToken } };
  },
} satisfies RoomModule;
