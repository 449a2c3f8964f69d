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

/** The columns that make a customer; the others only help to find it. */
export type CustomerRow = Omit<CustomerTable, "environment" | "name_key" | "search" | "seeded">;

/** How many customers an environment has from one period of creation. Triggers keep it. */
export interface CustomerCountTable {
  environment: string;
  /** The period's length in days: 1 or 64. */
  days: number;
  /** Its number since 1970, in UTC. */
  period: number;
  live: number;
  deleted: number;
}

/** Which environment was filled with demo data, and the instant that its times are relative to. */
export interface SeedTable {
  environment: string;
  anchor: number;
}

export interface ProvisioningSchema extends ResourceSchema {
  customers: CustomerTable;
  customer_counts: CustomerCountTable;
  seeds: SeedTable;
}
