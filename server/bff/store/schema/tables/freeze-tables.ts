import { createIndexes } from "#server/bff/store/schema/create-indexes.ts";
import type { AnyKysely } from "#server/database/migration.ts";

/** Freezes of environments. Times are milliseconds since 1970, by the store's clock. */
export interface FreezesTable {
  freezeID: string;
  environment: string;
  scope: string;
  /** 1 if reverts of temporary changes are stopped too. */
  includesReverts: number;
  reason: string;
  startsAt: number;
  endsAt: number | null;
  zone: string;
  /** `FreezeRepeats` as JSON. Null for a single period. */
  repeats: string | null;
  staffID: string;
  email: string;
  createdAt: number;
  /** The last early release. `releasedUntil`: until when it holds for a recurring freeze. */
  releasedAt: number | null;
  releasedUntil: number | null;
  releasedStaffID: string | null;
  releasedEmail: string | null;
  releaseReason: string | null;
}

export async function createFreezeTables(db: AnyKysely): Promise<void> {
  await db.schema
    .createTable("freezes")
    .addColumn("freezeID", "text", (column) => column.primaryKey())
    .addColumn("environment", "text", (column) => column.notNull())
    .addColumn("scope", "text", (column) => column.notNull())
    .addColumn("includesReverts", "integer", (column) => column.notNull())
    .addColumn("reason", "text", (column) => column.notNull())
    .addColumn("startsAt", "bigint", (column) => column.notNull())
    .addColumn("endsAt", "bigint")
    .addColumn("zone", "text", (column) => column.notNull())
    .addColumn("repeats", "text")
    .addColumn("staffID", "text", (column) => column.notNull())
    .addColumn("email", "text", (column) => column.notNull())
    .addColumn("createdAt", "bigint", (column) => column.notNull())
    .addColumn("releasedAt", "bigint")
    .addColumn("releasedUntil", "bigint")
    .addColumn("releasedStaffID", "text")
    .addColumn("releasedEmail", "text")
    .addColumn("releaseReason", "text")
    .execute();
  await createIndexes(db, "freezes", {
    freezesByEnvironment: ["environment"],
  });
}
