import { type ExpressionBuilder, type Kysely, type Selectable, sql, type Transaction } from "kysely";
import type { Environment } from "#lib/contract/environment.ts";
import { createErasures, findRecord } from "#server/bff/store/known/erasures.ts";
import { createKnownRowStore, type KnownRow } from "#server/bff/store/known/known-rows.ts";
import {
  type AnyOwnNotification,
  appendOwnNotifications,
} from "#server/bff/store/own-notifications/append-own-notifications.ts";
import { acquireAdvisoryLock } from "#server/bff/store/schema/acquire-advisory-lock.ts";
import type { DatabaseDialect } from "#server/database/open-database.ts";
import type { ConsoleSchema } from "./schema/schema.ts";

/** The maximum number of subscriptions of one person in all environments. */
export const maxViewSubscriptions = 20;

/**
 * The maximum number of subscriptions of all people together, without those of disabled people. Each subscription is
 * evaluated once a minute, and stores up to 10,000 customers.
 */
export const maxAllViewSubscriptions = 200;

/** `own-limit` and `limit`: the person, or everybody together, has the maximum number already. */
export type SubscriptionResult = "subscribed" | "own-limit" | "limit";

type Row = Selectable<ConsoleSchema["viewSubscriptions"]>;

export type ViewSubscriptionRow = Omit<Row, "environment"> & { environment: Environment };

type ViewSubscriptionKey = Pick<ViewSubscriptionRow, "environment" | "viewID" | "staffID">;

/** The result of an evaluation: the customers in the view, or why they are not known. */
export type ViewEvaluation =
  | { query: string; customerKeys: readonly string[]; evaluatedAt: number }
  /** `isReset`: the next complete evaluation counts as the first one. */
  | { problem: string; problemAt: number; isReset?: true };

/** The customers that have entered or left since the last complete evaluation, as keys of `idKey`. */
export interface ViewDifference {
  entered: string[];
  left: string[];
}

type On = Transaction<ConsoleSchema>;

const insertedAtOnce = 500;

/** If more customers than this enter or leave at once, one notification has their number. */
export const maxNamed = 10;

const rowOf = (row: Row): ViewSubscriptionRow => ({ ...row, environment: row.environment as Environment });

/** When the API may be read next for the environment of a subscription. Milliseconds since 1970. */
const nextReadAt = (builder: ExpressionBuilder<ConsoleSchema, "viewSubscriptions">) =>
  builder
    .selectFrom("viewReads")
    .select("nextAt")
    .whereRef("viewReads.environment", "=", "viewSubscriptions.environment");

