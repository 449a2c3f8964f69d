import type { Migration } from "#server/database/migrate.ts";

/** One row: how people sign in. */
export interface AccessPolicyTable {
  /** Always 1: there is no second row. */
  only: number;
  /** 1 or 0, as the next. */
  secondFactorRequired: number;
  ssoRequired: number;
  breakGlassStaffID: string | null;
  /** Counts changes. */
  version: number;
  /** Up to which event of the audit log the uses of break-glass are acknowledged. */
  acknowledgedSequence: number;
}

export const policyMigration: Migration = {
  name: "0200_access_policy",
  async up(db) {
    await db.schema
      .createTable("accessPolicy")
      .addColumn("only", "integer", (column) => column.primaryKey())
      .addColumn("secondFactorRequired", "integer", (column) => column.notNull())
      .addColumn("ssoRequired", "integer", (column) => column.notNull())
      .addColumn("breakGlassStaffID", "text", (column) => column.references("staff.staffID"))
      .addColumn("version", "integer", (column) => column.notNull())
      .execute();
    await db
      .insertInto("accessPolicy")
      .values({ only: 1, secondFactorRequired: 0, ssoRequired: 0, breakGlassStaffID: null, version: 0 })
      .execute();
  },
};

export const breakGlassMigration: Migration = {
  name: "0201_break_glass",
  async up(db) {
    await db.schema
      .alterTable("accessPolicy")
      .addColumn("acknowledgedSequence", "bigint", (column) => column.notNull().defaultTo(0))
      .execute();
  },
};
