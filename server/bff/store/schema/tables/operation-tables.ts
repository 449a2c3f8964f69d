import { type ColumnType, type Generated, sql } from "kysely";
import { createIndexes } from "#server/bff/store/schema/create-indexes.ts";
import type { AnyKysely } from "#server/database/migration.ts";
import type { DatabaseDialect } from "#server/database/open-database.ts";
import { createOperationTriggers, outcomeOf } from "./operation-triggers.ts";

export interface OperationsTable {
  operationID: string;
  environment: string;
  kind: string;
  /**
   * The key that the sender has chosen, in lower case. It is unique in its environment forever. Null for kinds of
   * writes without a key.
   */
  idempotencyKey: string | null;
  /** SHA-256 of the request, in hexadecimal. */
  bodyHash: string;
  /** Identifies the customer of a creation if the API's answer is lost. Null for other kinds of writes. */
  matchKey: string | null;
  staffID: string;
  /** The person's e-mail address at the time of the write. */
  email: string;
  /** The ID of the earlier write that this write repeats or undoes. */
  againOf: string | null;
  /** The ID of the bulk change or the import that the write belongs to. */
  bulkID: string | null;
  /** The ticket as a person typed it. `ticketKey` is its normalised form (`ticketKeyOf`). */
  ticket: Generated<string | null>;
  ticketKey: Generated<string | null>;
  /** The reason for the write, in the person's words. */
  reason: Generated<string | null>;
  /** JSON. `before`, `after`, `problem`, `finding` and `job` are JSON too. */
  request: string;
  state: string;
  customerID: string | null;
  /** The customer's name at the time of the write. Null if it was not known. */
  companyName: string | null;
  /** The normalised name for searching in lists (`companyKeyOf`). */
  companyKey: string | null;
  jobID: string | null;
  before: string | null;
  after: string | null;
  problem: string | null;
  finding: string | null;
  confirmedAt: number | null;
  createdAt: number;
  sentAt: number | null;
  /** When the write was marked as sent, by the store's clock. Null if it does not count for the change limit. */
  countedAt: Generated<number | null>;
  settledAt: number | null;
  /** The time from which a reconciler may claim the row and check the write. Null if no check is due. */
  dueAt: number | null;
  /** The number of checks so far. */
  attempts: number;
  /** The job as the API last returned it. */
  job: string | null;
  /** The state in `job`, or `vanished`. */
  jobState: string | null;
  /** Who rejected the write, taken from its problem. Null if the write was not rejected. */
  rejectedBy: string | null;
  /** 1 if writes of this kind are verified by reading the customer afterwards. */
  verifiesEffect: number;
  /** 1 if the write creates a customer. */
  createsCustomer: number;
  /**
   * One of `effectStates`: how far the verification of an accepted write has come. It is set as long as no answer of
   * the API has shown the effect.
   */
  effect: Generated<string | null>;
  /** The time since which the console has waited for the effect. */
  effectSince: Generated<number | null>;
  /** The time from which a verifier may claim the row and check the effect. Null if no check is due. */
  effectDueAt: Generated<number | null>;
  /** The outcome. The database computes this column (operation-triggers.ts). */
  outcome: ColumnType<string, never, never>;
  /** When the job ended. */
  jobFinishedAt: number | null;
  /** The time since which the API no longer finds the job. Null if the API finds it. */
  jobMissingSince: number | null;
  /** The time from which a tracker may claim the row and read the job. Null if no read is due. */
  followDueAt: number | null;
  /** The time from sending until the end of a successful write, in milliseconds. Includes the time of the job. */
  tookMs: number | null;
}

/**
 * The number of operations for each combination of the other columns. Triggers update it in the same transaction as the
 * operations.
 */
export interface OperationCountsTable {
  environment: string;
  outcome: string;
  state: string;
  staffID: string;
  kind: string;
  /** 1 for operations that belong to a bulk change. */
  inBulk: number;
  /** The number of the ten-day period in which the operations were started, counted from 1970. -1 means all time. */
  period: number;
  total: number;
}

/** The pairs of a customer and a company name that occur in operations, each with its number of operations. */
export interface OperationSubjectsTable {
  environment: string;
  /** Empty if the operations have no customer ID. `companyKey` is empty if they have no company name. */
  customerID: string;
  companyKey: string;
  total: number;
}

