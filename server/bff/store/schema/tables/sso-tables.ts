import type { Migration } from "#server/database/migrate.ts";

/** Whom a provider of single sign-on means by a subject. */
export interface IdentitiesTable {
  issuer: string;
  /** The provider's own name of the person: it stays when the e-mail address changes. */
  subject: string;
  staffID: string;
  createdAt: number;
}

/** Logout tokens that have been used. */
export interface LogoutTokensTable {
  /** SHA-256 of issuer and token ID, in hexadecimal. */
  tokenHash: string;
  /** From then on the token is refused for its age. */
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
