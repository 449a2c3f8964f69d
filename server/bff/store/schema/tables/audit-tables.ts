import type { ColumnType } from "kysely";
import { createIndexes } from "#server/bff/store/schema/create-indexes.ts";
import type { AnyKysely } from "#server/database/migration.ts";

/** The value of `previousHash` in the first row of the audit log. */
export const genesisHash = "0".repeat(64);

/** A column that cannot be updated. */
type Fixed<T> = ColumnType<T, T, never>;

/** The audit log. New rows are only appended, and only retention removes rows, oldest first. */
export interface AuditTable {
  sequence: Fixed<number>;
  at: Fixed<number>;
  actorKind: Fixed<string>;
  actorID: Fixed<string | null>;
  actorEmail: Fixed<string | null>;
  actorRole: Fixed<string | null>;
  action: Fixed<string>;
  environment: Fixed<string | null>;
  targetKind: Fixed<string | null>;
  targetID: Fixed<string | null>;
  outcome: Fixed<string>;
  /** JSON. `after` is JSON too. */
  before: Fixed<string | null>;
  after: Fixed<string | null>;
  ticket: Fixed<string | null>;
  requestID: Fixed<string | null>;
  address: Fixed<string | null>;
  userAgent: Fixed<string | null>;
  hash: Fixed<string>;
  previousHash: Fixed<string>;
  /**
   * The normalised ID of the customer that the event concerns, for the filter by customer. It is derived from the
   * columns above.
   */
  customerKey: Fixed<string | null>;
  /** The ID of the key that signed the row. `mac` is the signature. Both are null if the row is not signed. */
  keyID: Fixed<string | null>;
  mac: Fixed<string | null>;
}

/**
 * This table has one row: the two ends of the audit log. `sequence` and `hash` belong to the newest row. They show
 * whether rows are missing at the end. `anchorSequence` and `anchorHash` belong to the last row that retention removed,
 * because the oldest remaining row links to that row.
 */
export interface AuditChainTable {
  /** Always 1, so that the table has only one row. */
  only: number;
  sequence: number;
  hash: string;
  /** The ID of the key that signed `sequence` and `hash`. Null if the newest row was written without a key. */
  keyID: string | null;
  mac: string | null;
  anchorSequence: number;
  anchorHash: string;
}

/** This table has one row: which events have been pushed, and which replica pushes. */
export interface AuditPushTable {
  /** Always 1, so that the table has only one row. */
  only: number;
  /**
   * The sequence number and the hash of the last event that the receiver has accepted. The hash is null if it is not
   * known.
   */
  sequence: number;
  hash: string | null;
  leaseID: string | null;
  leaseUntil: number | null;
  /**
   * The number of consecutive failed attempts to send the next event. `problem` describes the last failure. `retryAt`
   * is the time of the next attempt.
   */
  failures: number;
  problem: string | null;
  retryAt: number | null;
}

export async function createAuditTables(db: AnyKysely): Promise<void> {
  await db.schema
    .createTable("audit")
    .addColumn("sequence", "bigint", (column) => column.primaryKey())
    .addColumn("at", "bigint", (column) => column.notNull())
    .addColumn("actorKind", "text", (column) => column.notNull())
    .addColumn("actorID", "text")
    .addColumn("actorEmail", "text")
    .addColumn("actorRole", "text")
    .addColumn("action", "text", (column) => column.notNull())
    .addColumn("environment", "text")
    .addColumn("targetKind", "text")
    .addColumn("targetID", "text")
    .addColumn("outcome", "text", (column) => column.notNull())
    .addColumn("before", "text")
    .addColumn("after", "text")
    .addColumn("ticket", "text")
    .addColumn("requestID", "text")
    .addColumn("address", "text")
    .addColumn("userAgent", "text")
    .addColumn("hash", "text", (column) => column.notNull())
    .addColumn("previousHash", "text", (column) => column.notNull())
    .addColumn("customerKey", "text")
    .addColumn("keyID", "text")
    .addColumn("mac", "text")
    .execute();
  // Some columns have few different values, or the same value in most rows. An index on such a column also contains the
  // column of a second filter, so that the database need not read the rows one by one.
  await createIndexes(db, "audit", {
    auditByAction: ["action", "sequence"],
    auditByActor: { columns: ["actorID", "sequence", "action", "environment"], where: '"actorID" is not null' },
    auditByActorAction: { columns: ["actorID", "action", "sequence", "environment"], where: '"actorID" is not null' },
    auditByAddress: {
      columns: ["address", "sequence", "action", "environment", "actorID"],
      where: '"address" is not null',
    },
    auditByCustomer: { columns: ["customerKey", "sequence"], where: '"customerKey" is not null' },
    auditByEmail: { columns: ["actorEmail", "sequence", "action", "environment"], where: '"actorEmail" is not null' },
    auditByEnvironment: { columns: ["environment", "sequence"], where: '"environment" is not null' },
    auditByEnvironmentAction: { columns: ["environment", "action", "sequence"], where: '"environment" is not null' },
    auditByRequest: { columns: ["requestID", "sequence"], where: '"requestID" is not null' },
    auditByTargetID: { columns: ["targetID", "sequence"], where: '"targetID" is not null' },
    auditByTicket: { columns: ["ticket", "sequence"], where: '"ticket" is not null' },
    auditByTime: ["at"],
  });
  await db.schema
    .createTable("auditChain")
    .addColumn("only", "integer", (column) => column.primaryKey())
    .addColumn("sequence", "bigint", (column) => column.notNull())
    .addColumn("hash", "text", (column) => column.notNull())
    .addColumn("keyID", "text")
    .addColumn("mac", "text")
    .addColumn("anchorSequence", "bigint", (column) => column.notNull())
    .addColumn("anchorHash", "text", (column) => column.notNull())
    .execute();
  await db
    .insertInto("auditChain")
    .values({
      only: 1,
      sequence: 0,
      hash: genesisHash,
      anchorSequence: 0,
      anchorHash: genesisHash,
    })
    .execute();
  await db.schema
    .createTable("auditPush")
    .addColumn("only", "integer", (column) => column.primaryKey())
    .addColumn("sequence", "bigint", (column) => column.notNull())
    .addColumn("hash", "text")
    .addColumn("leaseID", "text")
    .addColumn("leaseUntil", "bigint")
    .addColumn("failures", "integer", (column) => column.notNull())
    .addColumn("problem", "text")
    .addColumn("retryAt", "bigint")
    .execute();
  await db.insertInto("auditPush").values({ only: 1, sequence: 0, failures: 0 }).execute();
}
