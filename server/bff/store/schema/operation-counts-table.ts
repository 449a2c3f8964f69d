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
