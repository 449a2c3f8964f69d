import type { CustomerSortKey } from "#lib/contract/customers/customer-list.ts";

/** A customer as stored. Instants are milliseconds since 1970. */
export interface CustomerRecord {
  customerID: string;
  companyName: string;
  usersCount: number;
  createdMs: number;
  /** When the customer was deleted. Present only for deleted customers. */
  deletedMs?: number;
  plan: string;
  term: string;
  /** Missing if the plan needs no administrator. */
  adminEmail?: string;
}

/** Selects and paginates customers (specification, section 4.2). */
export interface CustomerSelection {
  limit: number;
  offset: number;
  sort: CustomerSortKey;
  ascending: boolean;
  /** Selects customers that were created at this instant or later. */
  createdFromMs: number;
  /** Selects customers that were created at this instant or earlier. Absent: the window has no end. */
  createdToMs?: number;
  /** The text to search for in company name, administrator's e-mail and customer ID. Empty matches everything. */
  searchTerm?: string;
  includeDeleted: boolean;
}

export interface CustomerList {
  customers: readonly CustomerRecord[];
  total: number;
}
