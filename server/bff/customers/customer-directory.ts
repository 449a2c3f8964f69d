import type { Customer } from "#lib/contract/customers/customer.ts";
import { idKey } from "#lib/contract/values/resource-ids.ts";
import { createListMemo } from "#server/bff/core/list-memo.ts";
import { type ContractValueMemory, createContractValueMemory } from "./contract-value-memory.ts";
import { createIDMap, type IDMap } from "./id-map.ts";

/** What is remembered of a customer: enough to ask the API's list for it again. */
export interface KnownCustomer {
  companyName: string;
  /** ISO 8601 instant. */
  created: string | undefined;
}

export interface CustomerDirectory {
  /** Remembers customers that came past, as they are now. Nobody changes the list afterwards. */
  note(customers: readonly Customer[]): void;
  find(customerID: string): KnownCustomer | undefined;
  /** The IDs that begin and end so, in lower case. */
  findShort(of: { head: string; tail?: string }): string[];
  /** How many are remembered. */
  size(): number;
  /** The plans and terms that they had. */
  seenValues: Pick<ContractValueMemory, "plans" | "terms">;
}

/** The customers seen last that are remembered in any case, at most twice as many: 5 to 10 MB. */
const keptCustomers = 20_000;

/**
 * The directory of one environment: who came past, those that were seen longest ago leave first. The
 * API shows no customer by its ID, so this is what makes opening one a single call. It is a mere
 * memory: what is missing in it (after a start, on another replica) is found by searching.
 *
 * It has a newer half and an older one, and when the newer one is full the older one is dropped: keeping an
 * order of all by their last sight would cost more than everything else that is done with a row.
 */
export function createCustomerDirectory(
  kept = keptCustomers,
  keepValues?: Parameters<typeof createContractValueMemory>[0],
): CustomerDirectory {
  const seenValues = createContractValueMemory(keepValues);
  let newer = createIDMap<KnownCustomer>();
  let older: Pick<IDMap<KnownCustomer>, "get" | "ids"> = createIDMap<KnownCustomer>();
  /** Stands for the newer half. A list that is in it is marked so: an answer that comes again is the same list. */
  let half = {};
  const halfOf = createListMemo<object>();
  const allKeys = () => new Set([...newer.ids(), ...older.ids()]);
  return {
    seenValues,
    note(customers) {
      if (halfOf.of(customers) === half) return;
      seenValues.note(customers);
      if (newer.size() >= kept) {
        older = newer;
        newer = createIDMap();
        half = {};
      }
      for (const { customerID, companyName, created } of customers) {
        newer.set(idKey(customerID), { companyName, created });
      }
      halfOf.set(customers, half);
    },
    find: (customerID) => newer.get(idKey(customerID)) ?? older.get(idKey(customerID)),
    findShort: ({ head, tail = "" }) => [...allKeys()].filter((key) => key.startsWith(head) && key.endsWith(tail)),
    size: () => allKeys().size,
  };
}
