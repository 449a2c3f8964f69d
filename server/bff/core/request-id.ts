import { randomUUID } from "node:crypto";

/**
 * A UUID, nginx's 32 hexadecimal digits, or a similar ID of another load balancer. The ID has no characters that could
 * break a line or a header.
 */
const requestIDPattern = /^[A-Za-z0-9_-]{16,64}$/;

/**
 * The ID of a request. The given ID is used if a load balancer or our own host could have sent it. Otherwise the ID is
 * a new UUID. The ID is only used for finding log lines.
 */
export function requestIDOf(candidate: string | null | undefined): string {
  return candidate && requestIDPattern.test(candidate) ? candidate : randomUUID();
}

const traceparentPattern = /^[0-9a-f]{2}-([0-9a-f]{32})-[0-9a-f]{16}-[0-9a-f]{2}$/;

/** The trace ID of a `traceparent` header (W3C Trace Context). Undefined if the header is missing or invalid. */
export function traceIDOf(traceparent: string | null | undefined): string | undefined {
  const traceID = traceparentPattern.exec(traceparent ?? "")?.[1];
  return traceID === "0".repeat(32) ? undefined : traceID;
}
