import type { Migration } from "#server/database/migrate.ts";

/** The history of the console's store, on SQLite and Postgres alike. */
export const migrations: readonly Migration[] = [
  {
    name: "0001_staff_and_sessions",
    async up(db, dialect) {
      await db.schema
        .createTable("staff")
        .addColumn("staffID", "text", (column) => column.primaryKey())
        .addColumn("email", "text", (column) => column.notNull().unique())
        .addColumn("name", "text", (column) => column.notNull())
        .addColumn("role", "text", (column) => column.notNull())
        .addColumn("environments", "text", (column) => column.notNull())
        .addColumn("passwordHash", "text")
        .addColumn("createdAt", "bigint", (column) => column.notNull())
        .addColumn("disabledAt", "bigint")
        .execute();
      await db.schema
        .createTable("sessions")
        .addColumn("sessionHash", "text", (column) => column.primaryKey())
        .addColumn("staffID", "text", (column) => column.notNull().references("staff.staffID"))
        .addColumn("createdAt", "bigint", (column) => column.notNull())
        .addColumn("lastSeenAt", "bigint", (column) => column.notNull())
        .addColumn("endedAt", "bigint")
        .execute();
      await db.schema.createIndex("sessionsByStaff").on("sessions").columns(["staffID", "createdAt"]).execute();
      await db.schema.createIndex("sessionsByCreation").on("sessions").column("createdAt").execute();
      if (dialect === "postgres") {
        // The columns are those of rate-limiter-flexible; with SQLite the throttle lives in memory.
        await db.schema
          .createTable("signInAttempts")
          .addColumn("key", "varchar(255)", (column) => column.primaryKey())
          .addColumn("points", "integer", (column) => column.notNull().defaultTo(0))
          .addColumn("expire", "bigint")
          .execute();
      }
    },
  },
];
