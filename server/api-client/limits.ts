/** How long a call may take, how much it may bring and how many there may be. */
export interface CallLimits {
  /** One attempt, from the first byte sent to the last byte read; milliseconds. */
  attemptTimeoutMs: number;
  /** The whole call with its place in the queue, its token and its repeats; milliseconds. */
  callTimeoutMs: number;
  /** A longer `Retry-After` is not waited for: the call fails at once and says when; milliseconds. */
  maxWaitMs: number;
  /** The longest body that is read from a successful answer; bytes. */
  maxBodyBytes: number;
  /** How many requests to the API may be under way at once. `POST /auth` does not count. */
  runningCalls: number;
  /** How many may wait for one of these places. */
  waitingCalls: number;
}

/** What holds unless {@link ApiClientOptions} says otherwise: 10 s, 30 s, 15 s, 16 MB, 32 and 2,000. */
export const defaultLimits: Readonly<CallLimits> = {
  attemptTimeoutMs: 10_000,
  callTimeoutMs: 30_000,
  maxWaitMs: 15_000,
  maxBodyBytes: 16 * 1024 * 1024,
  runningCalls: 32,
  waitingCalls: 2_000,
};

/** The longest body that is read from an error answer, where only its messages matter; bytes. */
export const maxErrorBodyBytes = 64 * 1024;
