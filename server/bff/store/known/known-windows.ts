import { type Kysely, sql, type Transaction } from "kysely";
import { z } from "zod";
import type { Environment } from "#lib/contract/environment.ts";
import { AppError } from "#lib/contract/operations/app-error.ts";
import { startOfUtcDay } from "#lib/contract/values/calendar.ts";
import { idKey } from "#lib/contract/values/resource-ids.ts";
import type { ConsoleSchema } from "#server/bff/store/schema/schema.ts";
import { storeNow } from "#server/bff/store/store-now.ts";
import type { DatabaseDialect } from "#server/database/open-database.ts";

/** The progress of reading one window of customers from the API. Times are milliseconds since 1970. */
const readingSchema = z.object({
  /**
   * `pages`: more pages must be read. `compare`: the window was just closed, and the first answer for the next window
   * will show how many customers the closed window has. `ask`: one more call must read how many customers the window
   * has. `count`: all calls are done.
   */
  phase: z.enum(["pages", "compare", "ask", "count"]),
  /** `startedAt`: when the request for the first page was sent. `lastAt`: when the last page was answered. */
  startedAt: z.number(),
  lastAt: z.number(),
  /** The offset of the next page. */
  offset: z.number(),
  /** The number of API calls for this window so far. */
  calls: z.number(),
  /**
   * `total`: the total in the API's last answer. `dropped`: by how many customers the totals have fallen since the
   * first page, all decreases together.
   */
  total: z.number(),
  dropped: z.number(),
  /** How many times earlier pages were read again because a total had fallen. */
  backs: z.number(),
  /** The number of returned customers that are not among the stored customers of this window. */
  outside: z.number(),
  /**
   * The number of customers in `outside` that the store never keeps: erased customers, and customers that were deleted
   * long ago.
   */
  keptOut: z.number(),
  /** The newest creation time so far. */
  lastCreatedAt: z.number().nullable(),
  /** False if an API answer was not sorted by creation time. */
  isSorted: z.boolean(),
  /**
   * True if some customers may not have been read: a page was skipped, reading ended early, or the total fell and the
   * earlier pages were not read again.
   */
  isCut: z.boolean(),
  /** A hash of the customer IDs on the last page. It shows whether the API returns the same page again. */
  print: z.string(),
  /** The number of customers in the window according to the API. Set only in the phases `count` and `ask`. */
  expected: z.number().optional(),
  /** False if customers may have changed between the two API answers from which `expected` was computed. */
  isExact: z.boolean().optional(),
});

export type WindowReading = z.output<typeof readingSchema>;

/** A range of days. It contains the customers that were created on these days (`KnownWindowsTable`). */
export interface KnownWindow {
  firstDay: string;
  endDay: string | null;
  readFrom: number | null;
  readUntil: number | null;
  customers: number;
  calls: number;
  missing: number;
  keptOut: number;
  agrees: boolean | null;
  attempts: number;
  reading: WindowReading | null;
}

const newestSchema = z.object({ at: z.number(), offset: z.number() });
const callsSchema = z.array(z.tuple([z.number(), z.number()]));

/** Where reading the newest customers continues, and when they were last read. */
export type NewestReading = z.output<typeof newestSchema>;

/** Pairs of a minute since 1970 and the number of calls in it. Minutes without calls are left out. */
export type CallMinutes = z.output<typeof callsSchema>;

/** The state that all replicas share while customers of an environment are read from the API. */
export interface FillingState {
  calledAt: number;
  calls: CallMinutes;
  total: number | null;
  newest: NewestReading | null;
  pausedAt: number | null;
}

/** A customer with a reading that was left out (`KnownCustomersTable`). */
export interface LeftOutCustomer {
  customerID: string;
  companyName: string;
  createdAt: number | null;
  leftOutAt: number;
}

/** A range of creation times, in milliseconds since 1970. `to` is exclusive. */
export interface CreationSpan {
  from: number;
  to: number;
}

/** The number of stored customers whose creation time is in a range. */
export interface SpanCount {
  /** Customers that an API answer has shown since the given time. */
  seen: number;
  /** Customers that no API answer has shown since the given time. */
  unseen: number;
}

/** The values that change in one step of reading customers from the API. */
export interface FillingChange {
  windows?: readonly KnownWindow[] | undefined;
  total?: number | undefined;
  newest?: NewestReading | undefined;
}

/** The number of rows that one statement reads or changes, so that SQLite does not block the event loop for long. */
const rowsAtOnce = 1_000;

/** The end of an open window. It is later than any creation time. */
const endOfTime = Number.MAX_SAFE_INTEGER;

