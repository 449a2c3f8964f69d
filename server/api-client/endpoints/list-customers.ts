import type { Customer } from "#lib/contract/customers/customer.ts";
import type { CustomerSortKey } from "#lib/contract/customers/customer-list.ts";
import type { CallContext } from "#server/api-client/call-context.ts";
import { customerRows } from "#server/api-client/normalise/customer.ts";
import type { PageFacts } from "#server/api-client/normalise/list.ts";
import type { Freshness } from "#server/api-client/perform-call.ts";
import { type ReadContext, readPage } from "./read-page.ts";

/**
 * The query of `GET /customers` (specification, section 4.2). The required members are always sent, so that no default
 * of the API applies.
 */
export interface UpstreamCustomerQuery {
  /** The number of rows, 1 to 100. */
  limit: number;
  offset: number;
  sort: CustomerSortKey;
  ascending: boolean;
  /**
   * Selects customers created on this UTC day or later, `YYYY-MM-DD`. It is always sent: without it, the API returns
   * only the last 7 days.
   */
  datefrom: string;
  /** Selects customers created on this UTC day or earlier, `YYYY-MM-DD`. */
  dateto?: string | undefined;
  searchTerm?: string | undefined;
  includeDeleted: boolean;
}

/** A page of customers in the canonical model. */
export interface CustomerPage extends PageFacts, Freshness {
  /** The customers. They must not be changed, because other callers of the same page get the same objects. */
  customers: readonly Readonly<Customer>[];
}

/** Reads one page of customers (`GET /customers`, specification, section 4.2). */
export async function listCustomers(
  context: ReadContext,
  { limit, offset, ascending, includeDeleted, ...filters }: UpstreamCustomerQuery,
  call: CallContext,
): Promise<CustomerPage> {
  const flags = { ascending: String(ascending), includeDeleted: String(includeDeleted) };
  const list = { path: "/customers", kind: customerRows, sharesRows: true };
  const request = { ...list, limit, offset, filters: { ...filters, ...flags } };
  const { rows, mayBeWhole: _, ...facts } = await readPage(context, request, call);
  return { customers: rows, ...facts };
}
