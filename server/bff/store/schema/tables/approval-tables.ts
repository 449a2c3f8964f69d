import { sql } from "kysely";
import type { Migration } from "#server/database/migrate.ts";

/** One row: which changes need a second person. */
export interface ApprovalPolicyTable {
  /** Always 1, so that the table has only one row. */
  only: number;
  /** JSON of the rules of each environment. */
  rules: string;
  /** The number of changes so far. */
  version: number;
}

/** Requests for approval. Times are milliseconds since 1970. */
export interface ApprovalsTable {
  approvalID: string;
  environment: string;
  kind: string;
  /** The customer's key, or the ID of the bulk change or import. Each subject has at most one pending request. */
  subjectID: string;
  state: string;
  digest: string;
  /** JSON of the requested change, and of the data with which it is displayed. */
  request: string;
  /** JSON of the rules that require approval. */
  why: string;
  ticket: string | null;
  reason: string | null;
  staffID: string;
  /** The person's address at that time. */
  email: string;
  createdAt: number;
  expiresAt: number;
  decidedStaffID: string | null;
  decidedEmail: string | null;
  decidedAt: number | null;
  decisionReason: string | null;
  /** 1 if an administrator released the change alone. */
  isEmergency: number;
  /** The address of the person who has acknowledged the emergency. */
  acknowledgedBy: string | null;
  operationID: string | null;
}

export const approvalsMigration: Migration = {
  name: "0291_approvals",
  async up(db) {
    await db.schema
      .createTable("approvalPolicy")
      .addColumn("only", "integer", (column) => column.primaryKey())
      .addColumn("rules", "text", (column) => column.notNull())
      .addColumn("version", "integer", (column) => column.notNull())
      .execute();
    await db.insertInto("approvalPolicy").values({ only: 1, rules: "{}", version: 0 }).execute();
    await db.schema
      .createTable("approvals")
      .addColumn("approvalID", "text", (column) => column.primaryKey())
      .addColumn("environment", "text", (column) => column.notNull())
      .addColumn("kind", "text", (column) => column.notNull())
      .addColumn("subjectID", "text", (column) => column.notNull())
      .addColumn("state", "text", (column) => column.notNull())
      .addColumn("digest", "text", (column) => column.notNull())
      .addColumn("request", "text", (column) => column.notNull())
      .addColumn("why", "text", (column) => column.notNull())
      .addColumn("ticket", "text")
      .addColumn("reason", "text")
      .addColumn("staffID", "text", (column) => column.notNull())
      .addColumn("email", "text", (column) => column.notNull())
      .addColumn("createdAt", "bigint", (column) => column.notNull())
      .addColumn("expiresAt", "bigint", (column) => column.notNull())
      .addColumn("decidedStaffID", "text")
      .addColumn("decidedEmail", "text")
      .addColumn("decidedAt", "bigint")
      .addColumn("decisionReason", "text")
      .addColumn("isEmergency", "integer", (column) => column.notNull().defaultTo(0))
      .addColumn("acknowledgedBy", "text")
      .addColumn("operationID", "text")
      .execute();
    const index = (name: string, columns: string[]) => db.schema.createIndex(name).on("approvals").columns(columns);
    await index("approvalsWaiting", ["environment", "kind", "subjectID"])
      .unique()
      .where(sql.ref("state"), "=", sql.lit("waiting"))
      .execute();
    await index("approvalsByState", ["environment", "state", "createdAt"]).execute();
    await index("approvalsBySubject", ["environment", "kind", "subjectID", "createdAt"]).execute();
    await index("approvalsByOperation", ["operationID"]).where(sql.ref("operationID"), "is not", null).execute();
    await index("approvalsByAge", ["createdAt"]).execute();
  },
};
