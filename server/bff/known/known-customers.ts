import type { Customer } from "#lib/contract/customers/customer.ts";
import type { Environment } from "#lib/contract/environment.ts";
import { idKey, isResourceID } from "#lib/contract/values/resource-ids.ts";
import type { CustomerPage } from "#server/api-client/endpoints/list-customers.ts";
import type { CoreServices } from "#server/bff/core/core-services.ts";
import { createListMemo } from "#server/bff/core/list-memo.ts";
import type { KnownCustomer, SeenCustomer } from "#server/bff/store/known/known-customers.ts";
import { createContractValueMemory } from "./contract-value-memory.ts";
import { createIDMap, type IDMap } from "./id-map.ts";

/** The number of customers with which a half of the memory is full. Two full halves take 10 MB. */
const inMemory = 20_000;

/** After a customer was stored, it is not stored again for this time unless it changes. In milliseconds. */
const storedAgainMs = 10 * 60_000;

/** The maximum number of customers that wait for the store. Further ones are stored when an answer shows them again. */
const maxWaiting = 10_000;

/** The number of customers that one flush stores. More would block the event loop on SQLite. */
const storedAtOnce = 500;

/** The maximum length of a stored name, in characters. */
const maxName = 1_000;

/** True if both databases can store the customer. PostgreSQL refuses NUL and half a surrogate pair. */
const isStorable = ({ customerID, companyName }: KnownCustomer) =>
  isResourceID(customerID) &&
  companyName.length <= maxName &&
  companyName.isWellFormed() &&
  !companyName.includes("\0");

/** A page of the API's customers. */
type SeenPage = Pick<CustomerPage, "customers" | "asOf" | "stale">;

/** The known customers of one environment. */
export type KnownCustomers = ReturnType<typeof createKnownCustomers>;

/**
 * The customers that the API's answers have shown in the last day: their ID, name and time of creation. The API cannot
 * return a customer by its ID, but it can search its list for a name and a day. So finding a known customer takes one
 * call, on every replica and after a restart.
 *
 * Every list calls `note`, so `note` only remembers customers, and `flush` stores them. The memory has a newer and an
 * older half. When the newer half is full, the older half is dropped. Sorting the customers by their last use would cost
 * more than all other work on a row.
 */
export function createKnownCustomers(
  environment: Environment,
  {
    store: { knownCustomers: store },
    keepValues,
    kept = inMemory,
  }: {
    store: Pick<CoreServices["store"], "knownCustomers">;
    /** Stores plans and terms that no earlier answer has shown. */
    keepValues?: Parameters<typeof createContractValueMemory>[0];
    kept?: number;
  },
) {
  const seenValues = createContractValueMemory(keepValues);
  let newer = createIDMap<SeenCustomer>();
  let older: Pick<IDMap<SeenCustomer>, "get"> = newer;
  const waiting = new Map<string, SeenCustomer>();
  /** Until when a list is not noted again, in milliseconds since 1970. A repeated answer is the same list object. */
  const notedUntil = createListMemo<number>();

  function noteCustomer({ customerID, companyName, created }: Customer, seenAt: number): void {
    const key = idKey(customerID);
    const before = newer.get(key);
    const isSame = before?.companyName === companyName && before.created === created;
    if (before && (isSame ? seenAt < before.seenAt + storedAgainMs : seenAt < before.seenAt)) return;
    const seen = { customerID, companyName, created, seenAt };
    newer.set(key, seen);
    if (waiting.size < maxWaiting && isStorable(seen)) waiting.set(key, seen);
  }

  const inMemoryOf = (customerID: string) => newer.get(idKey(customerID)) ?? older.get(idKey(customerID));

  /** Stores those that have waited longest, in one statement. If the store fails, they wait on. */
  async function flush(): Promise<void> {
    const oldest = [...waiting.entries()].slice(0, storedAtOnce);
    if (oldest.length === 0) return;
    await store.record(
      environment,
      oldest.map(([, seen]) => seen),
    );
    for (const [key, seen] of oldest) if (waiting.get(key) === seen) waiting.delete(key);
  }

  return {
    /** The plans and terms that answers have shown. */
    seenValues,
    /** Remembers the customers of an answer. An earlier answer that is returned again during a pause is ignored. */
    note({ customers, asOf, stale }: SeenPage): void {
      if (stale) return;
      const seenAt = Date.parse(asOf);
      if (seenAt < (notedUntil.of(customers) ?? 0)) return;
      notedUntil.set(customers, seenAt + storedAgainMs);
      seenValues.note(customers);
      if (newer.size() >= kept) {
        older = newer;
        newer = createIDMap();
      }
      for (const customer of customers) noteCustomer(customer, seenAt);
    },
    flush,
    /** Stores all customers that wait. */
    async flushAll(): Promise<void> {
      while (waiting.size > 0) await flush();
    },
    /** The customer with this ID. Undefined if no answer has shown it in the last day. */
    async find(customerID: string): Promise<KnownCustomer | undefined> {
      return inMemoryOf(customerID) ?? (await store.find(environment, [customerID])).get(idKey(customerID));
    },
    /** Finds customers, by `idKey`. Unknown ones are left out. Reads the store at most once. */
    async findAll(customerIDs: readonly string[]): Promise<Map<string, KnownCustomer>> {
      const found = new Map<string, KnownCustomer>();
      const others: string[] = [];
      for (const customerID of customerIDs) {
        const known = inMemoryOf(customerID);
        if (known) found.set(idKey(customerID), known);
        else others.push(customerID);
      }
      for (const [key, known] of await store.find(environment, others)) found.set(key, known);
      return found;
    },
    /** Finds at most `limit` customer IDs that begin with `head` and end with `tail`, both in lower case. */
    async findShort(short: { head: string; tail?: string }, limit: number): Promise<string[]> {
      const { head, tail = "" } = short;
      const unstored = [...waiting.keys()].filter((key) => key.startsWith(head) && key.endsWith(tail));
      const stored = await store.likeID(environment, short, limit);
      return [...new Set([...stored.map(idKey), ...unstored])].slice(0, limit);
    },
  };
}
