import type { Kysely, Transaction } from "kysely";
import type { BulkState } from "#lib/contract/bulk.ts";
import type { ConsoleSchema } from "#server/bff/store/schema.ts";

/** Who works on a bulk: only its holder changes rows. */
export interface Lease {
  bulkID: string;
  leaseID: string;
}

/** Runs `work` while nobody else can take the bulk or change its state; false where it is not held. */
export function whileHeld(
  db: Kysely<ConsoleSchema>,
  { bulkID, leaseID }: Lease,
  states: readonly BulkState[],
  work: (on: Transaction<ConsoleSchema>) => Promise<boolean>,
): Promise<boolean> {
  return db.transaction().execute(async (transaction) => {
    // An UPDATE that changes nothing takes the row's lock on Postgres; SQLite has one writer anyway.
    const mine = await transaction
      .updateTable("bulks")
      .set({ leaseID })
      .where("bulkID", "=", bulkID)
      .where("leaseID", "=", leaseID)
      .where("state", "in", [...states])
      .executeTakeFirst();
    return mine.numUpdatedRows === 1n && (await work(transaction));
  });
}
