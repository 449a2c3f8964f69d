import { createHmac, randomBytes } from "node:crypto";
import { type Kysely, type SqlBool, sql, type Transaction } from "kysely";
import type { NewAuditEvent } from "#lib/contract/access/audit.ts";
import type { Environment } from "#lib/contract/environment.ts";
import { idKey } from "#lib/contract/values/resource-ids.ts";
import { customerKind } from "#server/bff/store/assignments/assignments.ts";
import { appendAudit } from "#server/bff/store/audit/append-audit.ts";
import { removeFilesOf } from "#server/bff/store/exported-files/remove-files.ts";
import type { ConsoleSchema } from "#server/bff/store/schema/schema.ts";
import type { DatabaseDialect } from "#server/database/open-database.ts";

/** When the store of known customers began for an environment, and the key for hashing erased customers. */
export interface RecordStart {
  /** Milliseconds since 1970. */
  since: number;
  erasureKey: string;
}

type Lock = "share" | "update";

/** Locks and returns the row of the environment. Undefined if there is no row yet. */
export function findRecord(
  transaction: Transaction<ConsoleSchema>,
  dialect: DatabaseDialect,
  environment: Environment,
  lock: Lock,
): Promise<RecordStart | undefined> {
  const query = transaction
    .selectFrom("knownRecords")
    .select(["since", "erasureKey"])
    .where("environment", "=", environment);
  const locked = dialect === "sqlite" ? query : lock === "share" ? query.forShare() : query.forUpdate();
  return locked.executeTakeFirst();
}

/**
 * Locks the store of known customers for an environment. At first use, also creates the row of the environment.
 * Transactions that store API answers take the lock `share` and can run at the same time. A transaction that erases a
 * customer takes the lock `update` and runs alone.
 */
export async function lockRecord(
  transaction: Transaction<ConsoleSchema>,
  dialect: DatabaseDialect,
  environment: Environment,
  { nowMs, lock }: { nowMs: number; lock: Lock },
): Promise<RecordStart> {
  const begun = await findRecord(transaction, dialect, environment, lock);
  if (begun) return begun;
  await transaction
    .insertInto("knownRecords")
    .values({ environment, since: nowMs, erasureKey: randomBytes(32).toString("hex") })
    .onConflict((conflict) => conflict.doNothing())
    .execute();
  return (await findRecord(transaction, dialect, environment, lock)) as RecordStart;
}

/** The keys of rows in the order in which all replicas lock them. The common order prevents deadlocks. */
export const inLockOrder = (rows: ReadonlyMap<string, unknown>): string[] =>
  [...rows.keys()].toSorted((a, b) => Number(a > b) - Number(a < b));

const hashOf = (erasureKey: string, customerKey: string) =>
  createHmac("sha256", erasureKey).update(customerKey).digest("hex");

/** The customers of an environment that were erased. Only keyed hashes of their IDs are stored. */
export interface ErasedCustomers {
  has(customerKey: string): boolean;
}

/** Reads the erased customers of an environment. `erasureKey`: the key of the hashes. */
export async function readErased(
  on: Kysely<ConsoleSchema>,
  environment: Environment,
  erasureKey: string | undefined,
): Promise<ErasedCustomers> {
  const rows = await on
    .selectFrom("knownErased")
    .select("customerHash")
    .where("environment", "=", environment)
    .execute();
  const hashes = new Set(rows.map(({ customerHash }) => customerHash));
  return {
    has: (customerKey: string) =>
      hashes.size > 0 && erasureKey !== undefined && hashes.has(hashOf(erasureKey, customerKey)),
  };
}

/**
 * The store of erased customers. It has only a keyed hash of each customer's ID, so that a later answer of the API does
 * not add the customer again. Database errors are passed on unchanged.
 */
