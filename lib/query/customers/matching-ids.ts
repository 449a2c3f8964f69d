import type { CustomerList } from "#lib/contract/customers/customer-list.ts";
import type { Environment } from "#lib/contract/environment.ts";
import { maxLimit } from "#lib/contract/values/limits.ts";
import { api } from "#lib/paths.ts";
import { fetchJson } from "#lib/requests/fetch-json.ts";
import { type CustomersView, customersQuery } from "#lib/url-state/customers-view.ts";

/**
 * Returns the IDs of all customers that a view shows, if its list comes from the store of known customers. Reads page
 * after page; this causes no API call. A customer that moves to another page while the pages are read is returned once.
 */
export async function readMatchingIDs(environment: Environment, view: CustomersView): Promise<string[]> {
  const ids = new Set<string>();
  const nowMs = Date.now();
  for (let offset = 0; ; offset += maxLimit) {
    const query = customersQuery({ ...view, sort: "created", ascending: true, offset }, nowMs);
    query.set("limit", String(maxLimit));
    query.set("source", "known");
    const path = api.customers(environment, query);
    const { customers, total } = await fetchJson<CustomerList>(path, { customers: "array", total: "number" });
    for (const { customerID } of customers) ids.add(customerID);
    if (customers.length === 0 || offset + maxLimit >= total) return [...ids];
  }
}
