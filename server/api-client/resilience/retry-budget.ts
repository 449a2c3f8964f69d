/** The retries that each call adds to the budget. With the reserve, 1,000 calls cause at most 100 retries. */
const share = 0.09;

/**
 * The maximum number of retries at once after a quiet period. Also the initial budget, so that a single call may be
 * retried after a start.
 */
const reserve = 10;

export type RetryBudget = ReturnType<typeof createRetryBudget>;

/**
 * Limits retries across all calls to one tenth of the calls, so that an API in trouble gets at most 1.1 requests per
 * call (Google SRE, "Handling Overload").
 */
export function createRetryBudget() {
  let balance = reserve;
  return {
    /** Adds a call's share. */
    deposit: () => {
      balance = Math.min(balance + share, reserve);
    },
    /** Takes one retry from the budget. False if no retry is left. */
    withdraw: (): boolean => {
      if (balance < 1) return false;
      balance -= 1;
      return true;
    },
    /** The number of retries that are currently allowed. */
    balance: () => Math.floor(balance),
  };
}
