import type { Pool } from "pg";
import type { Clock } from "#server/api-client/clock.ts";
import { beginAll, createCounter } from "./counter.ts";
import type { SignInPlace } from "./sign-in-place.ts";
import { maxFailuresAMinute, maxFailuresAMinuteFromNetwork } from "./sign-in-throttle.ts";

/**
 * Wrong codes of one person in an hour: from all places together that they have not signed in from, and from each known
 * browser. Of a million codes three are right at any time, so that a month of guessing is a matter of one in twenty for
 * somebody who has the password already.
 */
export const maxWrongCodesAnHour = 20;

const closed = "Too many wrong codes for this account.";

/** Counts wrong codes and refused passkeys, for all replicas together where the store is Postgres. */
export interface FactorThrottle {
  /** Counts a code as wrong before it is checked; a right one takes it back. Throws `too_many_attempts`. */
  begin(staffID: string, place: SignInPlace): Promise<{ succeeded(): Promise<void> }>;
  /** The same for passkeys, which cannot be guessed: only the work that they make is bounded, by network. */
  beginPasskey(network: string): Promise<{ succeeded(): Promise<void> }>;
}

export function createFactorThrottle(pool: Pool | undefined, clock: Clock): FactorThrottle {
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
    begin(staffID, { network, browserID, isKnownBrowser }) {
      // A browser that the person has signed in with is not closed by what happens elsewhere.
      if (isKnownBrowser) {
        const key = `${staffID}\n${browserID}`;
        return beginAll([byPlace.of(key), byBrowser.of(key)]);
      }
      return beginAll([byPlace.of(`${staffID}\n${network}`), byPerson.of(staffID)]);
    },
    beginPasskey: (network) => beginAll([byNetwork.of(network)]),
  };
}
