import type { ResourceSchema } from "./resource-schema.ts";

/** A row of `customers`. Instants are milliseconds since 1970. */
export interface CustomerTable {
  environment: string;
  customer_id: string;
  company_name: string;
  /** The company's name as `foldText` makes it: the sort key, equal on both databases. */
  name_key: string;
  users_count: number;
  created: number;
  /** Null for a customer that is not deleted. */
  deleted_at: number | null;
  plan: string;
  term: string;
  /** Null for a customer without an administrator (hardware-only plans). */
  admin_email: string | null;
  /** The text that searches match: see `customerSearchText`. */
  search: string;
  /** 1 for a row of the demo data, 0 for any other. */
  seeded: number;
}

/** The columns of a customer. The others are only for searching. */
export type CustomerRow = Omit<CustomerTable, "environment" | "name_key" | "search" | "seeded">;

/** The number of customers of an environment from one period of creation. Updated by triggers. */
export interface CustomerCountTable {
  environment: string;
  /** The period's length in days: 1 or 64. */
  days: number;
  /** The period's number since 1970, in UTC. */
  period: number;
  live: number;
  deleted: number;
}

/** The environments that were filled with demo data, and the instant that the data's times are relative to. */
export interface SeedTable {
  environment: string;
  anchor: number;
}

export interface ProvisioningSchema extends ResourceSchema {
  customers: CustomerTable;
  customer_counts: CustomerCountTable;
  seeds: SeedTable;
}
