import type { Kysely } from "kysely";
import type { NewAuditEvent } from "#lib/contract/access/audit.ts";
import { appendAudit } from "#server/bff/store/audit/append-audit.ts";
import { parseAccess } from "#server/bff/store/schema/parse-access.ts";
import type { ConsoleSchema } from "#server/bff/store/schema/schema.ts";
import type { PasskeysTable } from "#server/bff/store/schema/tables/factor-tables.ts";
import type { Staff } from "#server/bff/store/staff.ts";
import {
  type FactorAdded,
  factorsOf,
  finishAdding,
  finishRemoving,
  lockPerson,
  type OwnSessionIDs,
} from "./factors.ts";

/** The store of passkeys. Database errors are passed on unchanged. */
export function createPasskeyStore(db: Kysely<ConsoleSchema>) {
  return {
    /** The person's passkeys, oldest first. */
    ofStaff: (staffID: string): Promise<PasskeysTable[]> =>
      db
        .selectFrom("passkeys")
        .selectAll()
        .where("staffID", "=", staffID)
        .orderBy("createdAt")
        .orderBy("passkeyID")
        .execute(),
    /** Finds a passkey by its credential ID. Also returns its owner, who may be disabled. */
    async find(credentialID: string): Promise<{ passkey: PasskeysTable; staff: Staff } | null> {
      const passkey = await db
        .selectFrom("passkeys")
        .selectAll()
        .where("credentialID", "=", credentialID)
        .executeTakeFirst();
      if (!passkey) return null;
      const staff = await db
        .selectFrom("staff")
        .selectAll()
        .where("staffID", "=", passkey.staffID)
        .executeTakeFirstOrThrow();
      return { passkey, staff: { ...staff, ...parseAccess(staff) } };
    },
    /** Adds a passkey. Null if the passkey is already registered. */
    add: (
      own: OwnSessionIDs,
      passkey: PasskeysTable,
      { hashes, event }: { hashes: readonly string[]; event: NewAuditEvent },
      nowMs: number,
    ): Promise<FactorAdded | null> =>
      db.transaction().execute(async (transaction) => {
        const before = await factorsOf(transaction, own.staffID);
        const added = await transaction
          .insertInto("passkeys")
          .values(passkey)
          .onConflict((conflict) => conflict.column("credentialID").doNothing())
          .executeTakeFirst();
        if (added.numInsertedOrUpdatedRows !== 1n) return null;
        const isFirst = !before.hasTotp && before.passkeys === 0;
        return finishAdding(transaction, own, { isFirst, hashes, event }, nowMs);
      }),
    /**
     * Records a use of a passkey and stores its new signature counter. False if the stored counter is no longer `from`.
     * In that case, a copy of the passkey may be in use.
     */
    async recordUse(passkeyID: string, { from, to }: { from: number; to: number }, nowMs: number): Promise<boolean> {
      const { numUpdatedRows } = await db
        .updateTable("passkeys")
        .set({ counter: to, lastUsedAt: nowMs })
        .where("passkeyID", "=", passkeyID)
        .where("counter", "=", from)
        .executeTakeFirst();
      return numUpdatedRows === 1n;
    },
    rename: (staffID: string, passkeyID: string, name: string, nowMs: number, event: NewAuditEvent): Promise<boolean> =>
      db.transaction().execute(async (transaction) => {
        const { numUpdatedRows } = await transaction
          .updateTable("passkeys")
          .set({ name })
          .where("passkeyID", "=", passkeyID)
          .where("staffID", "=", staffID)
          .executeTakeFirst();
        if (numUpdatedRows !== 1n) return false;
        await appendAudit(transaction, event, nowMs);
        return true;
      }),
    /** Removes a passkey. Returns the session IDs that are no longer valid. Null if the person has no such passkey. */
    remove: (own: OwnSessionIDs, passkeyID: string, nowMs: number, event: NewAuditEvent): Promise<string[] | null> =>
      db.transaction().execute(async (transaction) => {
        await lockPerson(transaction, own.staffID);
        const { numDeletedRows } = await transaction
          .deleteFrom("passkeys")
          .where("passkeyID", "=", passkeyID)
          .where("staffID", "=", own.staffID)
          .executeTakeFirst();
        return numDeletedRows === 1n ? finishRemoving(transaction, own, event, nowMs) : null;
      }),
  };
}
