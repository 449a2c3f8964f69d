import { createIndexes } from "#server/bff/store/schema/create-indexes.ts";
import type { AnyKysely } from "#server/database/migration.ts";

/** Imports of customers from files. Times are milliseconds since 1970. */
export interface ImportsTable {
  importID: string;
  environment: string;
  staffID: string;
  /** The person's e-mail address when the import was created. */
  email: string;
  /** The person who last started creating customers. Null before the first start. */
  runStaffID: string | null;
  runEmail: string | null;
  ticket: string | null;
  ticketKey: string | null;
  note: string | null;
  fileName: string;
  /** SHA-256 of the file, in hexadecimal. The hash stays when the file is removed. */
  fileHash: string;
  encoding: string;
  delimiter: string;
  /** JSON. `mapping` and `reason` are JSON too. */
  columns: string;
  emptyLines: number;
  unmarked: number;
  mapping: string | null;
  digest: string | null;
  /** Why the rows could not be compared with all customers of the API. Null if the comparison was complete. */
  incomplete: string | null;
  /** The customers that the rows were compared with, as JSON. */
  comparedWith: string | null;
  state: string;
  pausedFrom: string | null;
  reason: string | null;
  firstPosition: number | null;
  /** The number of consecutive failures since a person last started the import. */
  failuresInRow: number;
  unknownsInRow: number;
  settledRows: number;
  failedRows: number;
  createdAt: number;
  checkedAt: number | null;
  startedAt: number | null;
  finishedAt: number | null;
  /** When the file and the content of its rows were removed. */
  removedAt: number | null;
  /** When the store was restored from a backup, if the import was unfinished in that backup. */
  restoredAt: number | null;
  leaseID: string | null;
  leaseUntil: number | null;
}

export interface ImportRowsTable {
  importID: string;
  /** The position of the row. The first row has position 1. */
  position: number;
  /** The line of the file in which the row begins. */
  line: number;
  /** JSON. `problems`, `request`, `issues` and `candidates` are JSON too. Null after the content was removed. */
  cells: string | null;
  /** The problems from reading the row in the file, without problems that a correction has removed. */
  problems: string;
  corrected: number;
  request: string | null;
  companyName: string | null;
  reference: string | null;
  issues: string;
  hasWarning: number;
  candidates: string;
  /** The values that were compared with the API's customers, as a key. Null if the row was not compared. */
  comparedAs: string | null;
  decision: string | null;
  state: string;
  reason: string | null;
  operationID: string | null;
  customerID: string | null;
  jobID: string | null;
  sentAt: number | null;
  settledAt: number | null;
}

/** The original file, in parts. */
export interface ImportFilesTable {
  importID: string;
  /** The number of the part. The first part has number 0. */
  part: number;
  /** The content of the part, in base64. */
  content: string;
}

/** Column mappings that people have saved under a name. */
export interface ImportMappingsTable {
  mappingID: string;
  environment: string;
  name: string;
  /** The normalised name. It is unique in an environment. */
  nameKey: string;
  /** The mapping as JSON. */
  mapping: string;
  staffID: string;
  email: string;
  createdAt: number;
}

