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
  /** What a search term is looked for in: see `customerSearchText`. */
  search: string;
  /** 1 for a row of the demo data, 0 for any other. */
  seeded: number;
}

/** Which environment was filled with demo data, and the instant that its times are relative to. */
export interface SeedTable {
  environment: string;
  anchor: number;
}

export interface ProvisioningSchema {
  customers: CustomerTable;
  seeds: SeedTable;
}
