import type { Migration } from "#server/database/migrate.ts";

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
