import type { AnyKysely } from "#server/database/migration.ts";

/** The shape of the API's answers to one operation. */
export interface ApiProfilesTable {
  environment: string;
  /** The operation, for example `GET /customers`. */
  operation: string;
  /** JSON without any customer data. */
  profile: string;
  updatedAt: number;
}

/** A person's decision about a difference between the API and its specification. */
export interface DifferenceDecisionsTable {
  differenceID: string;
  /** The environment that the decision applies to, or `all`. */
  scope: string;
  decision: string;
  reason: string;
  staffID: string;
  decidedAt: number;
}

/** Plans and terms, in the spelling of the API's answers. */
export interface ContractValuesTable {
  environment: string;
  member: string;
  value: string;
  firstSeenAt: number;
}

export async function createApiTables(db: AnyKysely): Promise<void> {
  await db.schema
    .createTable("apiProfiles")
    .addColumn("environment", "text", (column) => column.notNull())
    .addColumn("operation", "text", (column) => column.notNull())
    .addColumn("profile", "text", (column) => column.notNull())
    .addColumn("updatedAt", "bigint", (column) => column.notNull())
    .addPrimaryKeyConstraint("apiProfilesByOperation", ["environment", "operation"])
    .execute();
  await db.schema
    .createTable("differenceDecisions")
    .addColumn("differenceID", "text", (column) => column.notNull())
    .addColumn("scope", "text", (column) => column.notNull())
    .addColumn("decision", "text", (column) => column.notNull())
    .addColumn("reason", "text", (column) => column.notNull())
    .addColumn("staffID", "text", (column) => column.notNull().references("staff.staffID"))
    .addColumn("decidedAt", "bigint", (column) => column.notNull())
    .addPrimaryKeyConstraint("differenceDecisionsByScope", ["differenceID", "scope"])
    .execute();
  await db.schema
    .createTable("contractValues")
    .addColumn("environment", "text", (column) => column.notNull())
    .addColumn("member", "text", (column) => column.notNull())
    .addColumn("value", "text", (column) => column.notNull())
    .addColumn("firstSeenAt", "bigint", (column) => column.notNull())
    .addPrimaryKeyConstraint("contractValuesKey", ["environment", "member", "value"])
    .execute();
}
