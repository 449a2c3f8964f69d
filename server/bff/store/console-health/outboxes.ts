import type { Kysely, Transaction } from "kysely";
import type { NewAuditEvent } from "#lib/contract/access/audit.ts";
import type { OutboxName } from "#lib/contract/values/console/outbox-names.ts";
import { appendAudit } from "#server/bff/store/audit/append-audit.ts";
import type { ConsoleSchema } from "#server/bff/store/schema/schema.ts";

/** The store of outboxes that a restore has stopped. Database errors are passed on unchanged. */
export function createOutboxStore(db: Kysely<ConsoleSchema>) {
  async function empty(
    on: Transaction<ConsoleSchema>,
    { name, stoppedAt, lastSequence }: { name: string; stoppedAt: number; lastSequence: number },
    nowMs: number,
  ): Promise<void> {
    if (name === "audit-push") {
      await on.updateTable("auditPush").set({ sequence: lastSequence }).where("sequence", "<", lastSequence).execute();
      return;
    }
    if (name === "exports") {
      await on
        .updateTable("exportRuns")
        .set({ sendState: "given-up", sentAt: nowMs })
        .where("sendState", "=", "waiting")
        .where("finishedAt", "<=", stoppedAt)
        .execute();
      return;
    }
    // Marks the events as accepted, so that they are not added again while their cause continues.
    await on
      .updateTable("notifications")
      .set({ acceptedAt: nowMs })
      .where("acceptedAt", "is", null)
      .where("givenUpAt", "is", null)
      .where("createdAt", "<=", stoppedAt)
      .execute();
  }

  return {
    /**
     * Restarts a stopped outbox. With `isEmptied`, only events that were added after the stop are sent. Without
     * `isEmptied`, all waiting events are sent. False if the outbox was not stopped.
     */
    restart: (name: OutboxName, isEmptied: boolean, event: NewAuditEvent, nowMs: number): Promise<boolean> =>
      db.transaction().execute(async (on) => {
        const stopped = await on
          .deleteFrom("stoppedOutboxes")
          .where("name", "=", name)
          .returningAll()
          .executeTakeFirst();
        if (!stopped) return false;
        if (isEmptied) await empty(on, stopped, nowMs);
        await appendAudit(on, event, nowMs);
        return true;
      }),
  };
}