/** The range of creation times of a window. */
export const spanOf = ({ firstDay, endDay }: Pick<KnownWindow, "firstDay" | "endDay">): CreationSpan => ({
  from: startOfUtcDay(firstDay),
  to: endDay === null ? endOfTime : startOfUtcDay(endDay),
});

/** The number of calls in the last hour. */
export function callsInHour(calls: CallMinutes, nowMs: number): number {
  const sinceMinute = Math.floor(nowMs / 60_000) - 59;
  return calls.reduce((sum, [minute, count]) => (minute >= sinceMinute ? sum + count : sum), 0);
}

/** Adds a call to the calls of the last hour. */
export function withCall(calls: CallMinutes, nowMs: number): CallMinutes {
  const minute = Math.floor(nowMs / 60_000);
  const others = calls.filter(([one]) => one !== minute && one > minute - 60);
  const count = calls.find(([one]) => one === minute)?.[1] ?? 0;
  return [...others, [minute, count + 1]];
}

interface FillingRow {
  calledAt: number;
  calls: string;
  total: number | null;
  newest: string | null;
  pausedAt: number | null;
}

const stateOf = ({ calls, newest, ...row }: FillingRow): FillingState => ({
  ...row,
  calls: callsSchema.parse(JSON.parse(calls)),
  newest: newest === null ? null : newestSchema.parse(JSON.parse(newest)),
});

const stateColumns = ["calledAt", "calls", "total", "newest", "pausedAt"] as const;

/**
 * Stores the progress in the transaction that stores the page. Throws `run_moved` if another replica has taken over
 * reading, so that the page is not stored either.
 */
export async function storeFilling(
  transaction: Transaction<ConsoleSchema>,
  { environment, holder }: { environment: Environment; holder: string },
  { windows = [], total, newest }: FillingChange,
): Promise<void> {
  const { numUpdatedRows } = await transaction
    .updateTable("knownFilling")
    .set({
      holder,
      ...(total === undefined ? {} : { total }),
      ...(newest === undefined ? {} : { newest: JSON.stringify(newest) }),
    })
    .where("environment", "=", environment)
    .where("holder", "=", holder)
    .executeTakeFirst();
  if (Number(numUpdatedRows) === 0) throw new AppError("run_moved", "Another replica reads the customers now.");
  for (const { firstDay, agrees, reading, ...window } of windows) {
    const values = {
      ...window,
      agrees: agrees === null ? null : Number(agrees),
      reading: reading === null ? null : JSON.stringify(reading),
    };
    await transaction
      .insertInto("knownWindows")
      .values({ environment, firstDay, ...values })
      .onConflict((conflict) => conflict.columns(["environment", "firstDay"]).doUpdateSet(values))
      .execute();
  }
}

/** The stored creation times of these customers, by `idKey`. Unknown customers are left out. */
export async function readCreations(
  on: Kysely<ConsoleSchema>,
  environment: Environment,
  customerIDs: readonly string[],
): Promise<Map<string, number | null>> {
  if (customerIDs.length === 0) return new Map();
  const rows = await on
    .selectFrom("knownCustomers")
    .select(["customerKey", "createdAt"])
    .where("environment", "=", environment)
    .where("customerKey", "in", [...new Set(customerIDs.map(idKey))])
    .execute();
  return new Map(rows.map(({ customerKey, createdAt }) => [customerKey, createdAt]));
}

/**
 * Stores which customers are being read from the API, and by which replica. Database errors are passed on unchanged.
 */
