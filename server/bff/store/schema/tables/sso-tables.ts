import { createIndexes } from "#server/bff/store/schema/create-indexes.ts";
import type { AnyKysely } from "#server/database/migration.ts";

/** The identities of people at single sign-on providers. */
export interface IdentitiesTable {
  issuer: string;
  /** The person's ID at the provider. It stays the same when the e-mail address changes. */
  subject: string;
  staffID: string;
  createdAt: number;
}

/** Logout tokens that were already used. */
export interface LogoutTokensTable {
  /** SHA-256 of the issuer and the token's ID, in hexadecimal. */
  tokenHash: string;
  /** After this time the token is expired anyway, so the row can be removed. */
  expiresAt: number;
}

export async function createSsoTables(db: AnyKysely): Promise<void> {
  await db.schema
    .createTable("identities")
    .addColumn("issuer", "text", (column) => column.notNull())
    .addColumn("subject", "text", (column) => column.notNull())
    .addColumn("staffID", "text", (column) => column.notNull().references("staff.staffID"))
    .addColumn("createdAt", "bigint", (column) => column.notNull())
    .addPrimaryKeyConstraint("identitiesKey", ["issuer", "subject"])
    .execute();
  await createIndexes(db, "identities", {
    identitiesByStaff: ["staffID"],
  });
  await db.schema
    .createTable("logoutTokens")
    .addColumn("tokenHash", "text", (column) => column.primaryKey())
    .addColumn("expiresAt", "bigint", (column) => column.notNull())
    .execute();
}
