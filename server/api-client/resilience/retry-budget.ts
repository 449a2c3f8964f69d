/** Each call adds this many retries to the budget. Together with the reserve, 1,000 calls cause at most 100 retries. */
const share = 0.09;

/**
 * The maximum budget, which is reached after a quiet period. It is also the initial budget, so that a single call may
 * be retried after a start.
 */
const reserve = 10;

export type RetryBudget = ReturnType<typeof createRetryBudget>;

/**
 * Limits all retries together to one tenth of the calls, so that an API in trouble gets at most 1.1 requests per call
 * (Google SRE, "Handling Overload").
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