export function createErasures(db: Kysely<ConsoleSchema>, dialect: DatabaseDialect) {
  return {
    /** Returns which of the given customers were erased, by key. */
    async among(
      transaction: Transaction<ConsoleSchema>,
      environment: Environment,
      customerKeys: readonly string[],
      { erasureKey }: RecordStart,
    ): Promise<string[]> {
      const anyErased = transaction
        .selectFrom("knownErased")
        .select("customerHash")
        .where("environment", "=", environment);
      if (customerKeys.length === 0 || !(await anyErased.limit(1).executeTakeFirst())) return [];
      const keys = new Map(customerKeys.map((key) => [hashOf(erasureKey, key), key]));
      const erased = await anyErased.where("customerHash", "in", [...keys.keys()]).execute();
      return erased.map(({ customerHash }) => keys.get(customerHash) as string);
    },
    async erasedAt(environment: Environment, customerID: string): Promise<number | null> {
      const record = await db
        .selectFrom("knownRecords")
        .select("erasureKey")
        .where("environment", "=", environment)
        .executeTakeFirst();
      if (!record) return null;
      const erased = await db
        .selectFrom("knownErased")
        .select("erasedAt")
        .where("environment", "=", environment)
        .where("customerHash", "=", hashOf(record.erasureKey, idKey(customerID)))
        .executeTakeFirst();
      return erased?.erasedAt ?? null;
    },
    /**
     * Removes all stored data of a customer, including notes, tags, pins, proposals, notifications, members of
     * subscribed views and the assignment, and all files of scheduled exports of the environment. Records the erasure,
     * so that the customer is not stored again.
     */
    erase: (environment: Environment, customerID: string, event: NewAuditEvent, nowMs: number): Promise<void> =>
      db.transaction().execute(async (transaction) => {
        const customerKey = idKey(customerID);
        const { erasureKey } = await lockRecord(transaction, dialect, environment, { nowMs, lock: "update" });
        await transaction
          .insertInto("knownErased")
          .values({ environment, customerHash: hashOf(erasureKey, customerKey), erasedAt: nowMs })
          .onConflict((conflict) => conflict.doNothing())
          .execute();
        for (const table of ["knownStates", "knownCustomers", "knownNumbers", "knownNumberOwners"] as const) {
          await transaction
            .deleteFrom(table)
            .where("environment", "=", environment)
            .where("customerKey", "=", customerKey)
            .execute();
        }
        for (const table of [
          "customerNotes",
          "customerTags",
          "customerPins",
          "markedCustomers",
          "proposals",
          "viewMembers",
        ] as const) {
          await transaction
            .deleteFrom(table)
            .where("environment", "=", environment)
            .where("customerKey", "=", customerKey)
            .execute();
        }
        await transaction
          .deleteFrom("assignments")
          .where("environment", "=", environment)
          .where("kind", "=", customerKind)
          .where("itemID", "=", customerKey)
          .execute();
        await transaction
          .deleteFrom("ownNotifications")
          .where("environment", "=", environment)
          .where("customerKey", "=", customerKey)
          .execute();
        await eraseNamingProposals(transaction, environment, customerID);
        // The store does not know which customers a file contains, so all files of the environment are removed.
        await removeFilesOf(transaction, environment, "erasure", nowMs);
        await appendAudit(transaction, event, nowMs);
      }),
  };

  /** Removes the proposals of bulk changes that name the customer, and the proposal that has created it. */
  async function eraseNamingProposals(on: Transaction<ConsoleSchema>, environment: Environment, customerID: string) {
    const proposals = on.deleteFrom("proposals").where("environment", "=", environment);
    const position = sql.raw(dialect === "postgres" ? "strpos" : "instr");
    const named = `"customerid":${JSON.stringify(customerID).toLowerCase()}`;
    await proposals
      .where("kind", "=", "bulk")
      .where(sql<SqlBool>`${position}(lower("content"), ${named}) > 0`)
      .execute();
    const creations = on
      .selectFrom("operations")
      .select("operationID")
      .where("environment", "=", environment)
      .where("customerID", "in", [customerID, idKey(customerID)]);
    await proposals.where("kind", "=", "creation").where("resultID", "in", creations).execute();
  }
}
