import { createIndexes } from "#server/bff/store/schema/create-indexes.ts";
import type { AnyKysely } from "#server/database/migration.ts";

/** The authenticator app of a person. */
export interface TotpTable {
  staffID: string;
  /** Encrypted with SESSION_SECRET instead of hashed, because a check of a code needs the secret itself. */
  sealedSecret: string;
  createdAt: number;
  /** Null until the person has confirmed the app with a code. */
  confirmedAt: number | null;
  /** The latest time step whose code was used. Codes of this step and of earlier steps are no longer valid. */
  lastStep: number | null;
  lastUsedAt: number | null;
}

export interface RecoveryCodesTable {
  staffID: string;
  /** SHA-256 of the person's ID and the code, in hexadecimal. */
  codeHash: string;
  usedAt: number | null;
}

export interface PasskeysTable {
  passkeyID: string;
  staffID: string;
  /** The credential ID, in base64url. */
  credentialID: string;
  /** The public key, in base64url. */
  publicKey: string;
  /** The signature counter of the authenticator. Always 0 if the authenticator has no counter. */
  counter: number;
  /** A JSON array of the authenticator's transports. */
  transports: string;
  name: string;
  createdAt: number;
  lastUsedAt: number | null;
  /** 1 if the authenticator has reported that the passkey is backed up. */
  synced: number;
}

/** Challenges that were already answered. Each challenge works only once. */
export interface UsedChallengesTable {
  /** SHA-256 of the challenge, in hexadecimal. */
  challengeHash: string;
  /** After this time the challenge is expired anyway, so the row can be removed. */
  expiresAt: number;
}

export async function createFactorTables(db: AnyKysely): Promise<void> {
  await db.schema
    .createTable("totp")
    .addColumn("staffID", "text", (column) => column.notNull().references("staff.staffID"))
    .addColumn("sealedSecret", "text", (column) => column.notNull())
    .addColumn("createdAt", "bigint", (column) => column.notNull())
    .addColumn("confirmedAt", "bigint")
    .addColumn("lastStep", "bigint")
    .addColumn("lastUsedAt", "bigint")
    .addPrimaryKeyConstraint("totpKey", ["staffID"])
    .execute();
  await db.schema
    .createTable("recoveryCodes")
    .addColumn("staffID", "text", (column) => column.notNull().references("staff.staffID"))
    .addColumn("codeHash", "text", (column) => column.notNull())
    .addColumn("usedAt", "bigint")
    .addPrimaryKeyConstraint("recoveryCodesKey", ["staffID", "codeHash"])
    .execute();
  await db.schema
    .createTable("passkeys")
    .addColumn("passkeyID", "text", (column) => column.primaryKey())
    .addColumn("staffID", "text", (column) => column.notNull().references("staff.staffID"))
    .addColumn("credentialID", "text", (column) => column.notNull().unique())
    .addColumn("publicKey", "text", (column) => column.notNull())
    .addColumn("counter", "bigint", (column) => column.notNull())
    .addColumn("transports", "text", (column) => column.notNull())
    .addColumn("name", "text", (column) => column.notNull())
    .addColumn("createdAt", "bigint", (column) => column.notNull())
    .addColumn("lastUsedAt", "bigint")
    .addColumn("synced", "integer", (column) => column.notNull())
    .execute();
  await createIndexes(db, "passkeys", {
    passkeysByStaff: ["staffID", "createdAt"],
  });
  await db.schema
    .createTable("usedChallenges")
    .addColumn("challengeHash", "text", (column) => column.primaryKey())
    .addColumn("expiresAt", "bigint", (column) => column.notNull())
    .execute();
}
