import type { Session } from "#lib/contract/console/session.ts";

/** When a session ends, measured with this browser's clock. */
export interface SessionDeadline {
  /** The end of the session, in milliseconds since 1970. */
  atMs: number;
  /** True if no request can extend the session further. */
  isFinal: boolean;
}

/** How long before the end of a session the person is warned, in milliseconds. */
export const sessionWarningMs = 2 * 60_000;

/**
 * Computes when the session ends, measured with this browser's clock. The browser's clock may differ from the server's
 * clock by minutes. The result is therefore the time when the browser read the session (`readAtMs`) plus the session's
 * remaining time.
 */
export function sessionDeadline({ idleExpiresAt, expiresAt, asOf }: Session, readAtMs: number): SessionDeadline {
  const endMs = Math.min(Date.parse(idleExpiresAt), Date.parse(expiresAt));
  const readMs = asOf === undefined ? readAtMs : Date.parse(asOf);
  return { atMs: readAtMs + endMs - readMs, isFinal: endMs >= Date.parse(expiresAt) };
}

/**
 * Returns the phase of a session at `nowMs`: far from its end, near its end, or over. It uses the end that the browser
 * last read. The server may have extended the session since then.
 */
export function sessionPhase({ atMs }: SessionDeadline, nowMs: number): "far" | "near" | "over" {
  if (nowMs >= atMs) return "over";
  return nowMs >= atMs - sessionWarningMs ? "near" : "far";
}
