import type { CustomerSortKey } from "#lib/contract/customers/customer-list.ts";

/** A customer as the service keeps it. Instants are milliseconds since 1970. */
export interface CustomerRecord {
  customerID: string;
  companyName: string;
  usersCount: number;
  createdMs: number;
  /** Present on deleted customers only. */
  deletedMs?: number;
  plan: string;
  term: string;
  /** Absent where the plan needs no administrator. */
  adminEmail?: string;
}

/** Which customers are wanted, and how many of them (specification, section 4.2). */
export interface CustomerSelection {
  limit: number;
  offset: number;
  sort: CustomerSortKey;
  ascending: boolean;
  /** Created at this instant or later. */
  createdFromMs: number;
  /** Created at this instant or earlier; no bound when left out. */
  createdToMs?: number;
  /** Looked for in company name, administrator's e-mail and customer ID; empty finds everything. */
  searchTerm?: string;
  includeDeleted: boolean;
}

export interface CustomerList {
  customers: readonly CustomerRecord[];
  total: number;
}
