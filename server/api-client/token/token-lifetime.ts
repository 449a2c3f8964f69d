/**
 * The default lifetime if `expires_in` is not usable, in milliseconds. It is short, so that a wrong guess has little
 * effect.
 */
export const defaultLifetimeMs = 300_000;

/** The maximum lifetime, in milliseconds. No token is used for longer than a day, even if `expires_in` is longer. */
export const maxLifetimeMs = 86_400_000;

/**
 * The lifetime of a token in milliseconds. `expires_in` has seconds, as a number or as digits (specification, section
 * 2). The default of 5 minutes applies if `expires_in` is missing, below one second, infinite or not a number. At most
 * one day.
 */
export function lifetimeOf(expiresIn: unknown): number {
  const isText = typeof expiresIn === "string" && /^\s*\d{1,20}(\.\d{1,9})?\s*$/.test(expiresIn);
  const seconds = isText ? Number(expiresIn) : expiresIn;
  if (typeof seconds !== "number" || !Number.isFinite(seconds) || seconds < 1) return defaultLifetimeMs;
  return Math.min(seconds * 1_000, maxLifetimeMs);
}

/**
 * How long before its expiry a token is renewed, in milliseconds. This is 30 s or a tenth of the lifetime, whichever is
 * longer, but at most half of the lifetime. Jitter adds up to a fifth of this time, so that replicas that were started
 * together do not renew at the same time. `random` is in [0, 1).
 */
export function renewalLeadMs(lifetimeMs: number, random: number): number {
  const lead = Math.min(Math.max(30_000, lifetimeMs / 10), lifetimeMs / 2);
  return lead * (1 + random / 5);
}

/**
 * How long before its expiry a token is no longer sent, in milliseconds. A token that is sent later could expire during
 * the transfer, and the API would answer 401.
 */
export function sendingMarginMs(lifetimeMs: number): number {
  return Math.min(1_000, lifetimeMs / 10);
}
