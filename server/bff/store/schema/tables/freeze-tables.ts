import { sql } from "kysely";
import { createIndexes } from "#server/bff/store/schema/create-indexes.ts";
import type { AnyKysely } from "#server/database/migration.ts";
import type { DatabaseDialect } from "#server/database/open-database.ts";

/** The ID of the freeze that stands for a row of `plannedHolds`. */
export const holdFreezeID = (environment: string) => `hold ${environment}`;

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

const columns = `"freezeID", "environment", "scope", "includesReverts", "reason", "startsAt", "zone", "staffID", "email", "createdAt"`;
/** The values of the freeze that stands for a row of `plannedHolds`. `row` is the alias of the row. */
const valuesOf = (row: string) => `'hold ' || ${row}."environment", ${row}."environment", 'planned', 1,
  coalesce(${row}."reason", ''), ${row}."heldAt", 'UTC', ${row}."staffID", ${row}."email", ${row}."heldAt"`;
const add = `insert into "freezes" (${columns}) values (${valuesOf("new")})
  on conflict ("freezeID") do update set "reason" = excluded."reason", "startsAt" = excluded."startsAt", "endsAt" = null,
    "staffID" = excluded."staffID", "email" = excluded."email", "createdAt" = excluded."createdAt", "releasedAt" = null;`;
// A freeze that this version has released is kept for a day, so that pages can say so.
const remove = `delete from "freezes" where "freezeID" = 'hold ' || old."environment" and "releasedAt" is null;`;

export async function createFreezeTables(db: AnyKysely, dialect: DatabaseDialect): Promise<void> {
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
  const statements =
    dialect === "sqlite"
      ? [
          `create trigger "plannedHoldAdded" after insert on "plannedHolds" begin ${add} end`,
          `create trigger "plannedHoldRemoved" after delete on "plannedHolds" begin ${remove} end`,
        ]
      : [
          `create function "mirrorPlannedHold"() returns trigger language plpgsql as $$ begin
            if tg_op = 'INSERT' then ${add} else ${remove} end if;
            return null;
          end $$`,
          `create trigger "plannedHoldMirrored" after insert or delete on "plannedHolds"
            for each row execute function "mirrorPlannedHold"()`,
        ];
  for (const statement of statements) await sql.raw(statement).execute(db);
}
