import type { AnyKysely } from "#server/database/migration.ts";

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

export async function createPolicyTables(db: AnyKysely): Promise<void> {
  await db.schema
    .createTable("accessPolicy")
    .addColumn("only", "integer", (column) => column.primaryKey())
    .addColumn("secondFactorRequired", "integer", (column) => column.notNull())
    .addColumn("ssoRequired", "integer", (column) => column.notNull())
    .addColumn("breakGlassStaffID", "text", (column) => column.references("staff.staffID"))
    .addColumn("version", "integer", (column) => column.notNull())
    .addColumn("acknowledgedSequence", "bigint", (column) => column.notNull().defaultTo(0))
    .execute();
  await db
    .insertInto("accessPolicy")
    .values({ only: 1, secondFactorRequired: 0, ssoRequired: 0, version: 0, acknowledgedSequence: 0 })
    .execute();
}
