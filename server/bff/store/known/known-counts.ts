import { setImmediate } from "node:timers/promises";
import { type Kysely, sql } from "kysely";
import type { Environment } from "#lib/contract/environment.ts";
import { startOfUtcDay, utcDay } from "#lib/contract/values/calendar.ts";
import { dayMs } from "#lib/contract/values/time-units.ts";
import type { ConsoleSchema } from "#server/bff/store/schema/schema.ts";
import type { DatabaseDialect } from "#server/database/open-database.ts";
import { lockRecord } from "./erasures.ts";

/** The maximum number of customers that one statement counts. SQLite blocks the event loop while a statement runs. */
const countedAtOnce = 1_000;

/** The number of customers with this plan and this term. An empty text means that the plan or term is not known. */
export interface KnownCount {
  plan: string;
  term: string;
  customers: number;
  /** The total number of users of `withUsers` customers. For all other customers, the number of users is not known. */
  users: number;
  withUsers: number;
}

/**
 * The customers with this plan and term that were created on one UTC day. An empty text means that the plan or term is
 * not known.
 */
export interface CreatedCount {
  day: string;
  plan: string;
  term: string;
  customers: number;
}

/** The counts of active customers for one UTC day. */
export interface DayOfCounts {
  /** Date in the format `2026-11-24`. */
  day: string;
  known: number;
  /** The number of customers according to the API. Null: not known. */
  total: number | null;
  countedAt: number;
  counts: KnownCount[];
}

