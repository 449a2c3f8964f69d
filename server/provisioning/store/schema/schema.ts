import type { ResourceSchema } from "./resource-schema.ts";

/** A row of `customers`. Instants are milliseconds since 1970. */
export interface CustomerTable {
  environment: string;
  customer_id: string;
  company_name: string;
  /** The company's name, normalised by `foldText`. It is the sort key, and is the same on SQLite and PostgreSQL. */
  name_key: string;
  users_count: number;
  created: number;
  /** Null for a customer that is not deleted. */
  deleted_at: number | null;
  plan: string;
  term: string;
  /** Null for a customer without an administrator (hardware-only plans). */
  admin_email: string | null;
  /** The text that searches match (`customerSearchText`). */
  search: string;
  /** 1 for a row of the demo data, 0 for any other row. */
  seeded: number;
}

/** The columns of a customer. The remaining columns of the table are only for searching. */
export type CustomerRow = Omit<CustomerTable, "environment" | "name_key" | "search" | "seeded">;

/** The number of customers in an environment that were created in one period. Triggers update the number. */
export interface CustomerCountTable {
  environment: string;
  /** The period's length in days: 1 or 64. */
  days: number;
  /** The period's number since 1970, in UTC. */
  period: number;
  live: number;
  deleted: number;
}

/**
 * The environments that were filled with demo data. The anchor is the instant to which the times of the data are
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
