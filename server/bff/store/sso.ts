import type { Kysely, Transaction } from "kysely";
import type { NewAuditEvent } from "#lib/contract/access/audit.ts";
import type { DatabaseDialect } from "#server/database/open-database.ts";
import { appendAudit } from "./audit/append-audit.ts";
import { acquireAdvisoryLock } from "./schema/acquire-advisory-lock.ts";
import { parseAccess } from "./schema/parse-access.ts";
import type { ConsoleSchema } from "./schema/schema.ts";
import type { NewStaff, Staff } from "./staff.ts";

/**
 * The identity of a person at a provider. It is never an e-mail address, because an address may later belong to another
 * person.
 */
export interface Identity {
  issuer: string;
  subject: string;
}

/** A logout token whose signature and claims were checked. */
export interface LogoutOrder {
  issuer: string;
  /**
   * Which sessions to end: all sessions of `subject`, or only the session `sessionID`. At least one of the two is set.
   */
  subject?: string | undefined;
  sessionID?: string | undefined;
  tokenHash: string;
  /** After this time the token is expired anyway, so it need not be stored any longer. */
  expiresAt: number;
}

/** The store of people who sign in with single sign-on. Database errors are passed on unchanged. */
export function createSsoStore(db: Kysely<ConsoleSchema>, dialect: DatabaseDialect) {
  /**
   * Locks an identity. If a person's first two sign-ins run at the same time, the second sign-in waits for the first,
   * even on another replica.
   */
  const lock = (transaction: Transaction<ConsoleSchema>, { issuer, subject }: Identity) =>
    acquireAdvisoryLock(transaction, dialect, `identity ${issuer} ${subject}`);

  async function isKnown(on: Transaction<ConsoleSchema>, { issuer, subject }: Identity): Promise<boolean> {
    const known = await on
      .selectFrom("identities")
      .select("staffID")
      .where("issuer", "=", issuer)
      .where("subject", "=", subject)
      .executeTakeFirst();
    return known !== undefined;
  }

  return {
    /** The person with this identity. The person may be disabled. */
    async findStaff({ issuer, subject }: Identity): Promise<Staff | null> {
      const row = await db
        .selectFrom("identities")
        .innerJoin("staff", "staff.staffID", "identities.staffID")
        .selectAll("staff")
        .where("identities.issuer", "=", issuer)
        .where("identities.subject", "=", subject)
        .executeTakeFirst();
      return row ? { ...row, ...parseAccess(row) } : null;
    },
    /**
     * Adds a person with an identity. The person is active immediately. True, without a change, if the identity already
     * exists. False, without a change, if the address is already used.
     */
    addStaff: (
      identity: Identity,
      { environments, ...staff }: Omit<NewStaff, "passwordHash">,
      event: NewAuditEvent,
    ): Promise<boolean> =>
      db.transaction().execute(async (transaction) => {
        await lock(transaction, identity);
        if (await isKnown(transaction, identity)) return true;
        const { createdAt, staffID } = staff;
        const added = await transaction
          .insertInto("staff")
          .values({
            ...staff,
            environments: JSON.stringify(environments),
            passwordHash: null,
            disabledAt: null,
            activatedAt: createdAt,
            lastSignInAt: null,
          })
          .onConflict((conflict) => conflict.column("email").doNothing())
          .executeTakeFirst();
        if (added.numInsertedOrUpdatedRows !== 1n) return false;
        await transaction
          .insertInto("identities")
          .values({ ...identity, staffID, createdAt })
          .execute();
        await appendAudit(transaction, event, createdAt);
        return true;
      }),
    /** Stores whether the provider has confirmed that the address belongs to the person. */
    async setEmailUnverified(staffID: string, isUnverified: boolean): Promise<void> {
      await db
        .updateTable("staff")
        .set({ emailUnverified: isUnverified ? 1 : 0 })
        .where("staffID", "=", staffID)
        .execute();
    },
    /**
     * Links an identity to a person who has no other way to sign in: the person was invited, was reset, or has a
     * password that the policy does not accept. Open links of the person become invalid. For any other person, nothing
     * is changed and the result is false. True, without a change, if the identity already exists.
     */
    link: (identity: Identity, staffID: string, nowMs: number, event: NewAuditEvent): Promise<boolean> =>
      db.transaction().execute(async (transaction) => {
        await lock(transaction, identity);
        if (await isKnown(transaction, identity)) return true;
        const { numUpdatedRows } = await transaction
          .updateTable("staff")
          .set((builder) => ({ activatedAt: builder.fn.coalesce("activatedAt", builder.val(nowMs)) }))
          .where("staffID", "=", staffID)
          // If the policy requires single sign-on, only the break-glass administrator can sign in with a password.
          .where((where) =>
            where.or([
              where("passwordHash", "is", null),
              where.exists(
                where
                  .selectFrom("accessPolicy")
                  .select("only")
                  .where("ssoRequired", "=", 1)
                  .whereRef("breakGlassStaffID", "!=", "staff.staffID"),
              ),
            ]),
          )
          .where("disabledAt", "is", null)
          .where((where) =>
            where.not(
              where.exists(
                where.selectFrom("identities").select("subject").whereRef("identities.staffID", "=", "staff.staffID"),
              ),
            ),
          )
          .executeTakeFirst();
        if (numUpdatedRows !== 1n) return false;
        await transaction
          .insertInto("identities")
          .values({ ...identity, staffID, createdAt: nowMs })
          .execute();
        await transaction.deleteFrom("invitations").where("staffID", "=", staffID).execute();
        await appendAudit(transaction, event, nowMs);
        return true;
      }),
    /**
     * Ends the sessions that a logout token names, and returns the ended sessions. Null if the token was already used.
     */
    endSessions: (
      { issuer, subject, sessionID, tokenHash, expiresAt }: LogoutOrder,
      nowMs: number,
      event: NewAuditEvent,
    ): Promise<string[] | null> =>
      db.transaction().execute(async (transaction) => {
        await transaction.deleteFrom("logoutTokens").where("expiresAt", "<", nowMs).execute();
        // Because of the primary key, a token can be used only once on all replicas.
        const first = await transaction
          .insertInto("logoutTokens")
          .values({ tokenHash, expiresAt })
          .onConflict((conflict) => conflict.column("tokenHash").doNothing())
          .executeTakeFirst();
        if (first.numInsertedOrUpdatedRows !== 1n) return null;
        let update = transaction
          .updateTable("sessions")
          .set({ endedAt: nowMs })
          .where("endedAt", "is", null)
          .where("ssoIssuer", "=", issuer);
        if (subject !== undefined) update = update.where("ssoSubject", "=", subject);
        if (sessionID !== undefined) update = update.where("ssoSessionID", "=", sessionID);
        const ended = await update.returning("sessionHash").execute();
        await appendAudit(transaction, event, nowMs);
        return ended.map(({ sessionHash }) => sessionHash);
      }),
  };
}