export function createKnownWindowStore(db: Kysely<ConsoleSchema>, dialect: DatabaseDialect) {
  const untilMs = (leaseMs: number) => sql<number>`${storeNow(dialect)} + ${sql.lit(Math.round(leaseMs))}`;
  const filling = (environment: Environment) => db.updateTable("knownFilling").where("environment", "=", environment);

  return {
    /** Takes the lease for reading an environment's customers, or renews it. Null if another replica has the lease. */
    async take(environment: Environment, holder: string, leaseMs: number): Promise<FillingState | null> {
      const take = () =>
        filling(environment)
          .set({ holder, leaseUntil: untilMs(leaseMs) })
          .where((where) =>
            // Only one process uses a SQLite file, so an earlier holder of the lease has ended.
            dialect === "sqlite"
              ? where.lit(true)
              : where.or([
                  where("holder", "is", null),
                  where("holder", "=", holder),
                  where("leaseUntil", "<=", storeNow(dialect)),
                ]),
          )
          .returning(stateColumns)
          .executeTakeFirst();
      const taken = await take();
      if (taken) return stateOf(taken);
      const { numInsertedOrUpdatedRows } = await db
        .insertInto("knownFilling")
        .values({ environment, holder: null, leaseUntil: 0, calledAt: 0, calls: "[]" })
        .onConflict((conflict) => conflict.doNothing())
        .executeTakeFirstOrThrow();
      const created = Number(numInsertedOrUpdatedRows) === 0 ? undefined : await take();
      return created ? stateOf(created) : null;
    },
    /** The time until another replica's lease ends, in milliseconds, by the store's clock. */
    async leaseEndsInMs(environment: Environment): Promise<number> {
      const row = await db
        .selectFrom("knownFilling")
        .select(sql<number>`"leaseUntil" - ${storeNow(dialect)}`.as("inMs"))
        .where("environment", "=", environment)
        .executeTakeFirst();
      return Math.max(row?.inMs ?? 0, 0);
    },
    /** Records a call before it is sent, and renews the lease. False if another replica has taken the lease. */
    async beginCall(
      environment: Environment,
      holder: string,
      { leaseMs, calledAt, calls }: { leaseMs: number; calledAt: number; calls: CallMinutes },
    ): Promise<boolean> {
      const { numUpdatedRows } = await filling(environment)
        .set({ leaseUntil: untilMs(leaseMs), calledAt, calls: JSON.stringify(calls), pausedAt: null })
        .where("holder", "=", holder)
        .executeTakeFirst();
      return Number(numUpdatedRows) > 0;
    },
    /**
     * Records when the replica paused its calls, because the API does not answer or has asked for a pause. Null: not
     * paused.
     */
    async pause(environment: Environment, holder: string, pausedAt: number | null): Promise<void> {
      await filling(environment).set({ pausedAt }).where("holder", "=", holder).execute();
    },
    /** Releases the lease, so that another replica can continue immediately. */
    async release(environment: Environment, holder: string): Promise<void> {
      await filling(environment).set({ holder: null, leaseUntil: 0 }).where("holder", "=", holder).execute();
    },
    /** The windows of an environment, sorted by first day. */
    async list(environment: Environment): Promise<KnownWindow[]> {
      const rows = await db
        .selectFrom("knownWindows")
        .selectAll()
        .where("environment", "=", environment)
        .orderBy("firstDay")
        .execute();
      return rows.map(({ environment: _, agrees, reading, ...window }) => ({
        ...window,
        agrees: agrees === null ? null : agrees === 1,
        reading: reading === null ? null : readingSchema.parse(JSON.parse(reading)),
      }));
    },
    /**
     * The number of customers according to the API, without customers that the store never keeps. Null if no total was
     * read yet.
     */
    async total(environment: Environment): Promise<number | null> {
      const [filled, left] = await Promise.all([
        db.selectFrom("knownFilling").select("total").where("environment", "=", environment).executeTakeFirst(),
        db
          .selectFrom("knownWindows")
          .select(({ fn }) => fn.sum<number | null>("keptOut").as("keptOut"))
          .where("environment", "=", environment)
          .executeTakeFirst(),
      ]);
      return filled?.total == null ? null : Math.max(filled.total - Number(left?.keptOut ?? 0), 0);
    },
    /** Stores progress when there is no page to store. Throws `run_moved` like {@link storeFilling}. */
    save: (environment: Environment, holder: string, change: FillingChange): Promise<void> =>
      db.transaction().execute((transaction) => storeFilling(transaction, { environment, holder }, change)),
    /** Runs `work` in a transaction. `work` calls {@link storeFilling}. */
    transact: (work: (transaction: Transaction<ConsoleSchema>) => Promise<void>): Promise<void> =>
      db.transaction().execute(work),
    /** The given customers that are not in the store. */
    async unknown(environment: Environment, customerIDs: readonly string[]): Promise<string[]> {
      const held = await readCreations(db, environment, customerIDs);
      return customerIDs.filter((customerID) => !held.has(idKey(customerID)));
    },
    /**
     * Divides a range of creation times, so that one statement reads only a part. Returns the end of the first part.
     * Null if the range is small enough for one statement.
     */
    async nextPart(environment: Environment, { from, to }: CreationSpan): Promise<number | null> {
      const created = () =>
        db
          .selectFrom("knownCustomers")
          .select("createdAt")
          .where("environment", "=", environment)
          .where("createdAt", "<", to)
          .orderBy("createdAt")
          .limit(1);
      const next = await created().where("createdAt", ">=", from).offset(rowsAtOnce).executeTakeFirst();
      if (next?.createdAt == null) return null;
      if (next.createdAt > from) return next.createdAt;
      // Many customers have the same creation time, so the part ends at the next later creation time.
      const later = await created().where("createdAt", ">", from).executeTakeFirst();
      return later?.createdAt ?? null;
    },
    /** Counts customers in one part of a range (`nextPart`). */
    async count(environment: Environment, { from, to }: CreationSpan, seenSince: number): Promise<SpanCount> {
      // A customer also counts as seen if its reading was left out.
      const since = sql.lit(seenSince);
      const seen = sql<number>`case when "seenAt" >= ${since} or "leftOutAt" >= ${since} then 1 else 0 end`;
      const row = await db
        .selectFrom("knownCustomers")
        .select(({ fn }) => [fn.countAll<number>().as("all"), fn.sum<number | null>(seen).as("seen")])
        .where("environment", "=", environment)
        .where("createdAt", ">=", from)
        .where("createdAt", "<", to)
        .executeTakeFirstOrThrow();
      const seenCount = Number(row.seen ?? 0);
      return { seen: seenCount, unseen: Number(row.all) - seenCount };
    },
    /** Counts all customers in a range. The database reads only an index. */
    async countAll(environment: Environment, { from, to }: CreationSpan): Promise<number> {
      const { all } = await db
        .selectFrom("knownCustomers")
        .select(({ fn }) => fn.countAll<number>().as("all"))
        .where("environment", "=", environment)
        .where("createdAt", ">=", from)
        .where("createdAt", "<", to)
        .executeTakeFirstOrThrow();
      return Number(all);
    },
    /** The number of customers without a known creation time. */
    async countUndated(environment: Environment): Promise<number> {
      const { all } = await db
        .selectFrom("knownCustomers")
        .select(({ fn }) => fn.countAll<number>().as("all"))
        .where("environment", "=", environment)
        .where("createdAt", "is", null)
        .executeTakeFirstOrThrow();
      return Number(all);
    },
    /**
     * Marks customers in one part of a range as missing if no API answer has shown them since `unseenSince`. The API no
     * longer returns these customers.
     */
    async markMissing(
      environment: Environment,
      { from, to }: CreationSpan,
      { unseenSince, missingAt }: { unseenSince: number; missingAt: number },
    ): Promise<void> {
      await db
        .updateTable("knownCustomers")
        .set({ missingAt, storedAt: storeNow(dialect) })
        .where("environment", "=", environment)
        .where("createdAt", ">=", from)
        .where("createdAt", "<", to)
        .where("seenAt", "<", unseenSince)
        .where((where) => where.or([where("leftOutAt", "is", null), where("leftOutAt", "<", unseenSince)]))
        .where("missingAt", "is", null)
        .execute();
    },
    /** The customer with the oldest reading that was left out. Null if no reading was left out. */
    async leftOut(environment: Environment): Promise<LeftOutCustomer | null> {
      const row = await db
        .selectFrom("knownCustomers")
        .select(["customerID", "companyName", "createdAt", "leftOutAt"])
        .where("environment", "=", environment)
        .where("leftOutAt", "is not", null)
        .orderBy("leftOutAt")
        .limit(1)
        .executeTakeFirst();
      return row?.leftOutAt == null ? null : { ...row, leftOutAt: row.leftOutAt };
    },
    /**
     * Stops reading a customer again soon. Called if the API does not show the customer, or if its answers still lack
     * members. The customer is still read with its window.
     */
    async forgetLeftOut(
      environment: Environment,
      { customerID, leftOutAt }: Pick<LeftOutCustomer, "customerID" | "leftOutAt">,
    ): Promise<void> {
      await db
        .updateTable("knownCustomers")
        .set({ leftOutAt: null })
        .where("environment", "=", environment)
        .where("customerKey", "=", idKey(customerID))
        .where("leftOutAt", "=", leftOutAt)
        .execute();
    },
    /**
     * The state that all replicas share, and whether a replica is currently reading customers. Null if the environment
     * was never read.
     */
    async read(environment: Environment): Promise<(FillingState & { isHeld: boolean }) | null> {
      const row = await db
        .selectFrom("knownFilling")
        .select([
          ...stateColumns,
          sql<number>`case when "holder" is not null and "leaseUntil" > ${storeNow(dialect)} then 1 else 0 end`.as(
            "isHeld",
          ),
        ])
        .where("environment", "=", environment)
        .executeTakeFirst();
      if (!row) return null;
      const { isHeld, ...state } = row;
      return { ...stateOf(state), isHeld: Number(isHeld) === 1 };
    },
  };
}
