import type { Customer } from "#lib/contract/customers/customer.ts";
import type { Environment } from "#lib/contract/environment.ts";
import { idKey, isResourceID } from "#lib/contract/values/resource-ids.ts";
import type { Reading } from "#server/api-client/call-context.ts";
import type { CoreServices } from "#server/bff/core/core-services.ts";
import { createListMemo } from "#server/bff/core/list-memo.ts";
import type { Alongside, KnownCustomer, Recorded, SeenCustomer } from "#server/bff/store/known/known-customers.ts";
import { hasState, type KnownState, stateOf } from "#server/bff/store/known/known-state.ts";
import type { ReadingTimes, SeenState } from "#server/bff/store/known/timeline.ts";
import { createContractValueMemory } from "./contract-value-memory.ts";
import { createIDMap } from "./id-map.ts";

/**
 * The number of customers whose last state is remembered. These customers use 7 MB. Above this number, all customers
 * are forgotten.
 */
const inMemory = 20_000;

/** How long a stored customer is not stored again unless it changes, in milliseconds. */
const storedAgainMs = 10 * 60_000;

/**
 * The maximum number of customers that wait to be stored. Further customers are stored when an API answer shows them
 * again.
 */
const maxWaiting = 10_000;

/** The number of customers that one flush stores. On SQLite, more would block the event loop. */
const storedAtOnce = 200;

/** The maximum length of a stored name, in characters. */
const maxName = 1_000;

/** True if both databases can store the customer. PostgreSQL rejects NUL characters and unpaired surrogates. */
const isStorable = (customerID: string, { companyName }: KnownState) =>
  isResourceID(customerID) &&
  companyName.length <= maxName &&
  companyName.isWellFormed() &&
  !companyName.includes("\0");

/** The newest state of a customer that this process has seen. */
interface Newest {
  state: KnownState;
  /** When the API's answer was complete, milliseconds since 1970. */
  seenAt: number;
}

/** The known customers of one environment. */
export type KnownCustomers = ReturnType<typeof createKnownCustomers>;

/**
 * The customers in the API's answers. The API cannot return a customer by its ID, but it can search its list for a name
 * and a day. With the stored name and day, one call finds a known customer, on every replica and after a restart.
 *
 * `note` runs for every list. So it only compares customers with their last state, and `flush` stores the waiting
 * customers. All searches read the store, so that all replicas know the same customers.
 */
