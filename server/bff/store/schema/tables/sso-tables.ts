import type { Migration } from "#server/database/migrate.ts";

/** The identities of single sign-on providers, and the person to whom each identity belongs. */
export interface IdentitiesTable {
  issuer: string;
  /** The provider's ID of the person. It stays the same when the e-mail address changes. */
  subject: string;
  staffID: string;
  createdAt: number;
}

/** Logout tokens that were used. */
export interface LogoutTokensTable {
  /** SHA-256 of issuer and token ID, in hexadecimal. */
  tokenHash: string;
  /** From this time on the token counts as expired, so the row is not needed any more. */
  expiresAt: number;
}

export const ssoMigration: Migration = {
  name: "0185_single_sign_on",
  async up(db) {
    await db.schema
      .createTable("identities")
      .addColumn("issuer", "text", (column) => column.notNull())
      .addColumn("subject", "text", (column) => column.notNull())
      .addColumn("staffID", "text", (column) => column.notNull().references("staff.staffID"))
      .addColumn("createdAt", "bigint", (column) => column.notNull())
      .addPrimaryKeyConstraint("identitiesKey", ["issuer", "subject"])
      .execute();
    await db.schema.createIndex("identitiesByStaff").on("identities").column("staffID").execute();
    await db.schema
      .createTable("logoutTokens")
      .addColumn("tokenHash", "text", (column) => column.primaryKey())
      .addColumn("expiresAt", "bigint", (column) => column.notNull())
      .execute();
    for (const name of ["ssoProvider", "ssoIssuer", "ssoSubject", "ssoSessionID"]) {
      await db.schema.alterTable("sessions").addColumn(name, "text").execute();
    }
    await db.schema.alterTable("sessions").addColumn("ssoSecondFactor", "integer").execute();
    await db.schema.createIndex("sessionsByIdentity").on("sessions").columns(["ssoIssuer", "ssoSubject"]).execute();
  },
};
