import { type Kysely, type RawBuilder, type SqlBool, sql, type Transaction } from "kysely";
import type { Environment } from "#lib/contract/environment.ts";
import { idKey } from "#lib/contract/values/resource-ids.ts";
import type { ConsoleSchema } from "#server/bff/store/schema/schema.ts";
import { storeNow } from "#server/bff/store/store-now.ts";
import type { DatabaseDialect } from "#server/database/open-database.ts";
import { settlingMs } from "./causes.ts";
import { createErasures, inLockOrder, lockRecord } from "./erasures.ts";
import { explainingOperations } from "./explanations.ts";
import {
  type CustomerRow,
  earlierColumns,
  earlierState,
  newestColumns,
  newestState,
  type StateRow,
} from "./history-rows.ts";
import { createJSONRows } from "./json-rows.ts";
import { stateMembers } from "./known-state.ts";
import { extendsNewest, mergeSeen } from "./merge-seen.ts";
import { firstState, type HistoryState, type ReadingTimes, type SeenState } from "./timeline.ts";

/** The data with which a customer is found in the API's list. */
export interface KnownCustomer {
  customerID: string;
  companyName: string;
  /** ISO 8601 instant. Undefined if the API did not provide it. */
  created: string | undefined;
}

/** A customer as readings have shown it: its states in order of time. */
export interface SeenCustomer {
  customerID: string;
  states: readonly SeenState[];
}

/** The seen customers that were not stored. All others were. */
export interface Recorded {
  /** The keys of customers with a reading of which nobody knows the order. A later reading shows the customer again. */
  dropped: readonly string[];
  /** The keys of customers that another replica has stored meanwhile. */
  missed: readonly string[];
}

/** A changed customer of a batch. */
interface ChangedCustomer {
  key: string;
  customerID: string;
  /** The states before and after the batch, in order of time. The states before it may lack earlier ones. */
  before: readonly HistoryState[];
  after: readonly HistoryState[];
}

/** How long a customer is kept after the last answer that showed it, in milliseconds, if no states are kept. */
export const keptAfterSeenMs = 24 * 60 * 60_000;

/** The number of rows that one statement removes, so that the event loop is not blocked for long on SQLite. */
const removedAtOnce = 1_000;

/** What remains of `leftOutAt` after a reading was stored that was sent at this time and shows all members. */
const leftOutAfter = (sentAt: RawBuilder<unknown>) =>
  sql<number | null>`case when ${sentAt} >= "knownCustomers"."leftOutAt" + ${sql.lit(settlingMs)}
    then null else "knownCustomers"."leftOutAt" end`;

/** True for a state whose newest reading lacks a member that earlier ones have shown (`MemberTimes`). */
const lacksMember = sql<boolean>`coalesce(excluded."memberTimes" like '%"until"%', false)`;

/** Work that is done in the transaction that stores customers. */
export type Alongside = (transaction: Transaction<ConsoleSchema>) => Promise<void>;

/** The columns that a reading changes. */
const columns = [
  ["customerKey", "text"],
  ["customerID", "text"],
  ["companyName", "text"],
  ["created", "text"],
  ["createdAt", "bigint"],
  ["deletedSince", "bigint"],
  ["sinceSentAt", "bigint"],
  ["sinceAnsweredAt", "bigint"],
  ["sentAt", "bigint"],
  ["seenAt", "bigint"],
  ["state", "text"],
  ["memberTimes", "text"],
  ["cause", "text"],
  ["operationID", "text"],
  ["elsewhereAt", "bigint"],
] as const;

const stateColumns = [
  ["customerKey", "text"],
  ["sinceSentAt", "bigint"],
  ["sinceAnsweredAt", "bigint"],
  ["sentAt", "bigint"],
  ["answeredAt", "bigint"],
  ["state", "text"],
  ["memberTimes", "text"],
  ["cause", "text"],
  ["operationID", "text"],
] as const;

