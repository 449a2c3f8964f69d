import type { Readiness } from "#lib/contract/console/readiness.ts";
import { AppError } from "#lib/contract/operations/app-error.ts";
import type { HttpServices } from "./pipeline/http-services.ts";

/**
 * Tells a load balancer whether to send requests to this replica. The replica is ready if the store is writable and the
 * server is not shutting down. Otherwise this throws an error with the reason. The response also contains the state of
 * the API. That state is the same for all replicas, so it never makes a replica unready.
 */
export async function checkReady({ storeCheck, clients, isDraining }: HttpServices): Promise<Readiness> {
  if (isDraining()) throw new AppError("draining", "Switchboard is shutting down and accepts no new requests.");
  const failure = await storeCheck.check();
  if (failure) throw failure;
  const states = [...clients.values()].map((client) => client.status());
  const paused = states.flatMap(({ environment, retryAt }) => (retryAt ? [[environment, retryAt]] : []));
  return {
    status: "ready",
    upstream: Object.fromEntries(states.map(({ environment, availability }) => [environment, availability])),
    ...(paused.length > 0 && { pausedUntil: Object.fromEntries(paused) }),
  };
}

/**
 * Reports whether this process works. Throws `store_unavailable` if it does not work. If the store is down, the process
 * still counts as working, because a restart would not help. All calls to the store have a time limit. If a call has
 * neither succeeded nor failed after that time, the process does not work.
 */
export function checkHealth({ storeCheck }: HttpServices): { status: "ok" } {
  if (storeCheck.isStuck()) {
    throw new AppError("store_unavailable", "A call to Switchboard's database never ended: restart this process.", {
      reason: "stuck",
    });
  }
  // The result is not awaited. The next health check sees whether this check has ended or is stuck.
  void storeCheck.check();
  return { status: "ok" };
}
