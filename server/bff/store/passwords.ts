import type { Kysely, Transaction } from "kysely";
import type { NewAuditEvent } from "#lib/contract/access/audit.ts";
import { appendAudit } from "./audit/append-audit.ts";
import { factorsOf, lockPerson } from "./factors/factors.ts";
import type { ConsoleSchema } from "./schema/schema.ts";
import { endSessions, renameSession } from "./sessions.ts";

/** Whose one-time link it is. */
export interface OpenInvitation {
  staffID: string;
  email: string;
  name: string;
  expiresAt: number;
  /** True where the person had a password before. */
  isReset: boolean;
}

/** How people choose passwords. Errors of the database come as they are. */
export interface PasswordStore {
  /** The link, unless it was used, replaced or ran out at `nowMs`, or its person is disabled. */
  findInvitation(tokenHash: string, nowMs: number): Promise<OpenInvitation | null>;
  /** Uses a link up and sets the password; false where it cannot be used any more. Ends every session. */
  accept(tokenHash: string, passwordHash: string, nowMs: number, event: NewAuditEvent): Promise<boolean>;
  /** Sets one's own password: the session goes on under a new ID, the others end. Gives those that were in force. */
  change(
    own: { staffID: string; sessionHash: string; newSessionHash: string },
    passwordHash: string,
    nowMs: number,
    event: NewAuditEvent,
  ): Promise<string[]>;
}

export function createPasswordStore(db: Kysely<ConsoleSchema>): PasswordStore {
  const setPassword = (on: Transaction<ConsoleSchema>, staffID: string, passwordHash: string) =>
    on.updateTable("staff").set({ passwordHash }).where("staffID", "=", staffID).execute();
  return {
    async findInvitation(tokenHash, nowMs) {
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
    accept: (tokenHash, passwordHash, nowMs, event) =>
      db.transaction().execute(async (transaction) => {
        const link = transaction
          .selectFrom("invitations")
          .select("staffID")
          .where("tokenHash", "=", tokenHash)
          .where("expiresAt", ">", nowMs);
        await lockPerson(transaction, link);
        // Deleting it is what makes it usable once: of two that use it, one finds none.
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
    change: ({ staffID, ...own }, passwordHash, nowMs, event) =>
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
