import type { Kysely, SelectQueryBuilder, Transaction } from "kysely";
import type { NewAuditEvent } from "#lib/contract/access/audit.ts";
import { appendAudit } from "#server/bff/store/audit/append-audit.ts";
import type { ConsoleSchema } from "#server/bff/store/schema/schema.ts";
import { endSessions, renameSession } from "#server/bff/store/sessions.ts";

/** The session in which a person changes their own factors. The session gets a new ID and continues. */
export interface OwnSessionIDs {
  staffID: string;
  sessionHash: string;
  newSessionHash: string;
}

/** The sign-in factors that a person has besides the password. */
export interface FactorCounts {
  hasTotp: boolean;
  passkeys: number;
  /** The number of unused recovery codes. */
  recoveryCodes: number;
}

/** New recovery codes. If the person already has codes, the new codes are stored only if `replace` is true. */
export interface NewRecoveryCodes {
  hashes: readonly string[];
  replace: boolean;
}

export async function factorsOf(on: Kysely<ConsoleSchema>, staffID: string): Promise<FactorCounts> {
  const row = await on
    .selectNoFrom((builder) => [
      builder
        .selectFrom("totp")
        .select((totp) => totp.fn.countAll<number>().as("count"))
        .where("staffID", "=", staffID)
        .where("confirmedAt", "is not", null)
        .as("totp"),
      builder
        .selectFrom("passkeys")
        .select((passkey) => passkey.fn.countAll<number>().as("count"))
        .where("staffID", "=", staffID)
        .as("passkeys"),
      builder
        .selectFrom("recoveryCodes")
        .select((code) => code.fn.countAll<number>().as("count"))
        .where("staffID", "=", staffID)
        .where("usedAt", "is", null)
        .as("recoveryCodes"),
    ])
    .executeTakeFirstOrThrow();
  return {
    hasTotp: Number(row.totp) > 0,
    passkeys: Number(row.passkeys),
    recoveryCodes: Number(row.recoveryCodes),
  };
}

async function keepRecoveryCodes(
  transaction: Transaction<ConsoleSchema>,
  staffID: string,
  { hashes, replace }: NewRecoveryCodes,
): Promise<boolean> {
  if (replace) await transaction.deleteFrom("recoveryCodes").where("staffID", "=", staffID).execute();
  else {
    const known = await transaction
      .selectFrom("recoveryCodes")
      .select("codeHash")
      .where("staffID", "=", staffID)
      .executeTakeFirst();
    if (known) return false;
  }
  await transaction
    .insertInto("recoveryCodes")
    .values(hashes.map((codeHash) => ({ staffID, codeHash, usedAt: null })))
    .execute();
  return true;
}

/**
 * The result of adding a factor. `endedSessions`: the IDs of the sessions that ended, and the old ID of the person's
 * own session. `hasNewCodes`: true if the new recovery codes were stored.
 */
export interface FactorAdded {
  endedSessions: string[];
  hasNewCodes: boolean;
}

/**
 * Locks the row of a person before related rows are changed. All code uses this order, so no deadlock is possible. On
 * PostgreSQL, an UPDATE that changes nothing locks the row. SQLite has only one writer, so it needs no lock.
 */
export async function lockPerson(
  transaction: Transaction<ConsoleSchema>,
  staffID: string | SelectQueryBuilder<ConsoleSchema, "invitations", { staffID: string }>,
): Promise<void> {
  await transaction
    .updateTable("staff")
    .set((staff) => ({ staffID: staff.ref("staffID") }))
    .where("staffID", typeof staffID === "string" ? "=" : "in", staffID)
    .execute();
}

/**
 * The last part of a transaction that adds a factor. The first factor ends every other session of the person. Those
 * sessions began with the password alone, so an attacker who knows the password may have started them.
 */
