import type { Pool } from "pg";
import type { Clock } from "#server/api-client/clock.ts";
import { beginAll, createCounter } from "./counter.ts";
import type { SignInPlace } from "./sign-in-place.ts";
import { maxFailuresAMinute, maxFailuresAMinuteFromNetwork } from "./sign-in-throttle.ts";

/**
 * The maximum number of wrong codes of one person in an hour. All unknown places share one limit, and each known
 * browser has its own. Three of a million codes are valid at any time. So an attacker who already has the password
 * succeeds within a month with a probability of about 1 in 20.
 */
export const maxWrongCodesAnHour = 20;

const closed = "Too many wrong codes for this account.";

/** Counts wrong codes and refused passkeys. With Postgres, all replicas share the counts. */
export type FactorThrottle = ReturnType<typeof createFactorThrottle>;

export function createFactorThrottle(pool: Pool | undefined, clock: Clock) {
  const counter = (keyPrefix: string, points: number, seconds: number, text = closed) =>
    createCounter({ keyPrefix, points, seconds, closed: text }, pool, clock);
  const byPlace = counter("code-place", maxFailuresAMinute, 60);
  const byBrowser = counter("code-browser", maxWrongCodesAnHour, 3_600);
  const byPerson = counter("code-person", maxWrongCodesAnHour, 3_600);
  const byNetwork = counter(
    "passkey",
    maxFailuresAMinuteFromNetwork,
    60,
    "Too many refused passkeys from your network.",
  );
  return {
    /**
     * Counts a code as wrong before it is checked. A correct code is removed from the count. Throws
     * `too_many_attempts`.
     */
    begin(
      staffID: string,
      { network, browserID, isKnownBrowser }: SignInPlace,
    ): Promise<{ succeeded(): Promise<void> }> {
      // Failures elsewhere do not block a browser that the person has signed in with.
      if (isKnownBrowser) {
        const key = `${staffID}\n${browserID}`;
        return beginAll([byPlace.of(key), byBrowser.of(key)]);
      }
      return beginAll([byPlace.of(`${staffID}\n${network}`), byPerson.of(staffID)]);
    },
    /**
     * Counts a passkey as refused, by network, before the passkey is checked. Nobody can guess a passkey. The limit
     * only protects the server from too much work.
     */
    beginPasskey: (network: string): Promise<{ succeeded(): Promise<void> }> => beginAll([byNetwork.of(network)]),
  };
}
