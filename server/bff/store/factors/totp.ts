import type { Kysely } from "kysely";
import type { NewAuditEvent } from "#lib/contract/access/audit.ts";
import type { ConsoleSchema } from "#server/bff/store/schema/schema.ts";
import type { TotpTable } from "#server/bff/store/schema/tables/factor-tables.ts";
import {
  type FactorAdded,
  factorsOf,
  finishAdding,
  finishRemoving,
  lockPerson,
  type OwnSessionIDs,
} from "./factors.ts";

/** The time limit for confirming a new app, in milliseconds. */
export const maxTotpSetUpMs = 15 * 60_000;

/** The authenticator apps of people. Database errors are passed on unchanged. */
export interface TotpStore {
  /** The person's app, whether confirmed or not. */
  find(staffID: string): Promise<TotpTable | null>;
  /** Stores an unconfirmed secret and replaces an earlier unconfirmed one. False if the person has a confirmed app. */
  begin(staffID: string, sealedSecret: string, nowMs: number): Promise<boolean>;
  /** Confirms the app and uses its first code. Null if the secret was confirmed or replaced meanwhile. */
  confirm(
    own: OwnSessionIDs,
    given: { sealedSecret: string; step: number; hashes: readonly string[]; event: NewAuditEvent },
    nowMs: number,
  ): Promise<FactorAdded | null>;
  /** Uses the code of a time step. False if this code or a later one was used before on any replica. */
  redeemStep(staffID: string, step: number, nowMs: number): Promise<boolean>;
  /** Removes the app. Null if there is none. Returns the sessions that ended. */
  remove(own: OwnSessionIDs, nowMs: number, event: NewAuditEvent): Promise<string[] | null>;
  /** All sealed secrets, for sealing them with the new SESSION_SECRET after a rotation. */
  sealed(): Promise<Pick<TotpTable, "staffID" | "sealedSecret">[]>;
  reseal(staffID: string, from: string, to: string): Promise<void>;
}

export function createTotpStore(db: Kysely<ConsoleSchema>): TotpStore {
  return {
    find: async (staffID) =>
      (await db.selectFrom("totp").selectAll().where("staffID", "=", staffID).executeTakeFirst()) ?? null,
    async begin(staffID, sealedSecret, nowMs) {
      const row = { staffID, sealedSecret, createdAt: nowMs, confirmedAt: null, lastStep: null, lastUsedAt: null };
      const kept = await db
        .insertInto("totp")
        .values(row)
        .onConflict((conflict) =>
          conflict
            .column("staffID")
            .doUpdateSet({ sealedSecret, createdAt: nowMs })
            .where("totp.confirmedAt", "is", null),
        )
        .executeTakeFirst();
      return kept.numInsertedOrUpdatedRows === 1n;
    },
    confirm: (own, { sealedSecret, step, hashes, event }, nowMs) =>
      db.transaction().execute(async (transaction) => {
        const before = await factorsOf(transaction, own.staffID);
        const { numUpdatedRows } = await transaction
          .updateTable("totp")
          .set({ confirmedAt: nowMs, lastStep: step, lastUsedAt: nowMs })
          .where("staffID", "=", own.staffID)
          .where("sealedSecret", "=", sealedSecret)
          .where("confirmedAt", "is", null)
          .where("createdAt", ">", nowMs - maxTotpSetUpMs)
          .executeTakeFirst();
        if (numUpdatedRows !== 1n) return null;
        return finishAdding(transaction, own, { isFirst: before.passkeys === 0, hashes, event }, nowMs);
      }),
    async redeemStep(staffID, step, nowMs) {
      const { numUpdatedRows } = await db
        .updateTable("totp")
        .set({ lastStep: step, lastUsedAt: nowMs })
        .where("staffID", "=", staffID)
        .where("confirmedAt", "is not", null)
        .where((where) => where.or([where("lastStep", "is", null), where("lastStep", "<", step)]))
        .executeTakeFirst();
      return numUpdatedRows === 1n;
    },
    remove: (own, nowMs, event) =>
      db.transaction().execute(async (transaction) => {
        await lockPerson(transaction, own.staffID);
        const { numDeletedRows } = await transaction
          .deleteFrom("totp")
          .where("staffID", "=", own.staffID)
          .where("confirmedAt", "is not", null)
          .executeTakeFirst();
        return numDeletedRows === 1n ? finishRemoving(transaction, own, event, nowMs) : null;
      }),
    sealed: () => db.selectFrom("totp").select(["staffID", "sealedSecret"]).execute(),
    async reseal(staffID, from, to) {
      await db
        .updateTable("totp")
        .set({ sealedSecret: to })
        .where("staffID", "=", staffID)
        .where("sealedSecret", "=", from)
        .execute();
    },
  };
}
