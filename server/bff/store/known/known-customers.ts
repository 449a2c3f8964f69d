import { type Kysely, type RawBuilder, type SqlBool, sql, type Transaction } from "kysely";
import type { Environment } from "#lib/contract/environment.ts";
import { idKey } from "#lib/contract/values/resource-ids.ts";
import type { ConsoleSchema } from "#server/bff/store/schema/schema.ts";
import { storeNow } from "#server/bff/store/store-now.ts";
import type { DatabaseDialect } from "#server/database/open-database.ts";
import { settlingMs } from "./causes.ts";
import { createErasures, findRecord, inLockOrder, lockRecord } from "./erasures.ts";
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

/** The data that is needed to find a customer in the API's list. */
export interface KnownCustomer {
  customerID: string;
  companyName: string;
  /** ISO 8601 instant. Undefined if the API did not provide it. */
  created: string | undefined;
}

/** A customer with its states, as observed in answers of the API, in order of time. */
export interface SeenCustomer {
  customerID: string;
  states: readonly SeenState[];
}

/** The keys of customers that were not stored. */
export interface Recorded {
  /**
   * Customers with a reading that was left out, because the reading may show an older state. A later API answer will
   * show these customers again.
   */
  dropped: readonly string[];
  /** Customers that another replica has stored in the meantime. */
  missed: readonly string[];
}

/** A customer of the batch whose history has changed. */
interface ChangedCustomer {
  key: string;
  customerID: string;
  /** The states before and after the batch, in order of time. `before` may contain only the newest state. */
  before: readonly HistoryState[];
  after: readonly HistoryState[];
}

/** How long a customer without stored states is kept after the last API answer that showed it, in milliseconds. */
export const keptAfterSeenMs = 24 * 60 * 60_000;

/** The maximum number of rows that one statement removes. SQLite blocks the event loop while a statement runs. */
const removedAtOnce = 1_000;

/**
 * The value of `leftOutAt` after storing a reading that shows all members. `sentAt` is the time at which the reading
 * was requested. The value becomes null if that time is at least `settlingMs` after the stored `leftOutAt`.
 */
const leftOutAfter = (sentAt: RawBuilder<unknown>) =>
  sql<number | null>`case when ${sentAt} >= "knownCustomers"."leftOutAt" + ${sql.lit(settlingMs)}
    then null else "knownCustomers"."leftOutAt" end`;

/** True for a state whose newest reading lacks a member that earlier readings have shown (`MemberTimes`). */
const lacksMember = sql<boolean>`coalesce(excluded."memberTimes" like '%"until"%', false)`;

/** Extra work in the transaction that stores customers. */
export type Alongside = (transaction: Transaction<ConsoleSchema>) => Promise<void>;

/** The columns that are written when an answer of the API is stored. */
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

/** The store of known customers: the customers in answers of the API. Database errors are passed on unchanged. */
export function createKnownCustomerStore(db: Kysely<ConsoleSchema>, dialect: DatabaseDialect) {
  const erasures = createErasures(db, dialect);
  const { names, from } = createJSONRows(dialect, columns);
  const states = createJSONRows(dialect, stateColumns);

  type Row = Pick<CustomerRow, (typeof columns)[number][0]>;

  const insertion = (environment: Environment, rows: readonly Row[]) => sql`
    insert into "knownCustomers" ("environment", "storedAt", ${sql.join(names)})
    select cast(${environment} as text), ${storeNow(dialect)}, ${sql.join(names)}
    from (${from(rows)}) as "seen" where true on conflict ("environment", "customerKey")`;

  /** Inserts customers. Returns the keys of customers that another replica has already inserted. */
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

  /** Replaces the rows of customers by an upsert. An UPDATE with a join would scan all customers for each row. */
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

  /**
   * Records that the newest state of each of these customers still applies, because an API answer has shown it again.
   */
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

  /** The rows of earlier states, grouped by customer, in order of time. */
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
      // All replicas lock the rows in this order, so that no deadlock is possible.
      .orderBy("customerKey");
    const rows = await (dialect === "postgres" ? query.forUpdate() : query).execute();
    return new Map(rows.map((row) => [row.customerKey, row]));
  }

  /** Removes earlier states that are no longer in the histories, and adds new earlier states. */
  async function storeEarlier(
    transaction: Transaction<ConsoleSchema>,
    environment: Environment,
    customers: readonly ChangedCustomer[],
  ): Promise<void> {
    const added: object[] = [];
    for (const { key: customerKey, before, after } of customers) {
      const [were, are] = [before.slice(0, -1), after.slice(0, -1)];
      for (const row of were) {
        // A stored earlier state changes only if an older API answer is stored late. Unchanged rows are skipped.
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

  /**
   * Merges seen customers with their stored states. One query reads the operations for all customers that need them,
   * and one query reads the earlier states.
   */
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
      /**
       * `since`: when the store of known customers began. `firstMs`: when the earliest request of this batch was sent.
       * Both in milliseconds since 1970.
       */
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

  /** Deletes rows in portions, so that each statement is short. */
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
     * Stores seen customers of one environment, and runs `alongside` in the same transaction. If a state is the same as
     * the newest stored state, the interval of the stored state is extended. A different state is added to the
     * customer's history, in order of time.
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
    /** Removes all data of a customer. Later answers of the API do not store the customer again. */
    erase: erasures.erase,
    /** When the customer was erased, in milliseconds since 1970. Null if it was not erased. */
    erasedAt: erasures.erasedAt,
    /**
     * Stores only the ID, name, creation time and the times of the API answers. An older API answer does not replace a
     * newer one.
     */
    recordNames: (environment: Environment, customers: readonly SeenCustomer[]): Promise<void> =>
      db.transaction().execute(async (transaction) => {
        const byKey = new Map(customers.map((customer) => [idKey(customer.customerID), customer]));
        const keys = inLockOrder(byKey);
        // Does not create the row of the environment: its time says since when states are stored.
        const record = await findRecord(transaction, dialect, environment, "share");
        const stored = await storedRows(transaction, environment, keys);
        const unknown = keys.filter((key) => !stored.has(key));
        const erased = new Set(record && (await erasures.among(transaction, environment, unknown, record)));
        const rows = keys.flatMap((customerKey) => {
          if (erased.has(customerKey)) return [];
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
    /** The states of a customer in order of time. Empty if no answer of the API has shown the customer. */
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
    /** Finds known customers, by `idKey`. Unknown customers are left out. */
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
     * Finds at most `limit` IDs that begin with `head` and end with `tail`. `head` and `tail` are parts of a UUID in
     * lower case.
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
        // A range condition, so that the database uses the index of the primary key. `g` sorts after all hexadecimal
        // digits.
        .where("customerKey", ">=", head)
        .where("customerKey", "<", `${head}g`)
        .where("customerKey", "like", `${head}%${tail}`)
        .orderBy("customerKey")
        .limit(limit)
        .execute();
      return rows.map(({ customerID }) => customerID);
    },
    /**
     * Removes earlier states that were last seen before `beforeMs`. Also removes customers that were deleted, or
     * missing in the API's list, before that time. Returns the number of removed rows.
     */
    removeEnded: async (beforeMs: number): Promise<number> =>
      (await removeStatesBefore(beforeMs)) +
      (await removeCustomers((rows) => rows.where("missingAt", "<=", beforeMs))) +
      (await removeCustomers((rows) => rows.where("deletedSince", "<=", beforeMs))),
    /**
     * Removes all earlier states, and all customers that no API answer has shown for `keptAfterSeenMs`. For the other
     * customers, only the ID, the name and times are kept.
     */
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
