import type { Customer } from "#lib/contract/customers/customer.ts";
import type { Environment } from "#lib/contract/environment.ts";
import { idKey } from "#lib/contract/values/resource-ids.ts";
import type { CustomerPage } from "#server/api-client/endpoints/list-customers.ts";
import type { CoreServices } from "#server/bff/core/core-services.ts";
import { createListMemo } from "#server/bff/core/list-memo.ts";
import type { KnownCustomer, SeenCustomer } from "#server/bff/store/known/known-customers.ts";
import { createContractValueMemory } from "./contract-value-memory.ts";
import { createIDMap, type IDMap } from "./id-map.ts";

/** The minimum number of recent customers in memory. At most twice as many are: 5 to 10 MB. */
const inMemory = 20_000;

/** How long an unchanged customer is not stored again, in milliseconds. */
const storedAgainMs = 10 * 60_000;

/** The maximum number of customers that wait for the store. Further ones are stored when an answer shows them again. */
const maxWaiting = 10_000;

/** The number of customers in one statement. */
const storedAtOnce = 500;

/** A page of the API's customers. */
type SeenPage = Pick<CustomerPage, "customers" | "asOf" | "stale">;

/** The known customers of one environment. */
export type KnownCustomers = ReturnType<typeof createKnownCustomers>;

/**
 * The customers that the API's answers have shown in the last day: their ID, name and time of creation. The API cannot
 * return a customer by its ID. Its list can be asked with a name and a day, so a known customer costs one call, on every
 * replica and after a restart.
 *
 * `note` is on the path of every list, so it only remembers customers, and `flush` stores them. The memory has a newer
 * and an older half. When the newer half is full, the older one is dropped. An exact order by last use would cost more
 * than all other work on a row.
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
  let waiting = new Map<string, SeenCustomer>();
  /** Until when a list needs no further look: a repeated answer is the same list. Milliseconds since 1970. */
  const notedUntil = createListMemo<number>();

  function noteCustomer({ customerID, companyName, created }: Customer, seenAt: number): void {
    const key = idKey(customerID);
    const before = newer.get(key);
    const isSame = before?.companyName === companyName && before.created === created;
    if (before && (isSame ? seenAt < before.seenAt + storedAgainMs : seenAt < before.seenAt)) return;
    const seen = { customerID, companyName, created, seenAt };
    newer.set(key, seen);
    if (waiting.size < maxWaiting) waiting.set(key, seen);
  }

  const inMemoryOf = (customerID: string) => newer.get(idKey(customerID)) ?? older.get(idKey(customerID));

  /** Stores the customers that wait. If the store fails, they wait again. */
  async function flush(): Promise<void> {
    const all = [...waiting.values()];
    const unstored = waiting;
    waiting = new Map();
    try {
      for (let at = 0; at < all.length; at += storedAtOnce) {
        await store.record(environment, all.slice(at, at + storedAtOnce));
      }
    } catch (error) {
      waiting = new Map([...unstored, ...waiting]);
      throw error;
    }
  }

  return {
    /** The plans and terms that answers have shown. */
    seenValues,
    /** Remembers the customers of an answer, unless it is an earlier one, returned again during a pause. */
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
    /** The customer with this ID. Undefined if no answer has shown it in the last day. */
    async find(customerID: string): Promise<KnownCustomer | undefined> {
      return inMemoryOf(customerID) ?? (await store.find(environment, [customerID])).get(idKey(customerID));
    },
    /** The known ones of several customers, by `idKey`. Reads the store at most once. */
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
    /** The customer IDs that begin and end so, in lower case, at most `limit`. */
    async findShort(short: { head: string; tail?: string }, limit: number): Promise<string[]> {
      await flush();
      return store.likeID(environment, short, limit);
    },
  };
}
