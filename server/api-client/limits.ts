/** How long a call may take and how much it may bring. */
export interface CallLimits {
  /** One attempt, from the first byte sent to the last byte read; milliseconds. */
  attemptTimeoutMs: number;
  /** The whole call with its token and its repeats; milliseconds. */
  callTimeoutMs: number;
  /** The longest body that is read from a successful answer; bytes. */
  maximumBodyBytes: number;
}

/** What holds unless {@link ApiClientOptions} says otherwise: 10 s, 30 s, 16 MB. */
export const defaultLimits: Readonly<CallLimits> = {
  attemptTimeoutMs: 10_000,
  callTimeoutMs: 30_000,
  maximumBodyBytes: 16 * 1024 * 1024,
};

/** The longest body that is read from an error answer, where only its messages matter; bytes. */
export const maximumErrorBodyBytes = 64 * 1024;
