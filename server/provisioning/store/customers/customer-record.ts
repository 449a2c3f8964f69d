import type { CustomerSortKey } from "#lib/contract/customers/customer-list.ts";

/** A customer as it is stored. Times are milliseconds since 1970. */
export interface CustomerRecord {
  customerID: string;
  companyName: string;
  usersCount: number;
  createdMs: number;
  /** When the customer was deleted. Missing if the customer is not deleted. */
  deletedMs?: number;
  plan: string;
  term: string;
  /** The e-mail address of the administrator. Missing if the customer has no administrator. */
  adminEmail?: string;
}

/** The filters, the order and the page of a list of customers (specification, section 4.2). */
export interface CustomerSelection {
  limit: number;
  offset: number;
  sort: CustomerSortKey;
  ascending: boolean;
  /** Only customers that were created at this time or later. */
  createdFromMs: number;
  /** Only customers that were created at this time or earlier. Missing: no upper limit. */
  createdToMs?: number;
  /**
   * The text to find in the company name, in the administrator's e-mail address or in the customer ID. Empty: all
   * customers match.
   */
  searchTerm?: string;
  includeDeleted: boolean;
}

export interface CustomerList {
  customers: readonly CustomerRecord[];
  total: number;
}
