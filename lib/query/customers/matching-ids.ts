import type { CustomerList } from "#lib/contract/customers/customer-list.ts";
import type { Environment } from "#lib/contract/environment.ts";
import { walkCustomers } from "#lib/customers/walk-customers.ts";
import { api } from "#lib/paths.ts";
import { fetchJson } from "#lib/requests/fetch-json.ts";
import { type CustomersView, customersQuery } from "#lib/url-state/customers-view.ts";

/**
 * Returns the IDs of all customers that a view shows, if its list comes from the store of known customers. Reads page
 * after page; this causes no API call. If a customer leaves the view while the pages are read, later customers move to
 * earlier pages. They are not missed, because each page must begin with the last customer of the page before. Throws if
 * the list changes too often to be read completely.
 */
export async function readMatchingIDs(environment: Environment, view: CustomersView): Promise<string[]> {
  const nowMs = Date.now();
  const parts = walkCustomers(({ limit, offset }) => {
    const query = customersQuery({ ...view, sort: "created", ascending: true, offset }, nowMs);
    query.set("limit", String(limit));
    query.set("source", "known");
    const path = api.customers(environment, query);
    return fetchJson<CustomerList>(path, { customers: "array", total: "number" });
  });
  const ids: string[] = [];
  for (let next = await parts.next(); ; next = await parts.next()) {
    if (next.done) {
      if (next.value.complete) return ids;
      throw new Error("The list changed while it was read.");
    }
    ids.push(...next.value.customers.map(({ customerID }) => customerID));
  }
}
