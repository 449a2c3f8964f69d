import { createHash, timingSafeEqual } from "node:crypto";
import { AppError } from "#lib/contract/operations/app-error.ts";
import { bearerToken } from "#server/bff/access/clients/client-key.ts";
import type { TextAnswer } from "#server/bff/core/answers/text-answer.ts";
import type { RouteContext } from "#server/bff/core/route.ts";
import type { MetricServices } from "./metric-services.ts";

const digest = (text: string) => createHash("sha256").update(text).digest();

/** All metrics, for a sender that knows METRICS_TOKEN. Without that variable the address does not exist. */
export async function getMetrics({
  services,
  requestHeaders,
}: Pick<RouteContext<"anyone", string, MetricServices>, "services" | "requestHeaders">): Promise<TextAnswer> {
  const { metrics, metricsToken } = services;
  if (!metrics || metricsToken === null) {
    throw new AppError("not_found", "Metrics are off: set METRICS_TOKEN to read them.");
  }
  const token = bearerToken(requestHeaders.get("authorization"));
  // Digests have equal length, so comparing them takes the same time for every input.
  if (token === null || !timingSafeEqual(digest(token), digest(metricsToken))) {
    throw new AppError("invalid_key", "Send the value of METRICS_TOKEN as a bearer token.");
  }
  return { isTextAnswer: true, ...(await metrics.render()) };
}
