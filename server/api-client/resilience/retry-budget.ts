/** What one call adds: together with the reserve no 1,000 calls bring more than 100 repeats. */
const share = 0.09;

/** Repeats that may be made at once after quiet times; a start begins with it, so that a lone call may be repeated. */
const reserve = 10;

export interface RetryBudget {
  /** A call begins. */
  deposit(): void;
  /** True where another repeat may be made; it is spent then. */
  withdraw(): boolean;
  /** How many repeats could be made now. */
  balance(): number;
}

/**
 * Repeats across all calls: at most one tenth of the calls, so that an API in trouble gets at most
 * 1.1 requests for each call however many attempts each might make (Google SRE, "Handling Overload").
 */
export function createRetryBudget(): RetryBudget {
  let balance = reserve;
  return {
    deposit: () => {
      balance = Math.min(balance + share, reserve);
    },
    withdraw: () => {
      if (balance < 1) return false;
      balance -= 1;
      return true;
    },
    balance: () => Math.floor(balance),
  };
}
