import type { Generated } from "kysely";
import type { Migration } from "#server/database/migrate.ts";

/**
 * What the API's answers have shown of each customer: the newest state, and the interval in which answers have shown
 * it. A reading shows the state of the API at an unknown moment between sending the call and receiving the answer, so
 * each end of an interval has two times. Times are milliseconds since 1970.
 */
export interface KnownCustomersTable {
  environment: string;
  /** The ID by `idKey`. */
  customerKey: string;
  customerID: string;
  companyName: string;
  /** ISO 8601 instant. Null if the API did not provide the time. */
  created: string | null;
  /** The same time. Null as well if the API's text is no instant. */
  createdAt: number | null;
  /** When the call of the first reading of this state was sent and answered. 0 in rows of versions without states. */
  sinceSentAt: Generated<number>;
  sinceAnsweredAt: Generated<number>;
  /** When the call of the newest reading was sent and answered. */
  sentAt: Generated<number>;
  seenAt: number;
  /** `KnownState` as JSON. Null if only name and creation are kept. */
  state: string | null;
  /** JSON: the times of members whose interval differs from the row's (`MemberTimes`). Null: none differs. */
  memberTimes: string | null;
  /** Why the state began: `first` (no earlier state is known), `operation` or `elsewhere`. */
  cause: string | null;
  /** The operation of this console that explains the state. */
  operationID: string | null;
  /** When the customer was deleted, or first seen deleted. Null if it is not deleted. */
  deletedSince: number | null;
  /** When the newest change without an operation of this console was first seen. Null if there was no such change. */
  elsewhereAt: number | null;
  /** Since when the API's list does not contain the customer, deleted customers included. Null while it does. */
  missingAt: number | null;
  /**
   * When the last reading was answered that was left out, because it overlapped an operation (`mergeSeen`). Null if a
   * later reading that no operation overlaps was stored.
   */
  leftOutAt: number | null;
  /** When the row was last written, by the store's clock. Readers that keep a copy ask for later rows. */
  storedAt: Generated<number>;
}

/** The earlier states of known customers, with the columns of the newest state. */
export interface KnownStatesTable {
  environment: string;
  customerKey: string;
  sinceSentAt: number;
  sinceAnsweredAt: number;
  sentAt: number;
  answeredAt: number;
  state: string;
  memberTimes: string | null;
  cause: string | null;
  operationID: string | null;
}

/**
 * What the API's answers have shown of each telephone number: its customer, and between which times answers have shown
 * it. Times are milliseconds since 1970.
 */
export interface KnownNumbersTable {
  environment: string;
  /** The number as the API writes it. */
  number: string;
  /** The digits of the number from the last to the first, so that an index finds numbers by their end. */
  reversedDigits: string;
  /** The customer, and its ID by `idKey`. Null if the answer named none. */
  customerID: string | null;
  customerKey: string | null;
  /** The position in the API's list, from 0. */
  row: number;
  sinceSentAt: number;
  sinceAnsweredAt: number;
  sentAt: number;
  seenAt: number;
}

/** The earlier customers of known numbers. */
export interface KnownNumberOwnersTable {
  environment: string;
  number: string;
  customerID: string | null;
  customerKey: string | null;
  sinceSentAt: number;
  sinceAnsweredAt: number;
  sentAt: number;
  answeredAt: number;
}

/** The record of known customers of an environment. */
export interface KnownRecordsTable {
  environment: string;
  /** When its first reading was sent. */
  since: number;
  /** The key of the hashes in `knownErased`: 32 random bytes in hexadecimal. */
  erasureKey: string;
}

/** Erased customers, of which nothing is kept. */
export interface KnownErasedTable {
  environment: string;
  /** HMAC-SHA-256 of the customer's key, in hexadecimal. */
  customerHash: string;
  erasedAt: number;
}

/**
 * A span of creation days, and how completely a reading of it has shown its customers. The windows of an environment
 * follow each other without gaps.
 */