/** Counts customers by plan and term, once for each UTC day. Database errors are passed on unchanged. */
export function createKnownCountStore(db: Kysely<ConsoleSchema>, dialect: DatabaseDialect) {
  const member = (name: "plan" | "term") =>
    dialect === "postgres"
      ? sql<string>`coalesce("state"::json ->> ${sql.lit(name)}, '')`
      : sql<string>`coalesce("state" ->> ${sql.lit(name)}, '')`;
  const users =
    dialect === "postgres"
      ? sql<number>`cast("state"::json ->> 'usersCount' as numeric)`
      : sql<number>`"state" ->> 'usersCount'`;

  const activeOf = (environment: Environment) =>
    db
      .selectFrom("knownCustomers")
      .where("environment", "=", environment)
      .where("state", "is not", null)
      .where("deletedSince", "is", null)
      .where("missingAt", "is", null);

  /** Returns the last customer key of the next portion to count. Undefined if no customers remain. */
  async function nextKey(environment: Environment, after: string): Promise<string | undefined> {
    const rows = db
      .selectFrom("knownCustomers")
      .select("customerKey")
      .where("environment", "=", environment)
      .where("customerKey", ">", after);
    const full = await rows
      .orderBy("customerKey")
      .offset(countedAtOnce - 1)
      .limit(1)
      .executeTakeFirst();
    return (full ?? (await rows.orderBy("customerKey", "desc").limit(1).executeTakeFirst()))?.customerKey;
  }

  const portion = (environment: Environment, after: string, last: string) =>
    activeOf(environment)
      .where("customerKey", ">", after)
      .where("customerKey", "<=", last)
      .select([
        member("plan").as("plan"),
        member("term").as("term"),
        ({ fn }) => fn.countAll<number>().as("customers"),
        sql<number>`coalesce(sum(${users}), 0)`.as("users"),
        sql<number>`count(${users})`.as("withUsers"),
      ])
      .groupBy([sql.ref("plan"), sql.ref("term")])
      .execute();

  return {
    /** Counts the active known customers in portions. The event loop can run other tasks between two portions. */
    async count(environment: Environment): Promise<KnownCount[]> {
      const counts = new Map<string, KnownCount>();
      for (let after = ""; ; ) {
        const last = await nextKey(environment, after);
        if (last === undefined) break;
        for (const { plan, term, ...row } of await portion(environment, after, last)) {
          const key = JSON.stringify([plan, term]);
          const before = counts.get(key);
          counts.set(key, {
            plan,
            term,
            customers: (before?.customers ?? 0) + Number(row.customers),
            users: (before?.users ?? 0) + Number(row.users),
            withUsers: (before?.withUsers ?? 0) + Number(row.withUsers),
          });
        }
        after = last;
        // SQLite runs synchronously, so this lets other events run before the next portion.
        await setImmediate();
      }
      return [...counts.values()];
    },
    /** When this day was last counted, in milliseconds since 1970. Null if it was never counted. */
    async countedAt(environment: Environment, day: string): Promise<number | null> {
      const row = await db
        .selectFrom("knownCounts")
        .select("countedAt")
        .where("environment", "=", environment)
        .where("day", "=", day)
        .limit(1)
        .executeTakeFirst();
      return row?.countedAt ?? null;
    },
    /** Stores the counts of a day. Replaces earlier counts of that day. */
    store: (environment: Environment, { counts, ...ofDay }: DayOfCounts): Promise<void> =>
      db.transaction().execute(async (transaction) => {
        // The lock lets only one replica at a time replace the rows.
        await lockRecord(transaction, dialect, environment, { nowMs: ofDay.countedAt, lock: "update" });
        await transaction
          .deleteFrom("knownCounts")
          .where("environment", "=", environment)
          .where("day", "=", ofDay.day)
          .execute();
        // If there are no active customers, a row with zeros records that the day was counted.
        const counted = counts.length > 0 ? counts : [{ plan: "", term: "", customers: 0, users: 0, withUsers: 0 }];
        const rows = counted.map((count) => ({ environment, ...ofDay, ...count }));
        await transaction.insertInto("knownCounts").values(rows).execute();
      }),
    /**
     * Counts active customers by day of creation, plan and term, from one UTC day to another. A creation time in the
     * future counts as the last day. The event loop can run other tasks between two days.
     */
    async created(environment: Environment, fromDay: string, toDay: string): Promise<CreatedCount[]> {
      const counted: CreatedCount[] = [];
      const end = startOfUtcDay(toDay);
      for (let at = startOfUtcDay(fromDay); at <= end; at += dayMs) {
        let ofDay = activeOf(environment).where("createdAt", ">=", at);
        if (at < end) ofDay = ofDay.where("createdAt", "<", at + dayMs);
        const rows = await ofDay
          .select([
            member("plan").as("plan"),
            member("term").as("term"),
            ({ fn }) => fn.countAll<number>().as("customers"),
          ])
          .groupBy([sql.ref("plan"), sql.ref("term")])
          .execute();
        counted.push(...rows.map((row) => ({ ...row, day: utcDay(at), customers: Number(row.customers) })));
        await setImmediate();
      }
      return counted;
    },
    /** The newest counted day of each calendar week since `fromDay`, earliest first. Weeks begin on Monday. */
    async weeks(environment: Environment, fromDay: string): Promise<DayOfCounts[]> {
      const rows = await db
        .selectFrom("knownCounts")
        .selectAll()
        .where("environment", "=", environment)
        .where("day", ">=", fromDay)
        .orderBy("day")
        .execute();
      const newest = new Map(rows.map(({ day }) => [mondayOf(day), day]));
      return [...newest.values()].map((day) => {
        const ofDay = rows.filter((row) => row.day === day);
        const { known, total, countedAt } = ofDay[0] as (typeof rows)[number];
        const counts = ofDay.map(({ plan, term, customers, users: sum, withUsers }) => ({
          plan,
          term,
          customers,
          users: Number(sum),
          withUsers,
        }));
        return { day, known, total, countedAt, counts };
      });
    },
    /** Removes the counts of days before `day`. Returns the number of removed rows. */
    async removeBefore(day: string): Promise<number> {
      const { numDeletedRows } = await db.deleteFrom("knownCounts").where("day", "<", day).executeTakeFirstOrThrow();
      return Number(numDeletedRows);
    },
  };
}

/** The Monday of the week that contains the day: `2026-11-23` for `2026-11-24`. */
export function mondayOf(day: string): string {
  const atMs = startOfUtcDay(day);
  const sinceMonday = (new Date(atMs).getUTCDay() + 6) % 7;
  return utcDay(atMs - sinceMonday * dayMs);
}