export async function createOperationTables(db: AnyKysely, dialect: DatabaseDialect): Promise<void> {
  await db.schema
    .createTable("operations")
    .addColumn("operationID", "text", (column) => column.primaryKey())
    .addColumn("environment", "text", (column) => column.notNull())
    .addColumn("kind", "text", (column) => column.notNull())
    .addColumn("idempotencyKey", "text")
    .addColumn("bodyHash", "text", (column) => column.notNull())
    .addColumn("matchKey", "text")
    .addColumn("staffID", "text", (column) => column.notNull().references("staff.staffID"))
    .addColumn("email", "text", (column) => column.notNull())
    .addColumn("againOf", "text")
    .addColumn("bulkID", "text")
    .addColumn("ticket", "text")
    .addColumn("ticketKey", "text")
    .addColumn("reason", "text")
    .addColumn("request", "text", (column) => column.notNull())
    .addColumn("state", "text", (column) => column.notNull())
    .addColumn("customerID", "text")
    .addColumn("companyName", "text")
    .addColumn("companyKey", "text")
    .addColumn("jobID", "text")
    .addColumn("before", "text")
    .addColumn("after", "text")
    .addColumn("problem", "text")
    .addColumn("finding", "text")
    .addColumn("confirmedAt", "bigint")
    .addColumn("createdAt", "bigint", (column) => column.notNull())
    .addColumn("sentAt", "bigint")
    .addColumn("countedAt", "bigint")
    .addColumn("settledAt", "bigint")
    .addColumn("dueAt", "bigint")
    .addColumn("attempts", "integer", (column) => column.notNull())
    .addColumn("job", "text")
    .addColumn("jobState", "text")
    .addColumn("rejectedBy", "text")
    .addColumn("verifiesEffect", "integer", (column) => column.notNull().defaultTo(0))
    .addColumn("createsCustomer", "integer", (column) => column.notNull().defaultTo(0))
    .addColumn("effect", "text")
    .addColumn("effectSince", "bigint")
    .addColumn("effectDueAt", "bigint")
    // SQLite computes the column at each read, and its indexes store the values. On PostgreSQL, a trigger computes it.
    .addColumn("outcome", "text", (column) =>
      dialect === "sqlite" ? column.generatedAlwaysAs(sql.raw(outcomeOf(""))) : column,
    )
    .addColumn("jobFinishedAt", "bigint")
    .addColumn("jobMissingSince", "bigint")
    .addColumn("followDueAt", "bigint")
    .addColumn("tookMs", "bigint")
    .execute();
  // Indexes for lists end with the creation time and the ID, so that a list can skip to a page without reading the rows of
  // earlier pages. `bulkID` serves lists that exclude bulk changes. Indexes of rare columns contain only rows with a value.
  await createIndexes(db, "operations", {
    operationsByAgain: {
      columns: ["againOf", "environment", "createdAt", "operationID"],
      where: '"againOf" is not null',
    },
    operationsByAge: ["createdAt"],
    operationsByBulk: { columns: ["bulkID", "environment", "createdAt", "operationID"], where: '"bulkID" is not null' },
    operationsByCounted: { columns: ["environment", "staffID", "countedAt"], where: '"countedAt" is not null' },
    operationsByCreation: ["environment", "createdAt", "operationID", "bulkID"],
    operationsByCustomer: ["environment", "customerID", "createdAt", "operationID"],
    operationsByDue: ["dueAt"],
    operationsByEffect: { columns: ["effectDueAt"], where: '"effectDueAt" is not null' },
    operationsByFollow: ["followDueAt"],
    operationsByJob: ["environment", "jobID", "createdAt", "operationID"],
    operationsByKey: { columns: ["environment", "idempotencyKey"], isUnique: true },
    operationsByKind: ["environment", "kind", "createdAt", "operationID"],
    operationsByMatch: ["environment", "matchKey"],
    operationsByOutcome: ["environment", "outcome", "createdAt", "operationID", "staffID", "kind", "bulkID"],
    operationsByStaff: ["environment", "staffID", "createdAt", "operationID"],
    operationsByState: ["environment", "state", "createdAt"],
    operationsByTicket: {
      columns: ["ticketKey", "environment", "createdAt", "operationID"],
      where: '"ticketKey" is not null',
    },
    operationsByTook: { columns: ["environment", "kind", "createdAt", "tookMs"], where: '"tookMs" is not null' },
  });
  // A search reads only this index. The last three columns serve further filters. SQLite computes the outcome from the row
  // in any case, so its index has fewer columns.
  const filters = dialect === "postgres" ? ["outcome", "staffID", "kind"] : [];
  await createIndexes(db, "operations", {
    operationsByText: ["environment", "createdAt", "operationID", "companyKey", "customerID", ...filters],
  });
  if (dialect === "postgres") {
    // Finds IDs by their beginning. An index in the default collation cannot do this.
    await sql`create index "operationsByIDStart" on "operations" ("operationID" text_pattern_ops)`.execute(db);
  }
  await db.schema
    .createTable("operationCounts")
    .addColumn("environment", "text", (column) => column.notNull())
    .addColumn("outcome", "text", (column) => column.notNull())
    .addColumn("state", "text", (column) => column.notNull())
    .addColumn("staffID", "text", (column) => column.notNull())
    .addColumn("kind", "text", (column) => column.notNull())
    .addColumn("inBulk", "integer", (column) => column.notNull())
    .addColumn("period", "integer", (column) => column.notNull())
    .addColumn("total", "bigint", (column) => column.notNull())
    .addPrimaryKeyConstraint("operationCountsKey", [
      "environment",
      "outcome",
      "state",
      "staffID",
      "kind",
      "inBulk",
      "period",
    ])
    .execute();
  // Most lists need only the counts of all time. There are far more counts of periods.
  await createIndexes(db, "operationCounts", {
    operationCountsByPeriod: ["environment", "period"],
  });
  await db.schema
    .createTable("operationSubjects")
    .addColumn("environment", "text", (column) => column.notNull())
    .addColumn("customerID", "text", (column) => column.notNull())
    .addColumn("companyKey", "text", (column) => column.notNull())
    .addColumn("total", "bigint", (column) => column.notNull())
    .addPrimaryKeyConstraint("operationSubjectsKey", ["environment", "customerID", "companyKey"])
    .execute();
  await createOperationTriggers(db, dialect);
}
