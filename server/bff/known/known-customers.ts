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
import { createIDMap, type IDMap } from "./id-map.ts";

/** The number of customers with which a half of the memory is full. Two full halves take 15 MB. */
const inMemory = 20_000;

/** After a customer was stored, it is not stored again for this time unless it changes. In milliseconds. */
const storedAgainMs = 10 * 60_000;

/** The maximum number of customers that wait for the store. Further ones are stored when an answer shows them again. */
const maxWaiting = 10_000;

/** The number of customers that one flush stores. More would block the event loop on SQLite. */
const storedAtOnce = 200;

/** The maximum length of a stored name, in characters. */
const maxName = 1_000;

/** True if both databases can store the customer. PostgreSQL refuses NUL and half a surrogate pair. */
const isStorable = (customerID: string, { companyName }: KnownState) =>
  isResourceID(customerID) &&
  companyName.length <= maxName &&
  companyName.isWellFormed() &&
  !companyName.includes("\0");

/** The newest reading of a customer in this process. */
interface Newest {
  customerID: string;
  state: KnownState;
  /** When the answer was complete, milliseconds since 1970. */
  seenAt: number;
}

/** The known customers of one environment. */
export type KnownCustomers = ReturnType<typeof createKnownCustomers>;

/**
 * The customers that the API's answers have shown. The API cannot return a customer by its ID, but it can search its
 * list for a name and a day. So finding a known customer takes one call, on every replica and after a restart.
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
    keepsStates = true,
    retentionMs = Number.POSITIVE_INFINITY,
    kept = inMemory,
  }: {
    store: Pick<CoreServices["store"], "knownCustomers">;
    /** Stores plans and terms that no earlier answer has shown. */
    keepValues?: Parameters<typeof createContractValueMemory>[0];
    /** False: only ID, name, creation and times are stored (`KNOWN_CUSTOMERS=off`). */
    keepsStates?: boolean;
    /** How long after its deletion a customer is kept, in milliseconds. */
    retentionMs?: number;
    kept?: number;
  },
) {
  const seenValues = createContractValueMemory(keepValues);
  /** An erased customer is undefined. */
  let newer = createIDMap<Newest | undefined>();
  let older: IDMap<Newest | undefined> = newer;
  const waiting = new Map<string, SeenCustomer>();
  /** Until when a list is not noted again, in milliseconds since 1970. A repeated answer is the same list object. */
  const notedUntil = createListMemo<number>();

  function noteCustomer(customer: Customer, times: ReadingTimes): void {
    const { customerID } = customer;
    const key = idKey(customerID);
    const before = newer.get(key);
    const isSame = before !== undefined && hasState(before.state, customer);
    if (before && isSame && times.answeredAt < before.seenAt + storedAgainMs) return;
    // A customer for which there is no room costs nothing. The next answer that shows it stores it.
    if (waiting.size >= maxWaiting && !waiting.has(key)) return;
    const state = isSame ? before.state : stateOf(customer);
    wait(key, customerID, { state, since: times, until: times });
    if (before && times.answeredAt < before.seenAt) return;
    newer.set(key, { customerID, state, seenAt: times.answeredAt });
  }

  const isExpired = ({ deletedAt }: KnownState, { answeredAt }: ReadingTimes) =>
    deletedAt !== undefined && Date.parse(deletedAt) <= answeredAt - retentionMs;

  /** Adds a state to those that wait for the store. */
  function wait(key: string, customerID: string, seen: SeenState): void {
    if (!isStorable(customerID, seen.state) || isExpired(seen.state, seen.until)) return;
    const states = waiting.get(key)?.states ?? [];
    const last = states.at(-1);
    const isSame = last?.state === seen.state && last.until.answeredAt <= seen.until.answeredAt;
    const next = isSame ? [...states.slice(0, -1), { ...last, until: seen.until }] : [...states, seen];
    // A new object, so that a running flush knows that it has not stored this state.
    waiting.set(key, { customerID, states: next });
  }

  const inMemoryOf = (customerID: string): KnownCustomer | undefined => {
    const newest = newer.get(idKey(customerID)) ?? older.get(idKey(customerID));
    return (
      newest && { customerID: newest.customerID, companyName: newest.state.companyName, created: newest.state.created }
    );
  };

  /** The next reading of these customers is stored, even if it shows the same as the last one. */
  function forget(keys: readonly string[]): void {
    for (const key of keys) {
      const newest = newer.get(key);
      if (newest) newer.set(key, { ...newest, seenAt: 0 });
    }
  }

  async function record(customers: readonly SeenCustomer[], alongside?: Alongside): Promise<Recorded> {
    if (keepsStates) return store.record(environment, customers, alongside);
    await store.recordNames(environment, customers);
    return { dropped: [], missed: [] };
  }

  /** Stores those that have waited longest. If the store fails, they wait on. */
  async function flush(): Promise<number> {
    const oldest = [...waiting.entries()].slice(0, storedAtOnce);
    if (oldest.length === 0) return 0;
    const { dropped, missed } = await record(oldest.map(([, seen]) => seen));
    const again = new Set(missed);
    for (const [key, seen] of oldest) {
      const now = waiting.get(key);
      if (again.has(key) || !now) continue;
      const states = now.states.filter((state) => !seen.states.includes(state));
      if (states.length === 0) waiting.delete(key);
      else waiting.set(key, { ...now, states });
    }
    forget(dropped);
    return oldest.length;
  }

  return {
    /** The plans and terms that answers have shown. */
    seenValues,
    /** Remembers the customers of a new answer. */
    note(customers: readonly Customer[], { sentMs, atMs }: Reading): void {
      if (atMs < (notedUntil.of(customers) ?? 0)) return;
      notedUntil.set(customers, atMs + storedAgainMs);
      seenValues.note(customers);
      if (newer.size() >= kept) {
        older = newer;
        newer = createIDMap();
      }
      const times = { sentAt: sentMs, answeredAt: atMs };
      for (const customer of customers) noteCustomer(customer, times);
    },
    flush,
    /** Stores all customers that wait. */
    async flushAll(): Promise<void> {
      while ((await flush()) > 0) {
        // Customers that another replica has inserted meanwhile are stored by the next flush.
      }
    },
    /** Stores the customers of a page at once, with `alongside` in the same transaction. */
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
        // The same reading was noted when the client returned it.
        if (waiting.get(key)?.states.every(({ since }) => since.answeredAt === atMs)) waiting.delete(key);
        else if (states[0] && !waiting.has(key)) newer.set(key, { customerID, state: states[0].state, seenAt: atMs });
      }
      forget(dropped);
    },
    /** The customer with this ID. Undefined if it is not known. */
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
    /** Forgets a customer that was erased from the store. */
    erase(customerID: string): void {
      const key = idKey(customerID);
      waiting.delete(key);
      newer.set(key, undefined);
      older.set(key, undefined);
    },
  };
}