export async function createImportTables(db: AnyKysely): Promise<void> {
  await db.schema
    .createTable("imports")
    .addColumn("importID", "text", (column) => column.primaryKey())
    .addColumn("environment", "text", (column) => column.notNull())
    .addColumn("staffID", "text", (column) => column.notNull().references("staff.staffID"))
    .addColumn("email", "text", (column) => column.notNull())
    .addColumn("runStaffID", "text")
    .addColumn("runEmail", "text")
    .addColumn("ticket", "text")
    .addColumn("ticketKey", "text")
    .addColumn("note", "text")
    .addColumn("fileName", "text", (column) => column.notNull())
    .addColumn("fileHash", "text", (column) => column.notNull())
    .addColumn("encoding", "text", (column) => column.notNull())
    .addColumn("delimiter", "text", (column) => column.notNull())
    .addColumn("columns", "text", (column) => column.notNull())
    .addColumn("emptyLines", "integer", (column) => column.notNull())
    .addColumn("unmarked", "integer", (column) => column.notNull())
    .addColumn("mapping", "text")
    .addColumn("digest", "text")
    .addColumn("incomplete", "text")
    .addColumn("comparedWith", "text")
    .addColumn("state", "text", (column) => column.notNull())
    .addColumn("pausedFrom", "text")
    .addColumn("reason", "text")
    .addColumn("firstPosition", "integer")
    .addColumn("failuresInRow", "integer", (column) => column.notNull())
    .addColumn("unknownsInRow", "integer", (column) => column.notNull())
    .addColumn("settledRows", "integer", (column) => column.notNull())
    .addColumn("failedRows", "integer", (column) => column.notNull())
    .addColumn("createdAt", "bigint", (column) => column.notNull())
    .addColumn("checkedAt", "bigint")
    .addColumn("startedAt", "bigint")
    .addColumn("finishedAt", "bigint")
    .addColumn("removedAt", "bigint")
    .addColumn("restoredAt", "bigint")
    .addColumn("leaseID", "text")
    .addColumn("leaseUntil", "bigint")
    .execute();
  await createIndexes(db, "imports", {
    importsByCreation: ["environment", "createdAt", "importID"],
    importsByFile: ["environment", "fileHash"],
    importsByState: ["state"],
  });
  await db.schema
    .createTable("importRows")
    .addColumn("importID", "text", (column) => column.notNull().references("imports.importID"))
    .addColumn("position", "integer", (column) => column.notNull())
    .addColumn("line", "integer", (column) => column.notNull())
    .addColumn("cells", "text")
    .addColumn("problems", "text", (column) => column.notNull())
    .addColumn("corrected", "integer", (column) => column.notNull())
    .addColumn("request", "text")
    .addColumn("companyName", "text")
    .addColumn("reference", "text")
    .addColumn("issues", "text", (column) => column.notNull())
    .addColumn("hasWarning", "integer", (column) => column.notNull())
    .addColumn("candidates", "text", (column) => column.notNull())
    .addColumn("comparedAs", "text")
    .addColumn("decision", "text")
    .addColumn("state", "text", (column) => column.notNull())
    .addColumn("reason", "text")
    .addColumn("operationID", "text")
    .addColumn("customerID", "text")
    .addColumn("jobID", "text")
    .addColumn("sentAt", "bigint")
    .addColumn("settledAt", "bigint")
    .addPrimaryKeyConstraint("importRowsKey", ["importID", "position"])
    .execute();
  await createIndexes(db, "importRows", {
    importRowsByOutcome: ["state"],
    importRowsByState: ["importID", "state", "position"],
  });
  await db.schema
    .createTable("importFiles")
    .addColumn("importID", "text", (column) => column.notNull().references("imports.importID"))
    .addColumn("part", "integer", (column) => column.notNull())
    .addColumn("content", "text", (column) => column.notNull())
    .addPrimaryKeyConstraint("importFilesKey", ["importID", "part"])
    .execute();
  await db.schema
    .createTable("importMappings")
    .addColumn("mappingID", "text", (column) => column.primaryKey())
    .addColumn("environment", "text", (column) => column.notNull())
    .addColumn("name", "text", (column) => column.notNull())
    .addColumn("nameKey", "text", (column) => column.notNull())
    .addColumn("mapping", "text", (column) => column.notNull())
    .addColumn("staffID", "text", (column) => column.notNull().references("staff.staffID"))
    .addColumn("email", "text", (column) => column.notNull())
    .addColumn("createdAt", "bigint", (column) => column.notNull())
    .execute();
  await createIndexes(db, "importMappings", {
    importMappingsByName: { columns: ["environment", "nameKey"], isUnique: true },
  });
}
