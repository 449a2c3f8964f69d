import { createIndexes } from "#server/bff/store/schema/create-indexes.ts";
import type { AnyKysely } from "#server/database/migration.ts";

/** Proposals of assistants. Times are milliseconds since 1970. */
export interface ProposalsTable {
  proposalID: string;
  environment: string;
  kind: string;
  state: string;
  /** SHA-256 over the content, in hexadecimal. */
  digest: string;
  /** What the proposal would do, as JSON. It never changes. */
  content: string;
  why: string;
  /** The customer's ID, normalised with `idKey`. Empty if the proposal names several customers or none. */
  customerKey: string;
  /** The API client, its name at the time of the proposal, and the administrator who made its key. */
  clientID: string;
  clientName: string;
  owner: string;
  createdAt: number;
  expiresAt: number;
  decidedStaffID: string | null;
  decidedEmail: string | null;
  decidedAt: number | null;
  decisionReason: string | null;
  /** What the decision has started, and its ID. */
  resultKind: string | null;
  resultID: string | null;
}

/** When a client last exceeded a limit of proposals. */
export interface ProposalRefusalsTable {
  clientID: string;
  environment: string;
  refusedAt: number;
}

export async function createProposalTables(db: AnyKysely): Promise<void> {
  await db.schema
    .createTable("proposals")
    .addColumn("proposalID", "text", (column) => column.primaryKey())
    .addColumn("environment", "text", (column) => column.notNull())
    .addColumn("kind", "text", (column) => column.notNull())
    .addColumn("state", "text", (column) => column.notNull())
    .addColumn("digest", "text", (column) => column.notNull())
    .addColumn("content", "text", (column) => column.notNull())
    .addColumn("why", "text", (column) => column.notNull())
    .addColumn("customerKey", "text", (column) => column.notNull())
    .addColumn("clientID", "text", (column) => column.notNull())
    .addColumn("clientName", "text", (column) => column.notNull())
    .addColumn("owner", "text", (column) => column.notNull())
    .addColumn("createdAt", "bigint", (column) => column.notNull())
    .addColumn("expiresAt", "bigint", (column) => column.notNull())
    .addColumn("decidedStaffID", "text")
    .addColumn("decidedEmail", "text")
    .addColumn("decidedAt", "bigint")
    .addColumn("decisionReason", "text")
    .addColumn("resultKind", "text")
    .addColumn("resultID", "text")
    .execute();
  await createIndexes(db, "proposals", {
    proposalsByAge: ["createdAt"],
    proposalsByClient: ["clientID", "createdAt"],
    proposalsByCustomer: ["environment", "customerKey"],
    proposalsByResult: ["resultID"],
    proposalsByState: ["environment", "state", "createdAt"],
    proposalsWaiting: { columns: ["environment", "digest"], isUnique: true, where: `"state" = 'waiting'` },
  });
  await db.schema
    .createTable("proposalRefusals")
    .addColumn("clientID", "text", (column) => column.notNull())
    .addColumn("environment", "text", (column) => column.notNull())
    .addColumn("refusedAt", "bigint", (column) => column.notNull())
    .addPrimaryKeyConstraint("proposalRefusalsKey", ["clientID", "environment"])
    .execute();
}
