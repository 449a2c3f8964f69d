import { readBuildInfo } from "#server/bff/config/build-info.ts";
import type { ConsoleEnv } from "#server/bff/config/env.ts";
import type { Tracing } from "./tracing.ts";

/**
 * Creates the tracing of this process. Null if OTEL_EXPORTER_OTLP_ENDPOINT is not set. Then the library is not loaded.
 */
export async function loadTracing(
  { tracesEndpoint }: Pick<ConsoleEnv, "tracesEndpoint">,
  root: string,
): Promise<Tracing | null> {
  if (tracesEndpoint === null) return null;
  const { createTracing } = await import("./create-tracing.ts");
  return createTracing({ endpoint: tracesEndpoint, ...readBuildInfo(root) });
}
