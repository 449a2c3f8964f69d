import type { CustomerList } from "#lib/contract/customers/customer-list.ts";
import type { Environment } from "#lib/contract/environment.ts";
import { maxLimit } from "#lib/contract/values/limits.ts";
import { api } from "#lib/paths.ts";
import { fetchJson } from "#lib/requests/fetch-json.ts";
import { type CustomersView, customersQuery } from "#lib/url-state/customers-view.ts";

/**
 * The IDs of all customers that a view of the record shows. It reads page after page of the record, which costs no call
 * of the API. A customer that moves between two pages meanwhile is named once.
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
