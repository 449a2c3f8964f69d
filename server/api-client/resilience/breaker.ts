import type { Clock } from "#server/api-client/clock.ts";

/** The breaker counts at most this many outcomes. Each outcome counts for `windowMs` milliseconds. */
const windowSize = 200;
const windowMs = 60_000;

/** The breaker opens after this many failures in the window, if at least half of all outcomes are failures. */
const minFailures = 5;

/** At first the breaker is open for 2 s. Each failed probe doubles this time, up to 30 s. */
const firstOpenMs = 2_000;
const maxOpenMs = 30_000;

/** A `Retry-After` can keep the breaker open for longer, up to 15 minutes. */
const maxAskedMs = 900_000;

/**
 * The breaker opens if this many different resources fail within `windowMs`. An answer from the API resets the count.
 */
const minResources = 10;

/**
 * How long callers should wait while a probe is running, in milliseconds. This is a guess, because the end of the probe
 * is unknown.
 */
const probeGuessMs = 1_000;

export type BreakerState = "closed" | "open" | "half-open";

/** The permission for one attempt. After the attempt, exactly one of these functions must be called, once. */
export interface BreakerPass {
  /** Records that the API answered, possibly with a refusal or with an invalid answer. */
  succeeded(): void;
  /** Records a failure: no complete answer, or a 5xx. `retryAfterMs` is the time from `Retry-After`. */
  failed(retryAfterMs: number): void;
  /** Records that a single resource failed. One such failure says nothing about the API itself. */
  failedFor(resource: string): void;
  /** Records that the attempt showed nothing about the API: the caller aborted it, or nothing was sent. */
  left(): void;
}

export type Breaker = ReturnType<typeof createBreaker>;

/**
 * Stops calls to an API that is down.
 *
 * - Closed: calls are sent. The breaker counts the last 200 outcomes within a minute. It opens if at least five
 *   outcomes are failures and the failures are at least half of all outcomes.
 * - Open: no call is sent for 2 s. Each failed probe doubles this time, up to 30 s. A `Retry-After` can make it longer.
 * - Half-open: one call is sent as a probe. Its success closes the breaker.
 *
 * A failure of a single resource is not one of these outcomes. But if ten different resources fail within a minute, and
 * the API answers no request in that time, the breaker opens. docs/decisions/0008-calls.md and
 * docs/decisions/0013-what-a-failure-pauses.md explain these values.
 */
export function createBreaker({ clock, onOpen }: { clock: Clock; onOpen: () => void }) {
  let outcomes: { atMs: number; isFailure: boolean }[] = [];
  let failures = 0;
  let state: BreakerState = "closed";
  let openUntilMs = 0;
  let openMs = firstOpenMs;
  let askedUntilMs = 0;
  /** The resources that have failed since the last answer, with the time of their last failure. */
  const failing = new Map<string, number>();
  /**
   * How often the breaker has opened. The outcome of an attempt is ignored if the breaker has opened since the attempt
   * began.
   */
  let epoch = 0;

  function record(isFailure: boolean): void {
    const now = clock.monotonic();
    outcomes.push({ atMs: now, isFailure });
    if (isFailure) failures += 1;
    while (outcomes.length > windowSize || (outcomes[0] ?? { atMs: now }).atMs <= now - windowMs) {
      if (outcomes.shift()?.isFailure) failures -= 1;
    }
  }

  function open(): void {
    const now = clock.monotonic();
    state = "open";
    openUntilMs = Math.max(now + openMs, Math.min(askedUntilMs, now + maxAskedMs));
    openMs = Math.min(openMs * 2, maxOpenMs);
    epoch += 1;
    onOpen();
  }

  function close(): void {
    state = "closed";
    openMs = firstOpenMs;
    askedUntilMs = 0;
    outcomes = [];
    failures = 0;
    failing.clear();
  }

  /** True if so many different resources fail that the API itself counts as failed. */
  function isApiFailing(resource: string): boolean {
    const now = clock.monotonic();
    if (state === "closed") for (const [one, atMs] of failing) if (atMs <= now - windowMs) failing.delete(one);
    if (failing.size < minResources) failing.set(resource, now);
    return failing.size >= minResources;
  }

  function asked(waitMs: number): void {
    askedUntilMs = Math.max(askedUntilMs, clock.monotonic() + waitMs);
  }

  function ordinaryPass(): BreakerPass {
    const began = epoch;
    return {
      succeeded: () => {
        if (state !== "closed" || began !== epoch) return;
        // The check avoids clearing an empty map, which would allocate a new table.
        if (failing.size > 0) failing.clear();
        record(false);
      },
      failed: (waitMs) => {
        if (state !== "closed" || began !== epoch) return;
        asked(waitMs);
        record(true);
        if (failures >= minFailures && failures * 2 >= outcomes.length) open();
      },
      failedFor: (resource) => {
        if (state === "closed" && began === epoch && isApiFailing(resource)) open();
      },
      left: () => {},
    };
  }

  /** The probe showed nothing about the API, so the next caller becomes the probe. */
  function learnNothing(): void {
    state = "open";
  }

  const probe: BreakerPass = {
    succeeded: close,
    failed: (waitMs) => {
      asked(waitMs);
      open();
    },
    failedFor: (resource) => {
      if (isApiFailing(resource)) open();
      else learnNothing();
    },
    left: learnNothing,
  };

  const isDue = () => clock.monotonic() >= openUntilMs;

  return {
    /**
     * Returns a permission, or undefined while the breaker is open. A call with `isProbe` does not wait until the next
     * probe is due.
     */
    enter: (isProbe = false): BreakerPass | undefined => {
      if (state === "closed") return ordinaryPass();
      if (state === "half-open" || !(isProbe || isDue())) return undefined;
      state = "half-open";
      return probe;
    },
    /** True if {@link enter} would return undefined now. */
    isOpen: () => state === "half-open" || (state === "open" && !isDue()),
    /** The time until the next probe may be sent, in milliseconds. 0 if a call may be sent now. */
    closedForMs: (): number => {
      if (state === "closed") return 0;
      return state === "half-open" ? probeGuessMs : Math.max(openUntilMs - clock.monotonic(), 0);
    },
    state: (): BreakerState => state,
  };
}