export interface KnownWindowsTable {
  environment: string;
  /** The first day, `YYYY-MM-DD` in UTC. */
  firstDay: string;
  /** The day after the last one. Null for the newest window, which has no end. */
  endDay: string | null;
  /** When the last reading of the whole window began and ended. Null if it was never read as a whole. */
  readFrom: number | null;
  readUntil: number | null;
  /** What that reading has returned: the number of customers and of calls. */
  customers: number;
  calls: number;
  /** The number of customers that an earlier reading has returned and that reading has not. */
  missing: number;
  /** The number of returned customers that the record does not keep. */
  keptOut: number;
  /** 1 if its number of customers agreed with the API's total, 0 if not. Null if it was never read as a whole. */
  agrees: number | null;
  /** The number of readings since the last one that agreed. */
  attempts: number;
  /** JSON: how far the current reading is. Null while the window is not being read. */
  reading: string | null;
}

/** Which replica reads the customers of an environment, and what that costs. */
export interface KnownFillingTable {
  environment: string;
  /** The replica. Null: none. */
  holder: string | null;
  /** Until when no other replica may take over, by the store's clock. */
  leaseUntil: number;
  /** When the last call began. */
  calledAt: number;
  /** JSON: the number of calls in each minute of the last hour. */
  calls: string;
  /** The number of customers according to the API. Null: not known yet. */
  total: number | null;
  /** JSON: when the newest creations were read last, and the offset at which reading them goes on. */
  newest: string | null;
  /** Since when the replica makes no calls because the API does not answer or has asked for a pause. */
  pausedAt: number | null;
}

/** One row: which changes outside Switchboard appear under Attention. */
export interface KnownPolicyTable {
  /** Always 1, so that the table has only one row. */
  only: number;
  /** One of `elsewhereAlerts`. */
  elsewhere: string;
  /** The number of changes so far. */
  version: number;
}

/**
 * The active customers of an environment as they were known at the end of a UTC day: one row for each plan and term that
 * customers had together. A day without rows was not counted.
 */
export interface KnownCountsTable {
  environment: string;
  /** `2026-11-24`. */
  day: string;
  /** Empty: not known. */
  plan: string;
  term: string;
  customers: number;
  /** The sum of the users of those customers whose number is known. */
  users: number;
  /** The number of customers whose number of users is known. */
  withUsers: number;
  /** Of the day, so equal in all of its rows: the number of known customers, and the API's total if it was known. */
  known: number;
  total: number | null;
  countedAt: number;
}

export const knownCustomersMigration: Migration = {
  name: "0420_known_customers",
  async up(db) {
    await db.schema
      .createTable("knownCustomers")
      .addColumn("environment", "text", (column) => column.notNull())
      .addColumn("customerKey", "text", (column) => column.notNull())
      .addColumn("customerID", "text", (column) => column.notNull())
      .addColumn("companyName", "text", (column) => column.notNull())
      .addColumn("created", "text")
      .addColumn("seenAt", "bigint", (column) => column.notNull())
      .addPrimaryKeyConstraint("knownCustomersKey", ["environment", "customerKey"])
      .execute();
    await db.schema.createIndex("knownCustomersBySeen").on("knownCustomers").column("seenAt").execute();
  },
};

