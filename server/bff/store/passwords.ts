import type { Kysely, Transaction } from "kysely";
import type { NewAuditEvent } from "#lib/contract/access/audit.ts";
import { appendAudit } from "./audit/append-audit.ts";
import { factorsOf, lockPerson } from "./factors/factors.ts";
import type { ConsoleSchema } from "./schema/schema.ts";
import { endSessions, renameSession } from "./sessions.ts";

/** The person to whom an open one-time link belongs. */
export interface OpenInvitation {
  staffID: string;
  email: string;
  name: string;
  expiresAt: number;
  /** True if the account of the person was already activated before this link. */
  isReset: boolean;
}

/**
 * The store of passwords, and of the one-time links with which people choose a password. Database errors are passed on
 * unchanged.
 */
export function createPasswordStore(db: Kysely<ConsoleSchema>) {
  const setPassword = (on: Transaction<ConsoleSchema>, staffID: string, passwordHash: string) =>
    on.updateTable("staff").set({ passwordHash }).where("staffID", "=", staffID).execute();
  return {
    /**
     * The open link with this hash. Null if the link was used or replaced, has expired, or belongs to a disabled
     * person.
     */
    async findInvitation(tokenHash: string, nowMs: number): Promise<OpenInvitation | null> {
      const row = await db
        .selectFrom("invitations")
        .innerJoin("staff", "staff.staffID", "invitations.staffID")
        .select(["staff.staffID", "email", "name", "activatedAt", "expiresAt"])
        .where("tokenHash", "=", tokenHash)
        .where("expiresAt", ">", nowMs)
        .where("disabledAt", "is", null)
        .executeTakeFirst();
      if (!row) return null;
      const { activatedAt, ...invitation } = row;
      return { ...invitation, isReset: activatedAt !== null };
    },
    /** Uses a link: sets the password and ends every session of the person. False if the link is no longer valid. */
    accept: (tokenHash: string, passwordHash: string, nowMs: number, event: NewAuditEvent): Promise<boolean> =>
      db.transaction().execute(async (transaction) => {
        const link = transaction
          .selectFrom("invitations")
          .select("staffID")
          .where("tokenHash", "=", tokenHash)
          .where("expiresAt", ">", nowMs);
        await lockPerson(transaction, link);
        // The link works only once: a second request at the same time finds no row to delete.
        const used = await transaction
          .deleteFrom("invitations")
          .where("tokenHash", "=", tokenHash)
          .where("expiresAt", ">", nowMs)
          .returning("staffID")
          .executeTakeFirst();
        if (!used) return false;
        const { numUpdatedRows } = await transaction
          .updateTable("staff")
          .set((builder) => ({ passwordHash, activatedAt: builder.fn.coalesce("activatedAt", builder.val(nowMs)) }))
          .where("staffID", "=", used.staffID)
          .where("disabledAt", "is", null)
          .executeTakeFirst();
        if (numUpdatedRows !== 1n) return false;
        await endSessions(transaction, used.staffID, {}, nowMs);
        await appendAudit(transaction, event, nowMs);
        return true;
      }),
    /**
     * Sets the person's own password. The current session gets a new ID and continues. All other sessions of the person
     * end. Returns the IDs of all sessions that were active before. None of these IDs is valid any longer.
     */
    change: (
      { staffID, ...own }: { staffID: string; sessionHash: string; newSessionHash: string },
      passwordHash: string,
      nowMs: number,
      event: NewAuditEvent,
    ): Promise<string[]> =>
      db.transaction().execute(async (transaction) => {
        await setPassword(transaction, staffID, passwordHash);
        await transaction.deleteFrom("invitations").where("staffID", "=", staffID).execute();
        const ended = await endSessions(transaction, staffID, { except: own.sessionHash }, nowMs);
        await renameSession(transaction, own);
        const { hasTotp, passkeys } = await factorsOf(transaction, staffID);
        if (!hasTotp && passkeys === 0) {
          await transaction
            .updateTable("sessions")
            .set({ factorAt: nowMs })
            .where("sessionHash", "=", own.newSessionHash)
            .execute();
        }
        await appendAudit(transaction, event, nowMs);
        return [...ended, own.sessionHash];
      }),
  };
}
