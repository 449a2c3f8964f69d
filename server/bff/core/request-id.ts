import { randomUUID } from "node:crypto";

/** A UUID, nginx's 32 hexadecimal digits, and what other load balancers make: nothing that could break a line or a header. */
const requestIDPattern = /^[A-Za-z0-9_-]{16,64}$/;

/**
 * The ID of a request: the one that it came with where a load balancer could have made it (the host's own on the
 * way to Next is one), a new UUID otherwise. Only ever a name for finding log lines.
 */
export function requestIDOf(given: string | null | undefined): string {
  return given && requestIDPattern.test(given) ? given : randomUUID();
}

const traceparentPattern = /^[0-9a-f]{2}-([0-9a-f]{32})-[0-9a-f]{16}-[0-9a-f]{2}$/;

/** The trace that a request belongs to, from its `traceparent` header (W3C Trace Context); undefined where it has none. */
export function traceIDOf(traceparent: string | null | undefined): string | undefined {
  const traceID = traceparentPattern.exec(traceparent ?? "")?.[1];
  return traceID === "0".repeat(32) ? undefined : traceID;
}
