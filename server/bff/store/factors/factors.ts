import type { Kysely, SelectQueryBuilder, Transaction } from "kysely";
import type { NewAuditEvent } from "#lib/contract/access/audit.ts";
import { appendAudit } from "#server/bff/store/audit/append-audit.ts";
import type { ConsoleSchema } from "#server/bff/store/schema/schema.ts";
import { endSessions, renameSession } from "#server/bff/store/sessions.ts";

/** The session whose person changes their factors: it goes on under a new ID. */
export interface OwnSessionIDs {
  staffID: string;
  sessionHash: string;
  newSessionHash: string;
}

/** What a person has besides their password. */
export interface FactorCounts {
  hasTotp: boolean;
  passkeys: number;
  /** Recovery codes that have not been used. */
  recoveryCodes: number;
}

/** Codes that are kept where the person has none yet, or in place of those they have. */
export interface NewRecoveryCodes {
  hashes: readonly string[];
  replace: boolean;
}

/** What all second factors have in common. Errors of the database come as they are. */
export interface FactorStore {
  of(staffID: string): Promise<FactorCounts>;
  /** Uses a recovery code up; false where there is no such unused one. */
  redeemRecoveryCode(staffID: string, codeHash: string, nowMs: number): Promise<boolean>;
  /** Replaces the recovery codes; false, and nothing is changed, where the person has no second factor. */
  replaceRecoveryCodes(
    staffID: string,
    hashes: readonly string[],
    nowMs: number,
    event: NewAuditEvent,
  ): Promise<boolean>;
  /** Uses a challenge up; false where it was used before, on whichever replica. */
  redeemChallenge(challengeHash: string, expiresAt: number, nowMs: number): Promise<boolean>;
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

/** What follows from a new factor: the sessions that go with it end, and whether the new recovery codes were kept. */
export interface FactorAdded {
  endedSessions: string[];
  hasNewCodes: boolean;
}

/**
 * Locks a person's row before what belongs to the person is changed, as everybody does who changes both: an UPDATE that
 * changes nothing takes the row's lock on Postgres, SQLite has one writer anyway.
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
 * The last part of a transaction that adds a factor. A first one ends every other session of the person: those began by
 * the password alone, perhaps somebody else's.
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
 * The last part of a transaction that removes a factor. Without any left the recovery codes go too, and sessions count
 * as having none.
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

/** Takes every second factor of a person, and what their sessions had of them. */
export async function removeFactors(transaction: Transaction<ConsoleSchema>, staffID: string): Promise<void> {
  for (const table of ["totp", "passkeys", "recoveryCodes"] as const) {
    await transaction.deleteFrom(table).where("staffID", "=", staffID).execute();
  }
  await transaction.updateTable("sessions").set({ secondFactorAt: null }).where("staffID", "=", staffID).execute();
}

export function createFactorStore(db: Kysely<ConsoleSchema>): FactorStore {
  return {
    of: (staffID) => factorsOf(db, staffID),
    async redeemRecoveryCode(staffID, codeHash, nowMs) {
      const { numUpdatedRows } = await db
        .updateTable("recoveryCodes")
        .set({ usedAt: nowMs })
        .where("staffID", "=", staffID)
        .where("codeHash", "=", codeHash)
        .where("usedAt", "is", null)
        .executeTakeFirst();
      return numUpdatedRows === 1n;
    },
    replaceRecoveryCodes: (staffID, hashes, nowMs, event) =>
      db.transaction().execute(async (transaction) => {
        const { hasTotp, passkeys } = await factorsOf(transaction, staffID);
        if (!hasTotp && passkeys === 0) return false;
        await keepRecoveryCodes(transaction, staffID, { hashes, replace: true });
        await appendAudit(transaction, event, nowMs);
        return true;
      }),
    redeemChallenge: (challengeHash, expiresAt, nowMs) =>
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
