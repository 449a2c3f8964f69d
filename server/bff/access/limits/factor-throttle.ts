import type { Pool } from "pg";
import type { Clock } from "#server/api-client/clock.ts";
import { beginAll, createCounter } from "./counter.ts";
import type { SignInPlace } from "./sign-in-place.ts";
import { maxFailuresAMinute, maxFailuresAMinuteFromNetwork } from "./sign-in-throttle.ts";

/**
 * The maximum number of wrong codes of one person in an hour. Each known browser has its own limit. All unknown
 * browsers and networks share one limit. Three of a million codes are valid at any time. If an attacker already has the
 * password, the probability of guessing a code within a month is about 1 in 20.
 */
export const maxWrongCodesAnHour = 20;

const closed = "Too many wrong codes for this account.";

/** Counts wrong codes and refused passkeys. On PostgreSQL, all replicas share the counts. */
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
     * Counts a code as wrong before it is checked. If the code is right, the caller removes it from the count. Throws
     * `too_many_attempts` if a limit is reached.
     */
    begin(
      staffID: string,
      { network, browserID, isKnownBrowser }: SignInPlace,
    ): Promise<{ succeeded(): Promise<void> }> {
      // Wrong codes from elsewhere must not block a browser from which the person has signed in before.
      if (isKnownBrowser) {
        const key = `${staffID}\n${browserID}`;
        return beginAll([byPlace.of(key), byBrowser.of(key)]);
      }
      return beginAll([byPlace.of(`${staffID}\n${network}`), byPerson.of(staffID)]);
    },
    /**
     * Counts a passkey as refused before it is checked. The count is kept by network. Nobody can guess a passkey, so
     * the limit only protects the server from too much work.
     */
    beginPasskey: (network: string): Promise<{ succeeded(): Promise<void> }> => beginAll([byNetwork.of(network)]),
  };
}
