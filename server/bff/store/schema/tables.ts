/** Rows that prove that the store can be written; none of them stays. */
export interface StoreChecksTable {
  checkID: string;
  filler: string;
}

/** A browser or a network that an account has signed in from. */
export interface KnownPlacesTable {
  /** SHA-256 of the account with the browser's ID or the network. */
  placeHash: string;
  accountHash: string;
  /** The last sign-in there. */
  usedAt: number;
}

/** One row, of the first console that opened the store. */
export interface StorePurposesTable {
  /** Always 1: there is no second row. */
  only: number;
  purpose: string;
}

/** How many operations there are of each sort; kept by triggers, in the transaction of every change. */
export interface OperationCountsTable {
  environment: string;
  outcome: string;
  state: string;
  staffID: string;
  kind: string;
  /** 1 for those of bulk changes. */
  inBulk: number;
  /** In which ten days they were begun, counted from 1970; -1 for those of all time together. */
  period: number;
  total: number;
}
