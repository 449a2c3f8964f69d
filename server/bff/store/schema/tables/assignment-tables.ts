import { createIndexes } from "#server/bff/store/schema/create-indexes.ts";
import type { AnyKysely } from "#server/database/migration.ts";

/** Who works on an item that needs attention, or on a customer. */
export interface AssignmentsTable {
  environment: string;
  /** The kind of the item, or `customer`. */
  kind: string;
  /** The ID of the item, or the key of the customer's ID. */
  itemID: string;
  /** The customer's ID in the spelling of the request. Null for an item. */
  customerID: string | null;
  /** The person who works on it. Null: it was handed over to the next shift. */
  staffID: string | null;
  /** The person's e-mail address when the person was assigned. */
  email: string | null;
  assignedAt: number;
  /** The person who handed it over. Null, like the next six columns: nobody handed it over. */
  fromStaffID: string | null;
  fromEmail: string | null;
  handedOverAt: number | null;
  note: string | null;
  ticket: string | null;
  filters: string | null;
  draftKey: string | null;
  /** The content of the draft that the next person gets, as JSON. */
  draft: string | null;
}

export async function createAssignmentTables(db: AnyKysely): Promise<void> {
  await db.schema
    .createTable("assignments")
    .addColumn("environment", "text", (column) => column.notNull())
    .addColumn("kind", "text", (column) => column.notNull())
    .addColumn("itemID", "text", (column) => column.notNull())
    .addColumn("customerID", "text")
    .addColumn("staffID", "text")
    .addColumn("email", "text")
    .addColumn("assignedAt", "bigint", (column) => column.notNull())
    .addColumn("fromStaffID", "text")
    .addColumn("fromEmail", "text")
    .addColumn("handedOverAt", "bigint")
    .addColumn("note", "text")
    .addColumn("ticket", "text")
    .addColumn("filters", "text")
    .addColumn("draftKey", "text")
    .addColumn("draft", "text")
    .addPrimaryKeyConstraint("assignmentsKey", ["environment", "kind", "itemID"])
    .execute();
  await createIndexes(db, "assignments", {
    assignmentsByAge: ["assignedAt"],
  });
}
