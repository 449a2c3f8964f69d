/**
 * Each call adds this share of a retry to the budget. Together with the reserve, 1,000 calls cause at most 100 retries.
 */
const share = 0.09;

/** The maximum budget. It is also the initial budget, so that the first call after a start may be retried. */
const reserve = 10;

export type RetryBudget = ReturnType<typeof createRetryBudget>;

/**
 * Limits all retries together to a tenth of the calls. So an API in trouble gets at most 1.1 requests per call (Google
 * SRE, "Handling Overload").
 */
export function createRetryBudget() {
  let balance = reserve;
  return {
    /** Adds the share of one call. */
    deposit: () => {
      balance = Math.min(balance + share, reserve);
    },
    /** Takes one retry from the budget. Returns false if no retry is left. */
    withdraw: (): boolean => {
      if (balance < 1) return false;
      balance -= 1;
      return true;
    },
    /** How many retries are allowed at present. */
    balance: () => Math.floor(balance),
  };
}
