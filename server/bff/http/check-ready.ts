import type { Availability } from "#lib/contract/console/availability.ts";
import type { Environment } from "#lib/contract/environment.ts";
import { AppError } from "#lib/contract/operations/app-error.ts";
import type { HttpServices } from "./pipeline/http-services.ts";

export interface Readiness {
  status: "ready";
  /** Whether calls are let through to the API just now, by environment. */
  upstream: Partial<Record<Environment, Availability>>;
  /** Until when they are not, where that is known; ISO 8601 in UTC. */
  pausedUntil?: Partial<Record<Environment, string>>;
}

/**
 * Whether a load balancer should send requests here: the store can be written and the server is
 * not shutting down. The API's state is told, but takes no replica out of service; it is the same for
 * all.
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
 * Whether this process works. A store that is down is no reason to end the process: that would help
 * no one. A store that neither answers nor fails, although every call of it is bounded, is one.
 */
export function checkHealth({ storeCheck }: HttpServices): { status: "ok" } {
  if (storeCheck.isStuck()) {
    throw new AppError("store_unavailable", "A call to Switchboard's database never ended: restart this process.", {
      reason: "stuck",
    });
  }
  // Nobody waits for it: the next look finds it ended, or stuck.
  void storeCheck.check();
  return { status: "ok" };
}
