import type { Session } from "#lib/contract/console/session.ts";

/** When a session ends, by this browser's clock. */
export interface SessionDeadline {
  /** The end in milliseconds since 1970. */
  atMs: number;
  /** True if no request can extend the session any more. */
  isFinal: boolean;
}

/** How long before the end of a session the person is warned, in milliseconds. */
export const sessionWarningMs = 2 * 60_000;

/**
 * When the session ends, by this browser's clock. That clock may differ from the console's by minutes. So the result is
 * `readAtMs`, the browser's time when the session was read, plus the remaining time of the session.
 */
export function sessionDeadline({ idleExpiresAt, expiresAt, asOf }: Session, readAtMs: number): SessionDeadline {
  const endMs = Math.min(Date.parse(idleExpiresAt), Date.parse(expiresAt));
  const readMs = asOf === undefined ? readAtMs : Date.parse(asOf);
  return { atMs: readAtMs + endMs - readMs, isFinal: endMs >= Date.parse(expiresAt) };
}

/**
 * The phase of a session at `nowMs`: far from its end, about to end, or ended. The browser knows only its own copy of
 * the end time.
 */
export function sessionPhase({ atMs }: SessionDeadline, nowMs: number): "far" | "near" | "over" {
  if (nowMs >= atMs) return "over";
  return nowMs >= atMs - sessionWarningMs ? "near" : "far";
}
