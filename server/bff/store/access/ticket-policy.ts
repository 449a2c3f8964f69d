import type { Kysely } from "kysely";
import { z } from "zod";
import type { NewAuditEvent } from "#lib/contract/access/audit.ts";
import type { TicketPolicy } from "#lib/contract/access/ticket-policy.ts";
import { appendAudit } from "#server/bff/store/audit/append-audit.ts";
import { jsonText } from "#server/bff/store/schema/json-text.ts";
import type { ConsoleSchema } from "#server/bff/store/schema/schema.ts";

const subjects = jsonText(z.array(z.string()));
const rowSchema = z.object({ ticketFor: subjects, reasonFor: subjects, version: z.number() });

/** Stores which changes require a ticket or a reason. Database errors are passed on unchanged. */
export function createTicketPolicyStore(db: Kysely<ConsoleSchema>) {
  const read = async (on: Kysely<ConsoleSchema>) =>
    rowSchema.parse(
      await on.selectFrom("ticketPolicy").select(["ticketFor", "reasonFor", "version"]).executeTakeFirstOrThrow(),
    );
  return {
    read: (): Promise<TicketPolicy> => read(db),
    /** Replaces the policy if its stored version is still `version`. Null if another person has changed the policy. */
    change: (
      { ticketFor, reasonFor, version }: TicketPolicy,
      eventOf: (values: { before: TicketPolicy; after: TicketPolicy }) => NewAuditEvent,
      nowMs: number,
    ): Promise<TicketPolicy | null> =>
      db.transaction().execute(async (transaction) => {
        const before = await read(transaction);
        const { numUpdatedRows } = await transaction
          .updateTable("ticketPolicy")
          .set({
            ticketFor: JSON.stringify(ticketFor),
            reasonFor: JSON.stringify(reasonFor),
            version: version + 1,
          })
          .where("version", "=", version)
          .executeTakeFirst();
        if (numUpdatedRows !== 1n) return null;
        const after = await read(transaction);
        await appendAudit(transaction, eventOf({ before, after }), nowMs);
        return after;
      }),
  };
}