/** The customers that answers of the API have shown. Database errors are passed on unchanged. */
export function createKnownCustomerStore(db: Kysely<ConsoleSchema>, dialect: DatabaseDialect) {
  const erasures = createErasures(db, dialect);
  const { names, from } = createJSONRows(dialect, columns);
  const states = createJSONRows(dialect, stateColumns);

  type Row = Pick<CustomerRow, (typeof columns)[number][0]>;

  const insertion = (environment: Environment, rows: readonly Row[]) => sql`
    insert into "knownCustomers" ("environment", "storedAt", ${sql.join(names)})
    select cast(${environment} as text), ${storeNow(dialect)}, ${sql.join(names)}
    from (${from(rows)}) as "seen" where true on conflict ("environment", "customerKey")`;

  /** Inserts customers. Returns the keys of those that another replica has inserted. */
  async function insert(
    transaction: Transaction<ConsoleSchema>,
    environment: Environment,
    rows: readonly Row[],
  ): Promise<string[]> {
    if (rows.length === 0) return [];
    const inserted = await sql<{ customerKey: string }>`
      ${insertion(environment, rows)} do nothing returning "customerKey"`.execute(transaction);
    if (inserted.rows.length === rows.length) return [];
    const stored = new Set(inserted.rows.map(({ customerKey }) => customerKey));
    return rows.map(({ customerKey }) => customerKey).filter((key) => !stored.has(key));
  }

  /** Replaces the rows of customers. An update that joins the rows would read all customers for each of them. */
  async function replace(
    transaction: Transaction<ConsoleSchema>,
    environment: Environment,
    rows: readonly Row[],
  ): Promise<void> {
    if (rows.length === 0) return;
    const values = [sql.ref("storedAt"), ...names.slice(1)].map((name) => sql`${name} = excluded.${name}`);
    const leftOut = sql`case when ${lacksMember} then "knownCustomers"."leftOutAt"
      else ${leftOutAfter(sql.ref("excluded.sentAt"))} end`;
    await sql`${insertion(environment, rows)}
      do update set "missingAt" = null, "leftOutAt" = ${leftOut}, ${sql.join(values)}`.execute(transaction);
  }

  /** Notes that readings of these customers were left out, so that the customers are read again soon. */
  async function noteLeftOut(
    transaction: Transaction<ConsoleSchema>,
    environment: Environment,
    keys: readonly string[],
    leftOutAt: number,
  ): Promise<void> {
    if (keys.length === 0) return;
    await transaction
      .updateTable("knownCustomers")
      .set({ leftOutAt })
      .where("environment", "=", environment)
      .where("customerKey", "in", [...keys])
      .execute();
  }

  /** Extends the newest states of customers that one answer has shown again, each with the same state as before. */
  async function extend(
    transaction: Transaction<ConsoleSchema>,
    environment: Environment,
    keys: readonly string[],
    { sentAt, answeredAt }: ReadingTimes,
  ): Promise<void> {
    await transaction
      .updateTable("knownCustomers")
      .set({ sentAt, seenAt: answeredAt, missingAt: null, storedAt: storeNow(dialect) })
      .set({ leftOutAt: leftOutAfter(sql.val(sentAt)) })
      .where("environment", "=", environment)
      .where(
        dialect === "sqlite"
          ? sql<SqlBool>`"customerKey" in (select "value" from json_each(${JSON.stringify(keys)}))`
          : sql<SqlBool>`"customerKey" = any(${keys}::text[])`,
      )
      .execute();
  }

  /** The rows of earlier states, by customer, in order of time. */
  async function earlierRows(
    connection: Kysely<ConsoleSchema>,
    environment: Environment,
    keys: readonly string[],
  ): Promise<Map<string, StateRow[]>> {
    if (keys.length === 0) return new Map();
    const rows = await connection
      .selectFrom("knownStates")
      .selectAll()
      .where("environment", "=", environment)
      .where("customerKey", "in", [...keys])
      .orderBy("customerKey")
      .orderBy("sinceAnsweredAt")
      .orderBy("sinceSentAt")
      .execute();
    return Map.groupBy(rows, ({ customerKey }) => customerKey);
  }

  async function storedRows(
    transaction: Transaction<ConsoleSchema>,
    environment: Environment,
    keys: readonly string[],
  ): Promise<Map<string, CustomerRow>> {
    if (keys.length === 0) return new Map();
    const query = transaction
      .selectFrom("knownCustomers")
      .selectAll()
      .where("environment", "=", environment)
      .where("customerKey", "in", [...keys])
      // All replicas lock the rows in the same order.
      .orderBy("customerKey");
    const rows = await (dialect === "postgres" ? query.forUpdate() : query).execute();
    return new Map(rows.map((row) => [row.customerKey, row]));
  }

  /** Removes earlier states that are no longer in the histories, and adds new ones. */
  async function storeEarlier(
    transaction: Transaction<ConsoleSchema>,
    environment: Environment,
    customers: readonly ChangedCustomer[],
  ): Promise<void> {
    const added: object[] = [];
    for (const { key: customerKey, before, after } of customers) {
      const [were, are] = [before.slice(0, -1), after.slice(0, -1)];
      for (const row of were) {
        // Only a reading that is stored late changes earlier states.
        if (are.includes(row)) continue;
        await transaction
          .deleteFrom("knownStates")
          .where("environment", "=", environment)
          .where("customerKey", "=", customerKey)
          .where("sinceAnsweredAt", "=", row.since.answeredAt)
          .where("sinceSentAt", "=", row.since.sentAt)
          .execute();
      }
      for (const row of are) if (!were.includes(row)) added.push({ customerKey, ...earlierColumns(row) });
    }
    if (added.length === 0) return;
    await sql`
      insert into "knownStates" ("environment", ${sql.join(states.names)})
      select cast(${environment} as text), ${sql.join(states.names)}
      from (${states.from(added)}) as "seen"`.execute(transaction);
  }

  /** Merges seen customers with their stored states. Those that need operations or earlier states are read together. */
  async function mergeAll(
    transaction: Transaction<ConsoleSchema>,
    environment: Environment,
    {
      seen,
      stored,
      since,
      firstMs,
    }: {
      seen: ReadonlyMap<string, SeenCustomer>;
      stored: ReadonlyMap<string, CustomerRow>;
      /** When the record began, and when the first reading of these was sent, in milliseconds since 1970. */
      since: number;
      firstMs: number;
    },
  ): Promise<{ changed: ChangedCustomer[]; dropped: string[] }> {
    const changed: ChangedCustomer[] = [];
    const dropped: string[] = [];
    const complex: { key: string; seen: SeenCustomer; newest: HistoryState | undefined }[] = [];
    for (const [key, customer] of seen) {
      const row = stored.get(key);
      const newest = row && newestState(row);
      const { customerID, states } = customer;
      const [first, ...others] = states;
      if (newest ? extendsNewest(newest, states) : first && others.length === 0 && !isCreatedAfter(first, since)) {
        const start = newest ? [newest] : [{ ...firstState(first as SeenState), cause: "first" as const }];
        const { history } = newest
          ? mergeSeen(start, states, { operations: [], recordedSince: since })
          : { history: start };
        if (history !== start || !newest)
          changed.push({ key, customerID, before: newest ? start : [], after: history });
      } else complex.push({ key, seen: customer, newest });
    }
    const earlier = await earlierRows(
      transaction,
      environment,
      complex.filter(({ newest }) => newest).map(({ key }) => key),
    );
    const explained = complex.map(({ seen: { customerID, states }, newest }) => ({
      customerID,
      companyName: states[0]?.state.companyName ?? "",
      isNew: newest === undefined,
    }));
    const operations = await explainingOperations(transaction, environment, explained, firstMs);
    for (const { key, seen: customer, newest } of complex) {
      const before = newest ? [...(earlier.get(key) ?? []).map(earlierState), newest] : [];
      const facts = { operations: operations.get(key) ?? [], recordedSince: since };
      const { history, isDropped } = mergeSeen(before, customer.states, facts);
      if (isDropped) dropped.push(key);
      if (history !== before && history.length > 0) {
        changed.push({ key, customerID: customer.customerID, before, after: history });
      }
    }
    return { changed, dropped };
  }

  /** True if the customer has only one state, and only the end of its interval has changed. */
  const isOnlyExtended = ({ before, after }: ChangedCustomer): boolean => {
    const [was, is] = [before[0], after[0]];
    return (
      was !== undefined &&
      is !== undefined &&
      before.length === 1 &&
      after.length === 1 &&
      was.since === is.since &&
      Object.keys(was.memberTimes).length + Object.keys(is.memberTimes).length === 0 &&
      stateMembers.every((member) => was.state[member] === is.state[member])
    );
  };

  const isCreatedAfter = ({ state: { created } }: SeenState, ms: number) =>
    created !== undefined && Date.parse(created) > ms;

  function rowOf(
    { key: customerKey, customerID, before, after }: ChangedCustomer,
    stored: CustomerRow | undefined,
  ): Row {
    const newest = after.at(-1) as HistoryState;
    const elsewhere =
      after.findLast((row) => row.cause === "elsewhere" && !before.includes(row))?.since.answeredAt ?? null;
    const elsewhereAt = Math.max(elsewhere ?? 0, stored?.elsewhereAt ?? 0) || null;
    return { customerKey, customerID, ...newestColumns(newest), elsewhereAt };
  }

  /** Removes rows in portions, so that no statement takes long. */
  async function removeAll(removeSome: () => Promise<number>): Promise<number> {
    for (let removed = 0; ; ) {
      const some = await removeSome();
      removed += some;
      if (some < removedAtOnce) return removed;
    }
  }

  const removeStatesBefore = (beforeMs: number) =>
    removeAll(async () => {
      const old = db
        .selectFrom("knownStates")
        .select(["environment", "customerKey", "sinceAnsweredAt", "sinceSentAt"])
        .where("answeredAt", "<=", beforeMs)
        .orderBy("answeredAt")
        .limit(removedAtOnce);
      const { numDeletedRows } = await db
        .deleteFrom("knownStates")
        .where(sql<boolean>`("environment", "customerKey", "sinceAnsweredAt", "sinceSentAt") in ${old}`)
        .executeTakeFirstOrThrow();
      return Number(numDeletedRows);
    });

  const customersToRemove = db.selectFrom("knownCustomers").select(["environment", "customerKey"]).limit(removedAtOnce);

  const removeCustomers = (choose: (rows: typeof customersToRemove) => typeof customersToRemove) =>
    removeAll(async () => {
      const { numDeletedRows } = await db
        .deleteFrom("knownCustomers")
        .where(sql<boolean>`("environment", "customerKey") in ${choose(customersToRemove)}`)
        .executeTakeFirstOrThrow();
      return Number(numDeletedRows);
    });

  return {
    /**
     * Stores seen customers of one environment, and does `alongside` in the same transaction. A state that is seen again
     * extends its interval; another one is added to the customer's history, in order of time.
     */
    record: (environment: Environment, customers: readonly SeenCustomer[], alongside?: Alongside): Promise<Recorded> =>
      db.transaction().execute(async (transaction) => {
        const byKey = new Map(customers.map((customer) => [idKey(customer.customerID), customer]));
        const keys = inLockOrder(byKey);
        const seen = new Map(keys.map((key) => [key, byKey.get(key) as SeenCustomer]));
        const sentAt = customers.flatMap(({ states }) => states[0]?.since.sentAt ?? []);
        if (sentAt.length === 0) {
          await alongside?.(transaction);
          return { dropped: [], missed: [] };
        }
        const firstMs = Math.min(...sentAt);
        const answeredAt = customers.flatMap(({ states }) => states.at(-1)?.until.answeredAt ?? []);
        const start = await lockRecord(transaction, dialect, environment, { nowMs: firstMs, lock: "share" });
        const stored = await storedRows(transaction, environment, keys);
        const unknown = keys.filter((key) => !stored.has(key));
        for (const key of await erasures.among(transaction, environment, unknown, start)) seen.delete(key);
        const { changed, dropped } = await mergeAll(transaction, environment, {
          seen,
          stored,
          since: start.since,
          firstMs,
        });
        const isStored = ({ key }: ChangedCustomer) => stored.has(key);
        const rows = (of: readonly ChangedCustomer[]) => of.map((one) => rowOf(one, stored.get(one.key)));
        const before = changed.filter(isStored);
        const extended = Map.groupBy(before.filter(isOnlyExtended), ({ after }) => after[0]?.until as ReadingTimes);
        for (const [until, extendedByIt] of extended) {
          await extend(
            transaction,
            environment,
            extendedByIt.map(({ key }) => key),
            until,
          );
        }
        await replace(transaction, environment, rows(before.filter((one) => !isOnlyExtended(one))));
        const missed = await insert(transaction, environment, rows(changed.filter((one) => !isStored(one))));
        const unstored = new Set(missed);
        await storeEarlier(
          transaction,
          environment,
          changed.filter(({ key }) => !unstored.has(key)),
        );
        await noteLeftOut(transaction, environment, dropped, Math.max(...answeredAt));
        await alongside?.(transaction);
        return { dropped, missed };
      }),
    /** Removes everything that is known of a customer, and keeps it out of the record from now on. */
    erase: erasures.erase,
    /** When a customer was erased. Null: it was not. */
    erasedAt: erasures.erasedAt,
    /** Stores only ID, name, creation and times of customers. An earlier answer does not replace a later one. */
    recordNames: (environment: Environment, customers: readonly SeenCustomer[]): Promise<void> =>
      db.transaction().execute(async (transaction) => {
        const byKey = new Map(customers.map((customer) => [idKey(customer.customerID), customer]));
        const keys = inLockOrder(byKey);
        const stored = await storedRows(transaction, environment, keys);
        const rows = keys.flatMap((customerKey) => {
          const { customerID, states } = byKey.get(customerKey) as SeenCustomer;
          const newest = states.at(-1);
          if (!newest || newest.until.answeredAt <= (stored.get(customerKey)?.seenAt ?? 0)) return [];
          const nothing = { state: null, memberTimes: null, cause: null, operationID: null, elsewhereAt: null };
          return { customerKey, customerID, ...newestColumns(firstState(newest)), ...nothing };
        });
        await replace(
          transaction,
          environment,
          rows.filter(({ customerKey }) => stored.has(customerKey)),
        );
        await insert(
          transaction,
          environment,
          rows.filter(({ customerKey }) => !stored.has(customerKey)),
        );
      }),
    /** The states of a customer in order of time, the newest last. Empty if no answer has shown it. */
    async history(environment: Environment, customerID: string): Promise<HistoryState[]> {
      const key = idKey(customerID);
      const newest = await db
        .selectFrom("knownCustomers")
        .selectAll()
        .where("environment", "=", environment)
        .where("customerKey", "=", key)
        .executeTakeFirst();
      const state = newest && newestState(newest);
      if (!state) return [];
      const earlier = await earlierRows(db, environment, [key]);
      return [...(earlier.get(key) ?? []).map(earlierState), state];
    },
    /** Finds customers, by `idKey`. Unknown ones are left out. */
    async find(environment: Environment, customerIDs: readonly string[]): Promise<Map<string, KnownCustomer>> {
      const found = new Map<string, KnownCustomer>();
      if (customerIDs.length === 0) return found;
      const rows = await db
        .selectFrom("knownCustomers")
        .select(["customerKey", "customerID", "companyName", "created"])
        .where("environment", "=", environment)
        .where("customerKey", "in", customerIDs.map(idKey))
        .execute();
      for (const { customerKey, created, ...row } of rows)
        found.set(customerKey, { ...row, created: created ?? undefined });
      return found;
    },
    /**
     * Finds at most `limit` IDs that begin with `head` and end with `tail`. Both are in lower case and part of a UUID.
     */
    async likeID(
      environment: Environment,
      { head, tail = "" }: { head: string; tail?: string },
      limit: number,
    ): Promise<string[]> {
      const rows = await db
        .selectFrom("knownCustomers")
        .select("customerID")
        .where("environment", "=", environment)
        // A range uses the index of the primary key. `g` sorts after every hexadecimal digit.
        .where("customerKey", ">=", head)
        .where("customerKey", "<", `${head}g`)
        .where("customerKey", "like", `${head}%${tail}`)
        .orderBy("customerKey")
        .limit(limit)
        .execute();
      return rows.map(({ customerID }) => customerID);
    },
    /**
     * Removes earlier states that were last seen before `beforeMs`, and customers that were deleted or missing in the
     * API's list before then. Returns the number of removed rows.
     */
    removeEnded: async (beforeMs: number): Promise<number> =>
      (await removeStatesBefore(beforeMs)) +
      (await removeCustomers((rows) => rows.where("missingAt", "<=", beforeMs))) +
      (await removeCustomers((rows) => rows.where("deletedSince", "<=", beforeMs))),
    /** Removes all states, and customers that no answer has shown for `keptAfterSeenMs`. */
    async removeStates(nowMs: number): Promise<number> {
      const states = await removeStatesBefore(Number.MAX_SAFE_INTEGER);
      const old = await removeCustomers((rows) =>
        rows.where("seenAt", "<=", nowMs - keptAfterSeenMs).orderBy("seenAt"),
      );
      const nothing = { state: null, memberTimes: null, cause: null, operationID: null, elsewhereAt: null };
      await db.updateTable("knownCustomers").set(nothing).where("state", "is not", null).execute();
      return states + old;
    },
  };
}
