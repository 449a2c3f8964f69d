import type { Migration } from "#server/database/migrate.ts";

/** Marks people whose e-mail address was sent by a single sign-on provider that did not confirm the address. */
export const emailVerificationMigration: Migration = {
  name: "0380_email_verification",
  async up(db) {
    await db.schema.alterTable("staff").addColumn("emailUnverified", "integer").execute();
  },
};

/** Adds a table of invitations, and columns with data about sessions. Existing people count as activated. */
export const peopleMigration: Migration = {
  name: "0161_people",
  async up(db) {
    await db.schema.alterTable("staff").addColumn("activatedAt", "bigint").execute();
    await db.schema.alterTable("staff").addColumn("lastSignInAt", "bigint").execute();
    await db
      .updateTable("staff")
      .set((builder) => ({ activatedAt: builder.ref("createdAt") }))
      .execute();
    await db.schema.alterTable("sessions").addColumn("factorAt", "bigint").execute();
    await db.schema.alterTable("sessions").addColumn("address", "text").execute();
    await db.schema.alterTable("sessions").addColumn("userAgent", "text").execute();
    await db.schema
      .createTable("invitations")
      .addColumn("tokenHash", "text", (column) => column.primaryKey())
      .addColumn("staffID", "text", (column) => column.notNull().references("staff.staffID"))
      .addColumn("createdAt", "bigint", (column) => column.notNull())
      .addColumn("expiresAt", "bigint", (column) => column.notNull())
      .execute();
    await db.schema.createIndex("invitationsByStaff").on("invitations").column("staffID").execute();
  },
};
