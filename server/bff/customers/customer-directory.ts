import type { Customer } from "#lib/contract/customers/customer.ts";
import { idKey } from "#lib/contract/values/resource-ids.ts";
import { type ContractValueMemory, createContractValueMemory } from "./contract-value-memory.ts";

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
  /** The IDs that begin and end so, in lower case. */
  findShort(of: { head: string; tail?: string }): string[];
  /** How many are remembered. */
  size(): number;
  /** The plans and terms that they had. */
  seenValues: Pick<ContractValueMemory, "plans" | "terms">;
}

/** About 5 MB. */
const maxCustomers = 20_000;

/**
 * The directory of one environment: who came past, those that were seen longest ago leave first. The
 * API shows no customer by its ID, so this is what makes opening one a single call. It is a mere
 * memory: what is missing in it (after a start, on another replica) is found by searching.
 */
export function createCustomerDirectory(maxEntries = maxCustomers): CustomerDirectory {
  const known = new Map<string, KnownCustomer>();
  const seenValues = createContractValueMemory();
  // One for good: a new one would pass over everything that was removed, each time.
  const oldestFirst = known.keys();
  return {
    seenValues,
    note(customers) {
      seenValues.note(customers);
      for (const { customerID, companyName, created } of customers) {
        const key = idKey(customerID);
        known.delete(key);
        known.set(key, { companyName, created });
      }
      while (known.size > maxEntries) known.delete(oldestFirst.next().value as string);
    },
    find: (customerID) => known.get(idKey(customerID)),
    findShort: ({ head, tail = "" }) => [...known.keys()].filter((key) => key.startsWith(head) && key.endsWith(tail)),
    size: () => known.size,
  };
}
