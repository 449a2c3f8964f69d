import { randomUUID } from "node:crypto";

const uuid = /^[0-9a-f]{8}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{12}$/i;

/**
 * The ID of a request: the one that it came with where that is a UUID (a load balancer's, or the
 * host's on the way to Next), a new one otherwise. Only ever a name for finding log lines.
 */
export function requestIDOf(given: string | null | undefined): string {
  return given && uuid.test(given) ? given.toLowerCase() : randomUUID();
}