export async function finishAdding(
  transaction: Transaction<ConsoleSchema>,
  { staffID, ...own }: OwnSessionIDs,
  { isFirst, hashes, event }: { isFirst: boolean; hashes: readonly string[]; event: NewAuditEvent },
  nowMs: number,
): Promise<FactorAdded> {
  const hasNewCodes = await keepRecoveryCodes(transaction, staffID, { hashes, replace: false });
  const ended = isFirst ? await endSessions(transaction, staffID, { except: own.sessionHash }, nowMs) : [];
  await renameSession(transaction, own);
  await transaction
    .updateTable("sessions")
    .set({ secondFactorAt: nowMs, factorAt: nowMs })
    .where("sessionHash", "=", own.newSessionHash)
    .execute();
  await appendAudit(transaction, event, nowMs);
  return { endedSessions: [...ended, own.sessionHash], hasNewCodes };
}

/**
 * The last part of a transaction that removes a factor. If the person has no factor left, the recovery codes are
 * removed too, and the person's sessions count as sessions without a second factor.
 */
export async function finishRemoving(
  transaction: Transaction<ConsoleSchema>,
  { staffID, ...own }: OwnSessionIDs,
  event: NewAuditEvent,
  nowMs: number,
): Promise<string[]> {
  const left = await factorsOf(transaction, staffID);
  if (!left.hasTotp && left.passkeys === 0) await removeFactors(transaction, staffID);
  await renameSession(transaction, own);
  await appendAudit(transaction, event, nowMs);
  return [own.sessionHash];
}

/** Removes all second factors of a person. The person's sessions lose their second-factor state too. */
export async function removeFactors(transaction: Transaction<ConsoleSchema>, staffID: string): Promise<void> {
  for (const table of ["totp", "passkeys", "recoveryCodes"] as const) {
    await transaction.deleteFrom(table).where("staffID", "=", staffID).execute();
  }
  await transaction.updateTable("sessions").set({ secondFactorAt: null }).where("staffID", "=", staffID).execute();
}

/** The store functions that all kinds of second factors share. Database errors are passed on unchanged. */
export function createFactorStore(db: Kysely<ConsoleSchema>) {
  return {
    of: (staffID: string): Promise<FactorCounts> => factorsOf(db, staffID),
    /** Uses a recovery code. False if no unused code matches. */
    async redeemRecoveryCode(staffID: string, codeHash: string, nowMs: number): Promise<boolean> {
      const { numUpdatedRows } = await db
        .updateTable("recoveryCodes")
        .set({ usedAt: nowMs })
        .where("staffID", "=", staffID)
        .where("codeHash", "=", codeHash)
        .where("usedAt", "is", null)
        .executeTakeFirst();
      return numUpdatedRows === 1n;
    },
    /** Replaces the recovery codes. False, without a change, if the person has no second factor. */
    replaceRecoveryCodes: (
      staffID: string,
      hashes: readonly string[],
      nowMs: number,
      event: NewAuditEvent,
    ): Promise<boolean> =>
      db.transaction().execute(async (transaction) => {
        const { hasTotp, passkeys } = await factorsOf(transaction, staffID);
        if (!hasTotp && passkeys === 0) return false;
        await keepRecoveryCodes(transaction, staffID, { hashes, replace: true });
        await appendAudit(transaction, event, nowMs);
        return true;
      }),
    /** Uses up a challenge. False if the challenge was already used, on any replica. */
    redeemChallenge: (challengeHash: string, expiresAt: number, nowMs: number): Promise<boolean> =>
      db.transaction().execute(async (transaction) => {
        await transaction.deleteFrom("usedChallenges").where("expiresAt", "<", nowMs).execute();
        const first = await transaction
          .insertInto("usedChallenges")
          .values({ challengeHash, expiresAt })
          .onConflict((conflict) => conflict.column("challengeHash").doNothing())
          .executeTakeFirst();
        return first.numInsertedOrUpdatedRows === 1n;
      }),
  };
}
