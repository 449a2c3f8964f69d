import type { Kysely } from "kysely";
import { z } from "zod";
import type { NewAuditEvent } from "#lib/contract/access/audit.ts";
import type { KnownPolicy } from "#lib/contract/access/known-policy.ts";
import { elsewhereAlerts } from "#lib/contract/values/customers/elsewhere-alerts.ts";
import { appendAudit } from "#server/bff/store/audit/append-audit.ts";
import type { ConsoleSchema } from "#server/bff/store/schema/schema.ts";

const rowSchema = z.object({ elsewhere: z.enum(elsewhereAlerts), version: z.number() });

/** Stores which changes outside Switchboard appear under Attention. Database errors are passed on unchanged. */
export function createKnownPolicyStore(db: Kysely<ConsoleSchema>) {
  const read = async (on: Kysely<ConsoleSchema>): Promise<KnownPolicy> =>
    rowSchema.parse(await on.selectFrom("knownPolicy").select(["elsewhere", "version"]).executeTakeFirstOrThrow());
  return {
    read: (): Promise<KnownPolicy> => read(db),
    /** Replaces the policy if its stored version is still `version`. Null if another person has changed the policy. */
    change: (
      { elsewhere, version }: KnownPolicy,
      eventOf: (values: { before: KnownPolicy; after: KnownPolicy }) => NewAuditEvent,
      nowMs: number,
    ): Promise<KnownPolicy | null> =>
      db.transaction().execute(async (transaction) => {
        const before = await read(transaction);
        const { numUpdatedRows } = await transaction
          .updateTable("knownPolicy")
          .set({ elsewhere, version: version + 1 })
          .where("version", "=", version)
          .executeTakeFirst();
        if (numUpdatedRows !== 1n) return null;
        const after = await read(transaction);
        await appendAudit(transaction, eventOf({ before, after }), nowMs);
        return after;
      }),
  };
}
