import type { Customer } from "#lib/contract/customers/customer.ts";
import { idKey } from "#lib/contract/values/resource-ids.ts";
import { createListMemo } from "#server/bff/core/list-memo.ts";
import { createContractValueMemory } from "./contract-value-memory.ts";
import { createIDMap, type IDMap } from "./id-map.ts";

/** The remembered data of a customer, enough to find it again in the API's list. */
export interface KnownCustomer {
  companyName: string;
  /** ISO 8601 instant. */
  created: string | undefined;
}

/** The minimum number of recent customers that stay remembered. At most twice as many stay, in 5 to 10 MB. */
const keptCustomers = 20_000;

export type CustomerDirectory = ReturnType<typeof createCustomerDirectory>;

/**
 * The directory of one environment: the customers of recent responses. The oldest ones are removed first. The API
 * cannot return a customer by its ID. With the directory, opening a customer takes a single call. The directory is only
 * a cache: a customer that it lacks (after a start, or on another replica) is found by searching.
 *
 * The directory has a newer and an older half. When the newer half is full, the older one is dropped. An exact order by
 * last use would cost more than all other work on a row.
 */
export function createCustomerDirectory(
  kept = keptCustomers,
  keepValues?: Parameters<typeof createContractValueMemory>[0],
) {
  /** The plans and terms of these customers. */
  const seenValues = createContractValueMemory(keepValues);
  let newer = createIDMap<KnownCustomer>();
  let older: Pick<IDMap<KnownCustomer>, "get" | "ids"> = createIDMap<KnownCustomer>();
  /**
   * An object that represents the newer half. A list whose customers are already in this half is marked with it,
   * because a repeated answer is the same list.
   */
  let half = {};
  const halfOf = createListMemo<object>();
  const allKeys = () => new Set([...newer.ids(), ...older.ids()]);
  return {
    seenValues,
    /** Remembers customers with their current data. The caller must not change the list afterwards. */
    note(customers: readonly Customer[]) {
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
    find: (customerID: string): KnownCustomer | undefined =>
      newer.get(idKey(customerID)) ?? older.get(idKey(customerID)),
    /** The customer IDs with this start and end, in lower case. */
    findShort: ({ head, tail = "" }: { head: string; tail?: string }): string[] =>
      [...allKeys()].filter((key) => key.startsWith(head) && key.endsWith(tail)),
    /** The number of remembered customers. */
    size: () => allKeys().size,
  };
}