export function createKnownCustomers(
  environment: Environment,
  {
    store: { knownCustomers: store },
    keepValues,
    keepsStates = true,
    retentionMs = Number.POSITIVE_INFINITY,
    kept = inMemory,
  }: {
    store: Pick<CoreServices["store"], "knownCustomers">;
    /** Stores plans and terms that no earlier API answer included. */
    keepValues?: Parameters<typeof createContractValueMemory>[0];
    /** False: only the ID, the name and the times are stored (`KNOWN_CUSTOMERS=off`). */
    keepsStates?: boolean;
    /** How long a deleted customer remains stored, in milliseconds. */
    retentionMs?: number;
    kept?: number;
  },
) {
  const seenValues = createContractValueMemory(keepValues);
  /** The last state of each customer, so that an unchanged state is not stored again. */
  let newest = createIDMap<Newest>();
  const waiting = new Map<string, SeenCustomer>();
  /** Until when a list is not noted again, in milliseconds since 1970. A repeated answer has the same list object. */
  const notedUntil = createListMemo<number>();

  function noteCustomer(customer: Customer, times: ReadingTimes): void {
    const { customerID } = customer;
    const before = newest.get(customerID);
    const isSame = before !== undefined && hasState(before.state, customer);
    if (before && isSame && times.answeredAt < before.seenAt + storedAgainMs) return;
    const key = idKey(customerID);
    if (waiting.size >= maxWaiting && !waiting.has(key)) return;
    const state = isSame ? before.state : stateOf(customer);
    wait(key, customerID, { state, since: times, until: times });
    if (before && times.answeredAt < before.seenAt) return;
    newest.set(customerID, { state, seenAt: times.answeredAt });
  }

  const isExpired = ({ deletedAt }: KnownState, { answeredAt }: ReadingTimes) =>
    deletedAt !== undefined && Date.parse(deletedAt) <= answeredAt - retentionMs;

  /** Adds a state to the states that wait to be stored. */
  function wait(key: string, customerID: string, seen: SeenState): void {
    if (!isStorable(customerID, seen.state) || isExpired(seen.state, seen.until)) return;
    const states = waiting.get(key)?.states ?? [];
    const last = states.at(-1);
    const isSame = last?.state === seen.state && last.until.answeredAt <= seen.until.answeredAt;
    const next = isSame ? [...states.slice(0, -1), { ...last, until: seen.until }] : [...states, seen];
    // A new object is necessary: a running flush compares objects, so it keeps this state waiting.
    waiting.set(key, { customerID, states: next });
  }

  /** A customer that waits to be stored. Undefined if it does not wait. */
  function waitingCustomer(customerID: string): KnownCustomer | undefined {
    const seen = waiting.get(idKey(customerID));
    if (!seen) return undefined;
    // Sorts by time, because the API's answers may arrive in another order than their requests were sent.
    const [last] = seen.states.toSorted((a, b) => b.until.answeredAt - a.until.answeredAt);
    return last && { customerID: seen.customerID, companyName: last.state.companyName, created: last.state.created };
  }

  /** Ensures that the next reading of the customers with these keys is stored, even if it equals their last reading. */
  function forget(seen: readonly SeenCustomer[], keys: readonly string[]): void {
    if (keys.length === 0) return;
    for (const { customerID } of seen) {
      const reading = keys.includes(idKey(customerID)) ? newest.get(customerID) : undefined;
      if (reading) newest.set(customerID, { ...reading, seenAt: 0 });
    }
  }

  async function record(customers: readonly SeenCustomer[], alongside?: Alongside): Promise<Recorded> {
    if (keepsStates) return store.record(environment, customers, alongside);
    await store.recordNames(environment, customers);
    return { dropped: [], missed: [] };
  }

  /** Stores the customers that have waited longest. If the store fails, they continue to wait. */
  async function flush(): Promise<number> {
    const oldest: [string, SeenCustomer][] = [];
    for (const entry of waiting) if (oldest.push(entry) === storedAtOnce) break;
    if (oldest.length === 0) return 0;
    const seenCustomers = oldest.map(([, seen]) => seen);
    const { dropped, missed } = await record(seenCustomers);
    const again = new Set(missed);
    for (const [key, seen] of oldest) {
      const now = waiting.get(key);
      if (again.has(key) || !now) continue;
      const states = now.states.filter((state) => !seen.states.includes(state));
      if (states.length === 0) waiting.delete(key);
      else waiting.set(key, { ...now, states });
    }
    forget(seenCustomers, dropped);
    return oldest.length;
  }

  return {
    /** The plans and terms that API answers have contained. */
    seenValues,
    /** Remembers the customers of a new API answer. */
    note(customers: readonly Customer[], { sentMs, atMs }: Reading): void {
      // While too many customers wait, a list is ignored without any work. Its customers are stored when a later API
      // answer shows them.
      if (waiting.size >= maxWaiting) return;
      if (atMs < (notedUntil.of(customers) ?? 0)) return;
      notedUntil.set(customers, atMs + storedAgainMs);
      seenValues.note(customers);
      if (newest.size() >= kept) newest = createIDMap();
      const times = { sentAt: sentMs, answeredAt: atMs };
      for (const customer of customers) noteCustomer(customer, times);
    },
    flush,
    /** Stores all waiting customers. */
    async flushAll(): Promise<void> {
      while ((await flush()) > 0) {
        // Repeats, because a customer that another replica inserts at the same time waits for the next flush.
      }
    },
    /** Stores the customers of a page immediately. `alongside` runs in the same transaction. */
    async storePage(customers: readonly Customer[], { sentMs, atMs }: Reading, alongside?: Alongside): Promise<void> {
      const times = { sentAt: sentMs, answeredAt: atMs };
      const seen = customers.map((customer) => ({
        customerID: customer.customerID,
        states: [{ state: stateOf(customer), since: times, until: times }],
      }));
      const { dropped, missed } = await record(
        seen.filter(
          ({ customerID, states: [first] }) =>
            first && isStorable(customerID, first.state) && !isExpired(first.state, times),
        ),
        alongside,
      );
      for (const { customerID, states } of seen) {
        const key = idKey(customerID);
        if (missed.includes(key)) continue;
        // The client has already noted this answer, so these customers were waiting. They are stored now.
        if (waiting.get(key)?.states.every(({ since }) => since.answeredAt === atMs)) waiting.delete(key);
        else if (states[0] && !waiting.has(key)) newest.set(customerID, { state: states[0].state, seenAt: atMs });
      }
      forget(seen, dropped);
    },
    /** The customer with this ID. Undefined if the customer is not known. */
    async find(customerID: string): Promise<KnownCustomer | undefined> {
      return waitingCustomer(customerID) ?? (await store.find(environment, [customerID])).get(idKey(customerID));
    },
    /**
     * Finds customers. The keys of the result come from `idKey`. Unknown customers are not included. Reads the store at
     * most once.
     */
    async findAll(customerIDs: readonly string[]): Promise<Map<string, KnownCustomer>> {
      const found = new Map<string, KnownCustomer>();
      const others: string[] = [];
      for (const customerID of customerIDs) {
        const known = waitingCustomer(customerID);
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
    /** Removes a customer from the customers that wait to be stored, because this customer is being erased. */
    erase(customerID: string): void {
      waiting.delete(idKey(customerID));
    },
  };
}
