import type { ResourceSchema } from "./resource-schema.ts";

/** A row of `customers`. Times are milliseconds since 1970. */
export interface CustomerTable {
  environment: string;
  customer_id: string;
  company_name: string;
  /**
   * The company's name, normalised by `foldText`. It is the sort key. Unlike the databases' own sort orders, it is the
   * same on SQLite and PostgreSQL.
   */
  name_key: string;
  users_count: number;
  created: number;
  /** Null if the customer is not deleted. */
  deleted_at: number | null;
  plan: string;
  term: string;
  /** Null if the customer has no administrator (hardware-only plans). */
  admin_email: string | null;
  /** The text in which searches look (`customerSearchText`). */
  search: string;
  /** 1 for demo data, 0 for all other rows. */
  seeded: number;
}

/**
 * The columns that describe a customer. The other columns are for searching and sorting, or mark the environment and
 * demo data.
 */
export type CustomerRow = Omit<CustomerTable, "environment" | "name_key" | "search" | "seeded">;

/** How many customers of an environment were created in one period. Triggers update the counts. */
export interface CustomerCountTable {
  environment: string;
  /** The length of the period in days: 1 or 64. */
  days: number;
  /** The number of the period, counted from 1970 in UTC. */
  period: number;
  live: number;
  deleted: number;
}

/**
 * The environments that were filled with demo data. `anchor` is the instant to which the times of the demo data are
 * relative.
 */
export interface SeedTable {
  environment: string;
  anchor: number;
}

export interface ProvisioningSchema extends ResourceSchema {
  customers: CustomerTable;
  customer_counts: CustomerCountTable;
  seeds: SeedTable;
}
