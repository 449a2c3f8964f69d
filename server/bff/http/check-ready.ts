import type { Environment } from "#lib/contract/environment.ts";
import { AppError } from "#lib/contract/errors.ts";
import type { Services } from "#server/bff/core/services.ts";

export interface Readiness {
  status: "ready";
  /** Whether calls are let through to the API just now, by environment. */
  upstream: Partial<Record<Environment, "available" | "unavailable">>;
}

/**
 * Whether a load balancer should send requests here: the store answers and the server is not
 * shutting down. The API's state is told, but takes no replica out of service; it is the same for
 * all.
 */
export async function checkReady({ store, clients, isDraining }: Services): Promise<Readiness> {
  if (isDraining()) throw new AppError("draining", "This console is shutting down and takes no new requests.");
  await store.ping();
  const states = [...clients].map(([environment, client]) => {
    const isAvailable = client.status().breaker.state === "closed";
    return [environment, isAvailable ? "available" : "unavailable"] as const;
  });
  return { status: "ready", upstream: Object.fromEntries(states) };
}
