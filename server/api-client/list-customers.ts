import type { CustomerSortKey } from "#lib/contract/customer-list.ts";
import type { Environment } from "#lib/contract/environment.ts";
import { type CustomerPage, normaliseCustomerList } from "./normalise.ts";
import type { CallContext, PerformCall } from "./perform-call.ts";

/** The query of `GET /customers` (specification, section 4.2): nothing is left to the API's defaults. */
export interface UpstreamCustomerQuery {
  /** 1 to 100. */
  limit: number;
  offset: number;
  sort: CustomerSortKey;
  ascending: boolean;
  /** On or after this UTC day, `YYYY-MM-DD`. Always named: without it the API gives 7 days only. */
  datefrom: string;
  /** On or before this UTC day, `YYYY-MM-DD`. */
  dateto?: string | undefined;
  searchTerm?: string | undefined;
  includeDeleted: boolean;
}

/** Reads one page of customers (`GET /customers`, specification, section 4.2). */
export function listCustomers(
  { environment, performCall }: { environment: Environment; performCall: PerformCall },
  input: UpstreamCustomerQuery,
  call: CallContext,
): Promise<CustomerPage> {
  const { limit, offset, sort, ascending, datefrom, dateto, searchTerm, includeDeleted } = input;
  const query = new URLSearchParams({
    limit: String(limit),
    offset: String(offset),
    sort,
    ascending: String(ascending),
    datefrom,
  });
  if (dateto !== undefined) query.set("dateto", dateto);
  if (searchTerm !== undefined && searchTerm !== "") query.set("searchTerm", searchTerm);
  query.set("includeDeleted", String(includeDeleted));
  const parse = (json: unknown) => normaliseCustomerList(json, { environment, limit, offset });
  return performCall({ method: "GET", path: "/customers", query, parse }, call);
}