/** The store of people's subscriptions to views. Database errors are passed on unchanged. */
export function createViewSubscriptionStore(db: Kysely<ConsoleSchema>, dialect: DatabaseDialect) {
  const erasures = createErasures(db, dialect);
  const keyOf = ({ environment, viewID, staffID }: ViewSubscriptionKey) => ({ environment, viewID, staffID });
  return {
    /** Adds a subscription if it does not exist and no limit is reached. */
    add: (key: ViewSubscriptionKey, nowMs: number): Promise<SubscriptionResult> =>
      db.transaction().execute(async (on) => {
        await acquireAdvisoryLock(on, dialect, "view subscriptions");
        const own = await on
          .selectFrom("viewSubscriptions")
          .select(["environment", "viewID"])
          .where("staffID", "=", key.staffID)
          .execute();
        if (own.some(({ environment, viewID }) => environment === key.environment && viewID === key.viewID))
          return "subscribed";
        if (own.length >= maxViewSubscriptions) return "own-limit";
        const { count } = await on
          .selectFrom("viewSubscriptions")
          .innerJoin("staff", "staff.staffID", "viewSubscriptions.staffID")
          .select((builder) => builder.fn.countAll<number>().as("count"))
          .where("staff.disabledAt", "is", null)
          .executeTakeFirstOrThrow();
        if (Number(count) >= maxAllViewSubscriptions) return "limit";
        const none = { query: null, evaluatedAt: null, problem: null, problemAt: null };
        await on
          .insertInto("viewSubscriptions")
          .values({ ...keyOf(key), ...none, version: 0, dueAt: nowMs, createdAt: nowMs })
          .execute();
        return "subscribed";
      }),
    /** Removes a subscription. False if it does not exist. */
    remove: (key: ViewSubscriptionKey): Promise<boolean> =>
      db.transaction().execute(async (on) => {
        const { numDeletedRows } = await on
          .deleteFrom("viewSubscriptions")
          .where((where) => where.and(keyOf(key)))
          .executeTakeFirst();
        await on
          .deleteFrom("viewMembers")
          .where((where) => where.and(keyOf(key)))
          .execute();
        return numDeletedRows === 1n;
      }),
    /** A person's subscriptions in an environment, each with the number of customers of its last evaluation. */
    async list(staffID: string, environment: Environment): Promise<(ViewSubscriptionRow & { customers: number })[]> {
      const rows = await db
        .selectFrom("viewSubscriptions")
        .selectAll()
        .where((where) => where.and({ staffID, environment }))
        .orderBy("createdAt")
        .orderBy("viewID")
        .execute();
      if (rows.length === 0) return [];
      const counts = await db
        .selectFrom("viewMembers")
        .select("viewID")
        .select((builder) => builder.fn.countAll<number>().as("customers"))
        .where((where) => where.and({ staffID, environment }))
        .groupBy("viewID")
        .execute();
      const countOf = new Map(counts.map(({ viewID, customers }) => [viewID, Number(customers)]));
      return rows.map((row) => ({ ...rowOf(row), customers: countOf.get(row.viewID) ?? 0 }));
    },
    /**
     * When the next evaluation is due. Null without a subscription in these environments. `readsApi`: not before the API
     * may be read again.
     */
    async nextDueAt(environments: readonly Environment[], readsApi: boolean): Promise<number | null> {
      if (environments.length === 0) return null;
      const row = await db
        .selectFrom("viewSubscriptions")
        .select((builder) => {
          const dueAt = builder.ref("dueAt");
          const nextAt = nextReadAt(builder);
          const at = readsApi ? sql<number>`case when ${nextAt} > ${dueAt} then ${nextAt} else ${dueAt} end` : dueAt;
          return builder.fn.min<number | null>(at).as("at");
        })
        .where("environment", "in", environments)
        .executeTakeFirst();
      return row?.at ?? null;
    },
    /**
     * Claims a due subscription until `untilMs`. Null if none is due, or if another process has just claimed it.
     * `readsApi`: also claims the reading of the API for its environment, which `endRead` ends.
     */
    async claim(
      environments: readonly Environment[],
      { nowMs, untilMs, readsApi }: { nowMs: number; untilMs: number; readsApi: boolean },
    ): Promise<ViewSubscriptionRow | null> {
      if (environments.length === 0) return null;
      const dueRows = db
        .selectFrom("viewSubscriptions")
        .selectAll()
        .where("environment", "in", environments)
        .where("dueAt", "<=", nowMs);
      const readable = (builder: ExpressionBuilder<ConsoleSchema, "viewSubscriptions">) =>
        builder(builder.fn.coalesce(nextReadAt(builder), sql<number>`0`), "<=", nowMs);
      const due = await (readsApi ? dueRows.where(readable) : dueRows)
        .orderBy("dueAt")
        .orderBy("viewID")
        .orderBy("staffID")
        .limit(1)
        .executeTakeFirst();
      if (!due) return null;
      const { environment, version } = due;
      return db.transaction().execute(async (on) => {
        if (readsApi && !(await beginRead(on, { environment, nowMs, untilMs }))) return null;
        const claimed = await on
          .updateTable("viewSubscriptions")
          .set({ version: version + 1, dueAt: untilMs })
          .where((where) => where.and(keyOf(rowOf(due))))
          .where("version", "=", version)
          .executeTakeFirst();
        if (claimed.numUpdatedRows === 1n) return rowOf({ ...due, version: version + 1 });
        if (readsApi) await endRead(on, { environment, untilMs, nextAt: nowMs });
        return null;
      });
    },
    /**
     * Ends a reading of the API that was claimed until `untilMs`. The next one may begin at `nextAt`. Does nothing if the
     * claim has expired and another process has claimed the reading since.
     */
    endRead: (reading: { environment: Environment; untilMs: number; nextAt: number }): Promise<void> =>
      endRead(db, reading),
    /**
     * Stores the result of a claimed evaluation. Does nothing if another process has claimed it since.
     * `notificationsOf` gets the difference to the last complete evaluation of the same filters, and the known
     * customers of a small difference. Its notifications are added in the same transaction, so each difference is
     * notified once. A customer that was erased here is never in a view, although the API may still list it.
     */
    settle: (
      claim: ViewSubscriptionRow,
      evaluation: ViewEvaluation,
      dueAt: number,
      notificationsOf: (
        difference: ViewDifference,
        known: ReadonlyMap<string, KnownRow>,
      ) => readonly AnyOwnNotification[],
    ): Promise<boolean> =>
      db.transaction().execute(async (on) => {
        const isKnown = "customerKeys" in evaluation;
        // The lock lets an erasure wait until this result is stored. The erasure then removes the customer from it.
        const record = isKnown ? await findRecord(on, dialect, claim.environment, "share") : undefined;
        const settled = await on
          .updateTable("viewSubscriptions")
          .set(
            isKnown
              ? { dueAt, query: evaluation.query, evaluatedAt: evaluation.evaluatedAt, problem: null, problemAt: null }
              : {
                  dueAt,
                  problem: evaluation.problem,
                  problemAt: evaluation.problemAt,
                  ...(evaluation.isReset && { evaluatedAt: null }),
                },
          )
          .where((where) => where.and(keyOf(claim)))
          .where("version", "=", claim.version)
          .executeTakeFirst();
        if (settled.numUpdatedRows !== 1n) return false;
        if (!isKnown) return true;
        const rows = await on
          .selectFrom("viewMembers")
          .select("customerKey")
          .where((where) => where.and(keyOf(claim)))
          .execute();
        const keysBefore = new Set(rows.map(({ customerKey }) => customerKey));
        const keysNow = new Set(evaluation.customerKeys);
        const fresh = [...keysNow].filter((key) => !keysBefore.has(key));
        const erased = new Set(record && (await erasures.among(on, claim.environment, fresh, record)));
        const difference = {
          entered: fresh.filter((key) => !erased.has(key)),
          left: [...keysBefore].filter((key) => !keysNow.has(key)),
        };
        await saveDifference(on, claim, difference);
        const isFirst = claim.evaluatedAt === null || claim.query !== evaluation.query;
        const changed = [...difference.entered, ...difference.left];
        if (isFirst || changed.length === 0) return true;
        const named = changed.length > maxNamed ? [] : changed;
        const known = await createKnownRowStore(on).find(claim.environment, named);
        await appendOwnNotifications(on, notificationsOf(difference, known), evaluation.evaluatedAt);
        return true;
      }),
  };

  /** False if another process reads the API for this environment, or if it may not be read yet. */
  async function beginRead(
    on: On,
    { environment, nowMs, untilMs }: { environment: string; nowMs: number; untilMs: number },
  ): Promise<boolean> {
    const { numInsertedOrUpdatedRows } = await on
      .insertInto("viewReads")
      .values({ environment, nextAt: untilMs })
      .onConflict((conflict) =>
        conflict.column("environment").doUpdateSet({ nextAt: untilMs }).where("viewReads.nextAt", "<=", nowMs),
      )
      .executeTakeFirst();
    return numInsertedOrUpdatedRows === 1n;
  }

  async function endRead(
    on: Kysely<ConsoleSchema>,
    { environment, untilMs, nextAt }: { environment: string; untilMs: number; nextAt: number },
  ): Promise<void> {
    await on
      .updateTable("viewReads")
      .set({ nextAt })
      .where("environment", "=", environment)
      .where("nextAt", "=", untilMs)
      .execute();
  }

  async function saveDifference(on: On, key: ViewSubscriptionKey, { entered, left }: ViewDifference): Promise<void> {
    for (let at = 0; at < left.length; at += insertedAtOnce) {
      await on
        .deleteFrom("viewMembers")
        .where((where) => where.and(keyOf(key)))
        .where("customerKey", "in", left.slice(at, at + insertedAtOnce))
        .execute();
    }
    for (let at = 0; at < entered.length; at += insertedAtOnce) {
      const some = entered.slice(at, at + insertedAtOnce).map((customerKey) => ({ ...keyOf(key), customerKey }));
      await on.insertInto("viewMembers").values(some).execute();
    }
  }
}
