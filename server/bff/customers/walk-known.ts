import type { Customer } from "#lib/contract/customers/customer.ts";
import { isAppError } from "#lib/contract/operations/app-error.ts";
import { idKey } from "#lib/contract/values/resource-ids.ts";
import type { ScannedPart, WalkSummary } from "#lib/customers/walk-customers.ts";
import type { CallContext } from "#server/api-client/call-context.ts";
import type { ApiClient } from "#server/api-client/create-api-client.ts";
import type { ApiContext } from "#server/bff/core/api-context.ts";
import type { CustomerServices } from "./customer-services.ts";
import { findCustomer } from "./find-customer.ts";
import { indexFilters, type KnownListFilters } from "./list-known.ts";
import { matchesKnown } from "./matches-known.ts";

/**
 * The number of customers in one part. Within a part, customers with close creation times are found on the same page.
 */
const partSize = 100;

/** The maximum number of customers that one export reads. */
const maxCustomers = 1_000_000;

/** The result of reading known customers again. */
export interface KnownSummary extends WalkSummary {
  /** The number of customers that matched in the store but no longer match in the API's answer. */
  changed: number;
  /** The number of customers that the API's list did not contain. */
  unconfirmed: number;
}

/**
 * Reads each matching known customer from the API again, oldest first, and returns the customers that still match.
 * Customers with close creation times are found on the same page.
 */
export async function* walkKnown({
  context,
  client,
  call,
  filters,
}: {
  context: ApiContext<CustomerServices>;
  client: ApiClient;
  call: CallContext;
  filters: KnownListFilters;
}): AsyncGenerator<ScannedPart, KnownSummary> {
  const { services, environment } = context;
  const { keys } = await services.knownIndex.query(environment, {
    filters: await indexFilters(context, filters),
    sort: "created",
    ascending: true,
    limit: maxCustomers,
    offset: 0,
    nowMs: services.clock.now(),
  });
  const summary: KnownSummary = { count: 0, changed: 0, unconfirmed: 0, drifted: false, complete: true };
  for (let from = 0; from === 0 || from < keys.length; from += partSize) {
    const part = keys.slice(from, from + partSize);
    const seen = new Map<string, Customer>();
    for (const [place, key] of part.entries()) {
      if (seen.has(key)) continue;
      const customer = await readCustomer(key, part.slice(place + 1), (customers) => {
        for (const one of customers) seen.set(idKey(one.customerID), one);
      });
      if (customer) seen.set(key, customer);
    }
    const found = part.flatMap((key) => seen.get(key) ?? []);
    const customers = found.filter((customer) => matchesKnown(customer, filters));
    summary.unconfirmed += part.length - found.length;
    summary.changed += found.length - customers.length;
    summary.count += customers.length;
    yield { customers, total: keys.length, to: from + part.length };
  }
  return { ...summary, drifted: summary.changed + summary.unconfirmed > 0 };

  /** The customer's current state in the API's list. Undefined if no search finds the customer. */
  async function readCustomer(
    customerID: string,
    others: readonly string[],
    onPage: (customers: readonly Customer[]) => void,
  ): Promise<Customer | undefined> {
    const finding = { services, environment, client, call: { ...call, fresh: true } };
    try {
      const shared = { customerIDs: others, onPage };
      return (await findCustomer({ context: { ...finding, shared }, customerID, input: { pages: 0 } })).customer;
    } catch (error) {
      const isAbsent = isAppError(error) && (error.code === "not_found" || error.code === absentCode);
      if (isAbsent) return undefined;
      throw error;
    }
  }
}

const absentCode = "customer_not_found_within_bound";
