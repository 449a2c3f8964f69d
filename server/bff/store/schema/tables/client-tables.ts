import type { Generated } from "kysely";
import type { AnyKysely } from "#server/database/migration.ts";

/** The additional data of an API client. The client also has a row with the same ID in the staff table. */
export interface ApiClientsTable {
  clientID: string;
  /**
   * SHA-256 of the key, in hexadecimal. The key cannot be computed from it, so a copy of the store gives nobody access.
   */
  keyHash: string;
  keyEnd: string;
  /** A JSON array of IP addresses and address ranges. Null for any address. */
  addresses: string | null;
  /** The ID of the administrator who created the client. */
  createdBy: string;
  expiresAt: number | null;
  lastUsedAt: number | null;
  /** What an assistant may do with the key. */
  assistant: Generated<string>;
}

export async function createClientTables(db: AnyKysely): Promise<void> {
  await db.schema
    .createTable("apiClients")
    .addColumn("clientID", "text", (column) => column.primaryKey().references("staff.staffID"))
    .addColumn("keyHash", "text", (column) => column.notNull().unique())
    .addColumn("keyEnd", "text", (column) => column.notNull())
    .addColumn("addresses", "text")
    .addColumn("createdBy", "text", (column) => column.notNull().references("staff.staffID"))
    .addColumn("expiresAt", "bigint")
    .addColumn("lastUsedAt", "bigint")
    .addColumn("assistant", "text", (column) => column.notNull().defaultTo("off"))
    .execute();
}
