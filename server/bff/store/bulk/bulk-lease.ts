import type { Kysely, Transaction } from "kysely";
import type { BulkState } from "#lib/contract/bulk.ts";
import type { ConsoleSchema } from "#server/bff/store/schema/schema.ts";
import { storeNow } from "#server/bff/store/store-now.ts";
import type { DatabaseDialect } from "#server/database/open-database.ts";

/**
 * The right of one run to work on a bulk change. Each run has a lease with a new ID, so that a process
 * that takes its own bulk a second time does not count as the first run.
 */
export interface Lease {
  bulkID: string;
  leaseID: string;
}

/** Thrown where a run must not go on: its lease has lapsed, or its bulk was paused or cancelled. */
export class RunEnded extends Error {
  override readonly name = "RunEnded";
}

type On = Kysely<ConsoleSchema> | Transaction<ConsoleSchema>;

/**
 * True while the lease is in force by the store's clock. In a transaction no other can take the bulk
 * or change its state before its end: an UPDATE that changes nothing takes the row's lock on Postgres,
 * SQLite has one writer anyway.
 */
export async function lockLease(
  on: On,
  dialect: DatabaseDialect,
  { bulkID, leaseID }: Lease,
  states?: readonly BulkState[],
): Promise<boolean> {
  let own = on
    .updateTable("bulks")
    .set({ leaseID })
    .where("bulkID", "=", bulkID)
    .where("leaseID", "=", leaseID)
    .where("leaseUntil", ">", storeNow(dialect));
  if (states) own = own.where("state", "in", [...states]);
  return (await own.executeTakeFirst()).numUpdatedRows === 1n;
}

/** Runs `work` in a transaction in which no other can take the bulk or change its state; false if the lease is not in force. */
export function whileHeld(
  db: Kysely<ConsoleSchema>,
  dialect: DatabaseDialect,
  lease: Lease,
  states: readonly BulkState[] | undefined,
  work: (on: Transaction<ConsoleSchema>) => Promise<boolean>,
): Promise<boolean> {
  return db
    .transaction()
    .execute(
      async (transaction) => (await lockLease(transaction, dialect, lease, states)) && (await work(transaction)),
    );
}
