import { createIndexes } from "#server/bff/store/schema/create-indexes.ts";
import type { AnyKysely } from "#server/database/migration.ts";

/** Notes about customers. Times are milliseconds since 1970. */
export interface CustomerNotesTable {
  noteID: string;
  environment: string;
  customerID: string;
  /** The customer's ID, normalised with `idKey`. */
  customerKey: string;
  text: string;
  /** The author. `email` is the author's e-mail address when the note was written. */
  staffID: string;
  email: string;
  /** The ticket as a person typed it. `ticketKey` is its normalised form (`ticketKeyOf`). */
  ticket: string | null;
  ticketKey: string | null;
  createdAt: number;
  editedAt: number | null;
  /** When the note was pinned for everybody. Null if it is not pinned. A customer has at most one pinned note. */
  pinnedAt: number | null;
}

/** Tags of customers, shared by everybody. */
export interface CustomerTagsTable {
  environment: string;
  customerKey: string;
  tag: string;
}

/** Customers that people have pinned for themselves. */
export interface CustomerPinsTable {
  staffID: string;
  environment: string;
  customerKey: string;
}

/**
 * The known data of customers with a tag or a pin. With this data, the console can show the name and find the customer
 * in the API's list again.
 */
export interface MarkedCustomersTable {
  environment: string;
  customerKey: string;
  customerID: string;
  /** Empty if the name is unknown. */
  companyName: string;
  /** The normalised name for comparing and sorting (`companyKeyOf`). */
  companyKey: string;
  /** When the customer was created, in the format of the API. */
  created: string | null;
}

export async function createNoteTables(db: AnyKysely): Promise<void> {
  await db.schema
    .createTable("customerNotes")
    .addColumn("noteID", "text", (column) => column.primaryKey())
    .addColumn("environment", "text", (column) => column.notNull())
    .addColumn("customerID", "text", (column) => column.notNull())
    .addColumn("customerKey", "text", (column) => column.notNull())
    .addColumn("text", "text", (column) => column.notNull())
    .addColumn("staffID", "text", (column) => column.notNull().references("staff.staffID"))
    .addColumn("email", "text", (column) => column.notNull())
    .addColumn("ticket", "text")
    .addColumn("ticketKey", "text")
    .addColumn("createdAt", "bigint", (column) => column.notNull())
    .addColumn("editedAt", "bigint")
    .addColumn("pinnedAt", "bigint")
    .execute();
  await createIndexes(db, "customerNotes", {
    customerNotesByAge: ["createdAt"],
    customerNotesByCustomer: ["environment", "customerKey", "createdAt", "noteID"],
    customerNotesByTicket: ["ticketKey", "environment", "createdAt", "noteID"],
  });
  await db.schema
    .createTable("customerTags")
    .addColumn("environment", "text", (column) => column.notNull())
    .addColumn("customerKey", "text", (column) => column.notNull())
    .addColumn("tag", "text", (column) => column.notNull())
    .addPrimaryKeyConstraint("customerTagsKey", ["environment", "customerKey", "tag"])
    .execute();
  await createIndexes(db, "customerTags", {
    customerTagsByTag: ["environment", "tag", "customerKey"],
  });
  await db.schema
    .createTable("customerPins")
    .addColumn("staffID", "text", (column) => column.notNull().references("staff.staffID"))
    .addColumn("environment", "text", (column) => column.notNull())
    .addColumn("customerKey", "text", (column) => column.notNull())
    .addPrimaryKeyConstraint("customerPinsKey", ["staffID", "environment", "customerKey"])
    .execute();
  await createIndexes(db, "customerPins", {
    customerPinsByCustomer: ["environment", "customerKey"],
  });
  await db.schema
    .createTable("markedCustomers")
    .addColumn("environment", "text", (column) => column.notNull())
    .addColumn("customerKey", "text", (column) => column.notNull())
    .addColumn("customerID", "text", (column) => column.notNull())
    .addColumn("companyName", "text", (column) => column.notNull())
    .addColumn("companyKey", "text", (column) => column.notNull())
    .addColumn("created", "text")
    .addPrimaryKeyConstraint("markedCustomersKey", ["environment", "customerKey"])
    .execute();
}
