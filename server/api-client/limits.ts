/** Limits for the duration, the size and the number of calls. */
export interface CallLimits {
  /** The maximum duration of one attempt, including the connection and the complete answer. In milliseconds. */
  attemptTimeoutMs: number;
  /** The maximum duration of a complete call, including queue, token and retries. In milliseconds. */
  callTimeoutMs: number;
  /**
   * The longest `Retry-After` that a call waits for, in milliseconds. If the API requests a longer wait, the call fails
   * immediately. Its error contains the end of the wait.
   */
  maxWaitMs: number;
  /** The maximum size of a successful answer's body, in bytes. */
  maxBodyBytes: number;
  /** The maximum number of concurrent requests to the API. Requests to `POST /auth` do not count. */
  runningCalls: number;
  /** The maximum number of calls that wait in the queue while `runningCalls` requests are running. */
  waitingCalls: number;
}

/** The default limits. {@link ApiClientOptions} may override each of them. */
export const defaultLimits: Readonly<CallLimits> = {
  attemptTimeoutMs: 10_000,
  callTimeoutMs: 30_000,
  maxWaitMs: 15_000,
  maxBodyBytes: 16 * 1024 * 1024,
  runningCalls: 32,
  waitingCalls: 2_000,
};

/** The maximum size of an error answer's body, in bytes. Only its messages are used. */
export const maxErrorBodyBytes = 64 * 1024;
