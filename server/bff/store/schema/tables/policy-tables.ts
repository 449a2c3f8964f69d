import type { Migration } from "#server/database/migrate.ts";

/** This table has one row: the sign-in policy. */
export interface AccessPolicyTable {
  /** Always 1, so that the table has only one row. */
  only: number;
  /** 1 or 0. `ssoRequired` is 1 or 0 too. */
  secondFactorRequired: number;
  ssoRequired: number;
  breakGlassStaffID: string | null;
  /** How many times the policy was changed. */
  version: number;
  /** The sequence number of an audit event. Uses of break-glass up to this event are acknowledged. */
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
