import type { Pool } from "pg";
import type { Clock } from "#server/api-client/clock.ts";
import { beginAll, type Count, createCounter } from "./counter.ts";
import type { SignInPlace } from "./sign-in-place.ts";

/** The maximum number of failures of one account in a minute, from one network or in one browser. */
export const maxFailuresAMinute = 5;

/** The maximum number of failures of one account in an hour, from all unknown networks and browsers together. */
export const maxFailuresAnHour = 100;

/**
 * The maximum number of failures from one network in a minute, for all accounts together. It is high enough for an
 * office with one address. It is low enough to stop an attacker who tries one password on hundreds of accounts.
 */
export const maxFailuresAMinuteFromNetwork = 50;

const here = "Too many failed attempts for this account.";

const byBrowser: Count = { points: maxFailuresAMinute, seconds: 60, keyPrefix: "browser", closed: here };

const byAccountAndNetwork: Count = { points: maxFailuresAMinute, seconds: 60, keyPrefix: "place", closed: here };

const byAccount: Count = {
  points: maxFailuresAnHour,
  seconds: 3_600,
  keyPrefix: "account",
  closed:
    "Too many failed attempts for this account. You can still sign in from a browser or network where this account has signed in before.",
};

const byNetwork: Count = {
  points: maxFailuresAMinuteFromNetwork,
  seconds: 60,
  keyPrefix: "address",
  closed: "Too many failed attempts from your network.",
};

/**
 * Counts failed sign-ins. On PostgreSQL, all replicas share the counts. The guesses of an attacker must not lock a
 * person out. For this reason, a browser that the account has used has its own count. Failures from elsewhere also do
 * not block a network that the account has used (docs/decisions/0023-sign-in-limits.md).
 */
export type SignInThrottle = ReturnType<typeof createSignInThrottle>;

export function createSignInThrottle(pool: Pool | undefined, clock: Clock) {
  const browsers = createCounter(byBrowser, pool, clock);
  const places = createCounter(byAccountAndNetwork, pool, clock);
  const accounts = createCounter(byAccount, pool, clock);
  const networks = createCounter(byNetwork, pool, clock);
  /** The counters for an attempt. They are checked in this order. */
  const countersOf = ({ email, network, browserID, isKnownBrowser, isKnownNetwork }: SignInPlace) => {
    if (isKnownBrowser) return [browsers.of(`${email}\n${browserID}`)];
    const place = places.of(`${email}\n${network}`);
    return [place, ...(isKnownNetwork ? [] : [accounts.of(email)]), networks.of(network)];
  };
  return {
    /** Throws `too_many_attempts` if a limit is reached. Does not count an attempt. */
    async check(place: SignInPlace): Promise<void> {
      for (const counter of countersOf(place)) await counter.check();
    },
    /**
     * Counts an attempt as failed before its result is known, so that parallel attempts cannot exceed the limit. Throws
     * like `check`. The caller removes a successful attempt from the count.
     */
    begin: (place: SignInPlace): Promise<{ succeeded(): Promise<void> }> => beginAll(countersOf(place)),
  };
}
