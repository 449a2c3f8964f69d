import { randomUUID } from "node:crypto";

/**
 * Matches a UUID, the 32 hexadecimal digits of nginx, and similar IDs of load balancers. Such an ID has no characters
 * that could break a log line or a header.
 */
const requestIDPattern = /^[A-Za-z0-9_-]{16,64}$/;

/**
 * The ID of a request. `candidate` is used if it has the form that a load balancer or our own host sends. Otherwise a
 * new UUID is used. The ID is used only for finding log lines.
 */
export function requestIDOf(candidate: string | null | undefined): string {
  return candidate && requestIDPattern.test(candidate) ? candidate : randomUUID();
}

const traceparentPattern = /^[0-9a-f]{2}-([0-9a-f]{32})-[0-9a-f]{16}-[0-9a-f]{2}$/;

/** The trace ID in a `traceparent` header (W3C Trace Context). Undefined if the header is missing or invalid. */
export function traceIDOf(traceparent: string | null | undefined): string | undefined {
  const traceID = traceparentPattern.exec(traceparent ?? "")?.[1];
  return traceID === "0".repeat(32) ? undefined : traceID;
}
