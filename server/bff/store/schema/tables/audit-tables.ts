import { type ColumnType, sql } from "kysely";
import type { Migration } from "#server/database/migrate.ts";

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

export const auditMigration: Migration = {
  name: "0160_audit",
  async up(db) {
    let table = db.schema
      .createTable("audit")
      .addColumn("sequence", "bigint", (column) => column.primaryKey())
      .addColumn("at", "bigint", (column) => column.notNull());
    for (const name of ["actorKind", "action", "outcome", "hash", "previousHash"]) {
      table = table.addColumn(name, "text", (column) => column.notNull());
    }
    const optional = [
      "actorID",
      "actorEmail",
      "actorRole",
      "environment",
      "targetKind",
      "targetID",
      "before",
      "after",
      "ticket",
      "requestID",
      "address",
      "userAgent",
    ];
    for (const name of optional) table = table.addColumn(name, "text");
    await table.execute();
    const index = (name: string, columns: string[]) => db.schema.createIndex(name).on("audit").columns(columns);
    await index("auditByActor", ["actorID", "sequence"]).execute();
    await index("auditByAction", ["action", "sequence"]).execute();
    await index("auditByTarget", ["targetKind", "targetID", "sequence"]).execute();
    await index("auditByTime", ["at"]).execute();
    await db.schema
      .createTable("auditChain")
      .addColumn("only", "integer", (column) => column.primaryKey())
      .addColumn("sequence", "bigint", (column) => column.notNull())
      .addColumn("hash", "text", (column) => column.notNull())
      .addColumn("anchorSequence", "bigint", (column) => column.notNull())
      .addColumn("anchorHash", "text", (column) => column.notNull())
      .execute();
    await db
      .insertInto("auditChain")
      .values({ only: 1, sequence: 0, hash: genesisHash, anchorSequence: 0, anchorHash: genesisHash })
      .execute();
  },
};

/** Does the same as `idKey` in SQL: ignores the letter case of an ID that has the form of a UUID. */
const customerKeyOf = (value: string) =>
  `case when ${value} like '________-____-____-____-____________' then lower(${value}) else ${value} end`;

/** Adds the indexes for the filters of the audit page, and the table with the state of the audit push. */
export const auditPageMigration: Migration = {
  name: "0170_audit_page",
  async up(db, dialect) {
    await db.schema.alterTable("audit").addColumn("customerKey", "text").execute();
    const recorded =
      dialect === "postgres" ? `"after"::jsonb ->> 'customerID'` : `json_extract("after", '$.customerID')`;
    await sql`update "audit" set "customerKey" = case when "targetKind" = 'customer'
        then ${sql.raw(customerKeyOf('"targetID"'))} else ${sql.raw(customerKeyOf(recorded))} end
      where "targetKind" = 'customer' or "after" like '%"customerID"%'`.execute(db);
    await db.schema.dropIndex("auditByTarget").execute();
    const index = (name: string, column: string) =>
      db.schema.createIndex(name).on("audit").columns([column, "sequence"]).where(sql.ref(column), "is not", null);
    await index("auditByCustomer", "customerKey").execute();
    await index("auditByTargetID", "targetID").execute();
    await index("auditByEmail", "actorEmail").execute();
    await index("auditByEnvironment", "environment").execute();
    await index("auditByTicket", "ticket").execute();
    await index("auditByRequest", "requestID").execute();
    await index("auditByAddress", "address").execute();
    await db.schema
      .createTable("auditPush")
      .addColumn("only", "integer", (column) => column.primaryKey())
      .addColumn("sequence", "bigint", (column) => column.notNull())
      .addColumn("leaseID", "text")
      .addColumn("leaseUntil", "bigint")
      .addColumn("failures", "integer", (column) => column.notNull())
      .addColumn("problem", "text")
      .addColumn("retryAt", "bigint")
      .execute();
    await db.insertInto("auditPush").values({ only: 1, sequence: 0, failures: 0 }).execute();
  },
};

/**
 * Indexes for combinations of two filters. Some columns have few different values, or the same value in most rows. An
 * index on such a column also contains the second filter's column, so that the database need not read the rows one by
 * one.
 */
export const auditFiltersMigration: Migration = {
  name: "0210_audit_filters",
  async up(db) {
    for (const name of ["auditByActor", "auditByEmail", "auditByAddress"]) await db.schema.dropIndex(name).execute();
    const index = (name: string, columns: [string, ...string[]]) =>
      db.schema.createIndex(name).on("audit").columns(columns).where(sql.ref(columns[0]), "is not", null);
    await index("auditByActor", ["actorID", "sequence", "action", "environment"]).execute();
    await index("auditByActorAction", ["actorID", "action", "sequence", "environment"]).execute();
    await index("auditByEnvironmentAction", ["environment", "action", "sequence"]).execute();
    await index("auditByEmail", ["actorEmail", "sequence", "action", "environment"]).execute();
    await index("auditByAddress", ["address", "sequence", "action", "environment", "actorID"]).execute();
  },
};

/** Adds the signatures of the audit log, and the hash of the last pushed event. */
export const auditKeysMigration: Migration = {
  name: "0370_audit_keys",
  async up(db) {
    for (const table of ["audit", "auditChain"]) {
      await db.schema.alterTable(table).addColumn("keyID", "text").execute();
      await db.schema.alterTable(table).addColumn("mac", "text").execute();
    }
    await db.schema.alterTable("auditPush").addColumn("hash", "text").execute();
  },
};
