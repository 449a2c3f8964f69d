import { createIndexes } from "#server/bff/store/schema/create-indexes.ts";
import type { AnyKysely } from "#server/database/migration.ts";

/** Saved views of the customers page. */
export interface ViewsTable {
  viewID: string;
  /** The owner of the view. */
  staffID: string;
  name: string;
  /** The normalised name. It is unique among the views of an owner. */
  nameKey: string;
  query: string;
  /** JSON. Null if the view does not change the table's layout. */
  layout: string | null;
  /** 1 for a view that is shared with everybody, 0 for a private view. */
  shared: number;
  createdAt: number;
  updatedAt: number;
}

/** People's subscriptions to views. Times are milliseconds since 1970. */
export interface ViewSubscriptionsTable {
  environment: string;
  viewID: string;
  staffID: string;
  /**
   * The filters of the last complete evaluation. If the view has other filters, the next evaluation counts as the
   * first.
   */
  query: string | null;
  /** Grows with each claim, so that only the newest claim of an evaluation can store its result. */
  version: number;
  /** When the view is evaluated next. */
  dueAt: number;
  createdAt: number;
  /** When the last complete evaluation began. Null: the next one is the first, which adds no notifications. */
  evaluatedAt: number | null;
  /** Why the last evaluation was not complete, as a sentence, and when. Null if it was complete. */
  problem: string | null;
  problemAt: number | null;
}

/** The customers that were in the view at its last complete evaluation, normalised with `idKey`. */
export interface ViewMembersTable {
  environment: string;
  viewID: string;
  staffID: string;
  customerKey: string;
}

/**
 * When the API may be read next to evaluate views, for each environment. Used only if the console does not store known
 * customers. While a replica reads, `nextAt` is the end of its claim.
 */
export interface ViewReadsTable {
  environment: string;
  /** Milliseconds since 1970. */
  nextAt: number;
}

export async function createViewTables(db: AnyKysely): Promise<void> {
  await db.schema
    .createTable("views")
    .addColumn("viewID", "text", (column) => column.primaryKey())
    .addColumn("staffID", "text", (column) => column.notNull().references("staff.staffID"))
    .addColumn("name", "text", (column) => column.notNull())
    .addColumn("nameKey", "text", (column) => column.notNull())
    .addColumn("query", "text", (column) => column.notNull())
    .addColumn("layout", "text")
    .addColumn("shared", "integer", (column) => column.notNull())
    .addColumn("createdAt", "bigint", (column) => column.notNull())
    .addColumn("updatedAt", "bigint", (column) => column.notNull())
    .execute();
  await createIndexes(db, "views", {
    viewsByName: { columns: ["staffID", "nameKey"], isUnique: true },
    viewsShared: ["shared", "nameKey"],
  });
  await db.schema
    .createTable("viewSubscriptions")
    .addColumn("environment", "text", (column) => column.notNull())
    .addColumn("viewID", "text", (column) => column.notNull())
    .addColumn("staffID", "text", (column) => column.notNull().references("staff.staffID"))
    .addColumn("query", "text")
    .addColumn("version", "integer", (column) => column.notNull())
    .addColumn("dueAt", "bigint", (column) => column.notNull())
    .addColumn("createdAt", "bigint", (column) => column.notNull())
    .addColumn("evaluatedAt", "bigint")
    .addColumn("problem", "text")
    .addColumn("problemAt", "bigint")
    .addPrimaryKeyConstraint("viewSubscriptionsKey", ["staffID", "environment", "viewID"])
    .execute();
  await createIndexes(db, "viewSubscriptions", {
    viewSubscriptionsByDue: ["dueAt"],
  });
  await db.schema
    .createTable("viewMembers")
    .addColumn("environment", "text", (column) => column.notNull())
    .addColumn("viewID", "text", (column) => column.notNull())
    .addColumn("staffID", "text", (column) => column.notNull())
    .addColumn("customerKey", "text", (column) => column.notNull())
    .addPrimaryKeyConstraint("viewMembersKey", ["staffID", "environment", "viewID", "customerKey"])
    .execute();
  await createIndexes(db, "viewMembers", {
    viewMembersByCustomer: ["environment", "customerKey"],
  });
  await db.schema
    .createTable("viewReads")
    .addColumn("environment", "text", (column) => column.primaryKey())
    .addColumn("nextAt", "bigint", (column) => column.notNull())
    .execute();
}
