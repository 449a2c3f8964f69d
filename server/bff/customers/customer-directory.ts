import type { Customer } from "#lib/contract/customer.ts";
import { idKey } from "#lib/contract/resource-id.ts";
import { createSeenValues, type SeenValues } from "./seen-values.ts";

/** What is remembered of a customer: enough to ask the API's list for it again. */
export interface KnownCustomer {
  companyName: string;
  /** ISO 8601 instant. */
  created: string | undefined;
}

export interface CustomerDirectory {
  /** Remembers customers that came past, as they are now. */
  note(customers: readonly Customer[]): void;
  find(customerID: string): KnownCustomer | undefined;
  /** How many are remembered. */
  size(): number;
  /** The plans and terms that they had. */
  seenValues: Pick<SeenValues, "plans" | "terms">;
}

/** About 5 MB. */
const maxCustomers = 20_000;

/**
 * The directory of one environment: who came past, those that were seen longest ago leave first. The
 * API shows no customer by its ID, so this is what makes opening one a single call. It is a mere
 * memory: what is missing in it (after a start, on another replica) is found by searching.
 */
export function createCustomerDirectory(most = maxCustomers): CustomerDirectory {
  const known = new Map<string, KnownCustomer>();
  const seenValues = createSeenValues();
  return {
    seenValues,
    note(customers) {
      seenValues.note(customers);
      for (const { customerID, companyName, created } of customers) {
        const key = idKey(customerID);
        known.delete(key);
        known.set(key, { companyName, created });
      }
      for (const oldest of known.keys()) {
        if (known.size <= most) break;
        known.delete(oldest);
      }
    },
    find: (customerID) => known.get(idKey(customerID)),
    size: () => known.size,
  };
}
