import { createIndexes } from "#server/bff/store/schema/create-indexes.ts";
import type { AnyKysely } from "#server/database/migration.ts";

/** This table has one row: which changes need approval by a second person. */
export interface ApprovalPolicyTable {
  /** Always 1, so that the table has only one row. */
  only: number;
  /** The rules of each environment, as JSON. */
  rules: string;
  /** How many times the policy was changed. */
  version: number;
}

/** Requests for approval. Times are milliseconds since 1970. */
export interface ApprovalsTable {
  approvalID: string;
  environment: string;
  kind: string;
  /**
   * The ID of the bulk change, the import or the planned change, or the customer's key. Each subject has at most one
   * pending request.
   */
  subjectID: string;
  state: string;
  digest: string;
  /** The requested change and the data with which it is displayed, as JSON. */
  request: string;
  /** The rules that require approval, as JSON. */
  why: string;
  ticket: string | null;
  reason: string | null;
  staffID: string;
  /** The requester's e-mail address at the time of the request. */
  email: string;
  createdAt: number;
  expiresAt: number;
  decidedStaffID: string | null;
  decidedEmail: string | null;
  decidedAt: number | null;
  decisionReason: string | null;
  /** 1 if an administrator approved the change alone in an emergency. */
  isEmergency: number;
  /** The e-mail address of the person who has acknowledged the emergency approval. */
  acknowledgedBy: string | null;
  operationID: string | null;
}

export async function createApprovalTables(db: AnyKysely): Promise<void> {
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
  await createIndexes(db, "approvals", {
    approvalsByAge: ["createdAt"],
    approvalsByDecider: ["decidedStaffID"],
    approvalsByOperation: { columns: ["operationID"], where: '"operationID" is not null' },
    approvalsByState: ["environment", "state", "createdAt"],
    approvalsBySubject: ["environment", "kind", "subjectID", "createdAt"],
    approvalsWaiting: { columns: ["environment", "kind", "subjectID"], isUnique: true, where: `"state" = 'waiting'` },
  });
}