export const knownStatesMigration: Migration = {
  name: "0430_known_states",
  async up(db) {
    for (const name of ["sinceSentAt", "sinceAnsweredAt", "sentAt", "storedAt"]) {
      await db.schema
        .alterTable("knownCustomers")
        .addColumn(name, "bigint", (column) => column.notNull().defaultTo(0))
        .execute();
    }
    for (const name of ["createdAt", "deletedSince", "elsewhereAt", "missingAt"]) {
      await db.schema.alterTable("knownCustomers").addColumn(name, "bigint").execute();
    }
    for (const name of ["state", "memberTimes", "cause", "operationID"]) {
      await db.schema.alterTable("knownCustomers").addColumn(name, "text").execute();
    }
    await db.schema
      .createIndex("knownCustomersByStored")
      .on("knownCustomers")
      .columns(["environment", "storedAt"])
      .execute();
    await db.schema
      .createIndex("knownCustomersByCreation")
      .on("knownCustomers")
      .columns(["environment", "createdAt"])
      .execute();
    await db.schema
      .createTable("knownStates")
      .addColumn("environment", "text", (column) => column.notNull())
      .addColumn("customerKey", "text", (column) => column.notNull())
      .addColumn("sinceSentAt", "bigint", (column) => column.notNull())
      .addColumn("sinceAnsweredAt", "bigint", (column) => column.notNull())
      .addColumn("sentAt", "bigint", (column) => column.notNull())
      .addColumn("answeredAt", "bigint", (column) => column.notNull())
      .addColumn("state", "text", (column) => column.notNull())
      .addColumn("memberTimes", "text")
      .addColumn("cause", "text")
      .addColumn("operationID", "text")
      .addPrimaryKeyConstraint("knownStatesKey", ["environment", "customerKey", "sinceAnsweredAt", "sinceSentAt"])
      .execute();
    await db.schema
      .createTable("knownRecords")
      .addColumn("environment", "text", (column) => column.primaryKey())
      .addColumn("since", "bigint", (column) => column.notNull())
      .addColumn("erasureKey", "text", (column) => column.notNull())
      .execute();
    await db.schema
      .createTable("knownErased")
      .addColumn("environment", "text", (column) => column.notNull())
      .addColumn("customerHash", "text", (column) => column.notNull())
      .addColumn("erasedAt", "bigint", (column) => column.notNull())
      .addPrimaryKeyConstraint("knownErasedKey", ["environment", "customerHash"])
      .execute();
    await db.schema.createIndex("knownStatesByAnswer").on("knownStates").column("answeredAt").execute();
  },
};

export const knownNumbersMigration: Migration = {
  name: "0434_known_numbers",
  async up(db) {
    await db.schema
      .createTable("knownNumbers")
      .addColumn("environment", "text", (column) => column.notNull())
      .addColumn("number", "text", (column) => column.notNull())
      .addColumn("reversedDigits", "text", (column) => column.notNull())
      .addColumn("customerID", "text")
      .addColumn("customerKey", "text")
      .addColumn("row", "bigint", (column) => column.notNull())
      .addColumn("sinceSentAt", "bigint", (column) => column.notNull())
      .addColumn("sinceAnsweredAt", "bigint", (column) => column.notNull())
      .addColumn("sentAt", "bigint", (column) => column.notNull())
      .addColumn("seenAt", "bigint", (column) => column.notNull())
      .addPrimaryKeyConstraint("knownNumbersKey", ["environment", "number"])
      .execute();
    const indexes = { knownNumbersByDigits: "reversedDigits", knownNumbersByCustomer: "customerKey" };
    for (const [name, column] of Object.entries(indexes)) {
      await db.schema.createIndex(name).on("knownNumbers").columns(["environment", column]).execute();
    }
    await db.schema.createIndex("knownNumbersBySeen").on("knownNumbers").column("seenAt").execute();
    await db.schema
      .createTable("knownNumberOwners")
      .addColumn("environment", "text", (column) => column.notNull())
      .addColumn("number", "text", (column) => column.notNull())
      .addColumn("customerID", "text")
      .addColumn("customerKey", "text")
      .addColumn("sinceSentAt", "bigint", (column) => column.notNull())
      .addColumn("sinceAnsweredAt", "bigint", (column) => column.notNull())
      .addColumn("sentAt", "bigint", (column) => column.notNull())
      .addColumn("answeredAt", "bigint", (column) => column.notNull())
      .addPrimaryKeyConstraint("knownNumberOwnersKey", ["environment", "number", "sinceAnsweredAt"])
      .execute();
    await db.schema.createIndex("knownNumberOwnersByAnswer").on("knownNumberOwners").column("answeredAt").execute();
    await db.schema
      .createIndex("knownNumberOwnersByCustomer")
      .on("knownNumberOwners")
      .columns(["environment", "customerKey"])
      .execute();
  },
};

