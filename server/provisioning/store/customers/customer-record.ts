import type { CustomerSortKey } from "#lib/contract/customers/customer-list.ts";

/** A customer as it is stored. Instants are milliseconds since 1970. */
export interface CustomerRecord {
  customerID: string;
  companyName: string;
  usersCount: number;
  createdMs: number;
  /** When the customer was deleted. Absent if the customer is not deleted. */
  deletedMs?: number;
  plan: string;
  term: string;
  /** The administrator's email address. Absent if the plan needs no administrator. */
  adminEmail?: string;
}

/** The filters, the order and the page of a list of customers (specification, section 4.2). */
export interface CustomerSelection {
  limit: number;
  offset: number;
  sort: CustomerSortKey;
  ascending: boolean;
  /** Only customers that were created at or after this instant. */
  createdFromMs: number;
  /** Only customers that were created at or before this instant. Absent: the window has no end. */
  createdToMs?: number;
  /**
   * The text to find in the company name, the administrator's email address or the customer ID. Empty: all customers
   * match.
   */
  searchTerm?: string;
  includeDeleted: boolean;
}

export interface CustomerList {
  customers: readonly CustomerRecord[];
  total: number;
}