export const knownWindowsMigration: Migration = {
  name: "0431_known_windows",
  async up(db) {
    await db.schema
      .createTable("knownWindows")
      .addColumn("environment", "text", (column) => column.notNull())
      .addColumn("firstDay", "text", (column) => column.notNull())
      .addColumn("endDay", "text")
      .addColumn("readFrom", "bigint")
      .addColumn("readUntil", "bigint")
      .addColumn("customers", "integer", (column) => column.notNull())
      .addColumn("calls", "integer", (column) => column.notNull())
      .addColumn("missing", "integer", (column) => column.notNull())
      .addColumn("keptOut", "integer", (column) => column.notNull())
      .addColumn("agrees", "integer")
      .addColumn("attempts", "integer", (column) => column.notNull())
      .addColumn("reading", "text")
      .addPrimaryKeyConstraint("knownWindowsKey", ["environment", "firstDay"])
      .execute();
    await db.schema
      .createTable("knownFilling")
      .addColumn("environment", "text", (column) => column.primaryKey())
      .addColumn("holder", "text")
      .addColumn("leaseUntil", "bigint", (column) => column.notNull())
      .addColumn("calledAt", "bigint", (column) => column.notNull())
      .addColumn("calls", "text", (column) => column.notNull())
      .addColumn("total", "integer")
      .addColumn("newest", "text")
      .addColumn("pausedAt", "bigint")
      .execute();
  },
};

export const knownPolicyMigration: Migration = {
  name: "0432_known_policy",
  async up(db) {
    await db.schema
      .createTable("knownPolicy")
      .addColumn("only", "integer", (column) => column.primaryKey())
      .addColumn("elsewhere", "text", (column) => column.notNull())
      .addColumn("version", "integer", (column) => column.notNull())
      .execute();
    await db.insertInto("knownPolicy").values({ only: 1, elsewhere: "none", version: 0 }).execute();
  },
};

export const knownCountsMigration: Migration = {
  name: "0433_known_counts",
  async up(db) {
    await db.schema
      .createTable("knownCounts")
      .addColumn("environment", "text", (column) => column.notNull())
      .addColumn("day", "text", (column) => column.notNull())
      .addColumn("plan", "text", (column) => column.notNull())
      .addColumn("term", "text", (column) => column.notNull())
      .addColumn("customers", "integer", (column) => column.notNull())
      .addColumn("users", "bigint", (column) => column.notNull())
      .addColumn("withUsers", "integer", (column) => column.notNull())
      .addColumn("known", "integer", (column) => column.notNull())
      .addColumn("total", "integer")
      .addColumn("countedAt", "bigint", (column) => column.notNull())
      .addPrimaryKeyConstraint("knownCountsKey", ["environment", "day", "plan", "term"])
      .execute();
  },
};

export const knownElsewhereMigration: Migration = {
  name: "0435_known_elsewhere",
  index: {
    name: "knownCustomersByElsewhere",
    table: "knownCustomers",
    columns: ["environment", "elsewhereAt"],
    present: "elsewhereAt",
  },
};

export const knownLeftOutMigration: Migration = {
  name: "0450_known_left_out",
  async up(db) {
    await db.schema.alterTable("knownCustomers").addColumn("leftOutAt", "bigint").execute();
  },
};

export const knownByLeftOutMigration: Migration = {
  name: "0451_known_by_left_out",
  index: {
    name: "knownCustomersByLeftOut",
    table: "knownCustomers",
    columns: ["environment", "leftOutAt"],
    present: "leftOutAt",
  },
};
