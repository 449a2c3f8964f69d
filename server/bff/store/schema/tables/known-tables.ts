import type { Generated } from "kysely";
import { createIndexes } from "#server/bff/store/schema/create-indexes.ts";
import type { AnyKysely } from "#server/database/migration.ts";

/**
 * The newest known state of each customer, and the interval in which answers of the API have shown this state. An
 * answer shows the state of the API at an unknown time between sending the request and receiving the answer. So each
 * end of the interval consists of two times. All times are milliseconds since 1970.
 */
export interface KnownCustomersTable {
  environment: string;
  /** The customer's ID, normalised with `idKey`. */
  customerKey: string;
  customerID: string;
  companyName: string;
  /** The creation time as an ISO 8601 instant. Null if the API did not provide it. */
  created: string | null;
  /** `created` in milliseconds since 1970. Null if `created` is null or not a valid time. */
  createdAt: number | null;
  /**
   * `sinceSentAt`: when the request for the first API answer with this state was sent. `sinceAnsweredAt`: when that
   * answer arrived. Both are 0 in a row without a state.
   */
  sinceSentAt: Generated<number>;
  sinceAnsweredAt: Generated<number>;
  /** `sentAt`: when the request for the newest API answer was sent. `seenAt`: when that answer arrived. */
  sentAt: Generated<number>;
  seenAt: number;
  /** `KnownState` as JSON. Null if only the name and the creation time are stored. */
  state: string | null;
  /**
   * The times of members whose interval differs from the row's interval, as JSON (`MemberTimes`). Null if no interval
   * differs.
   */
  memberTimes: string | null;
  /** Why the state began: `first` (no earlier state is known), `operation` or `elsewhere`. */
  cause: string | null;
  /** The operation of this console that explains the state. */
  operationID: string | null;
  /**
   * When the customer was deleted. If the API does not provide that time, when an API answer first showed the customer
   * as deleted. Null if the customer is not deleted.
   */
  deletedSince: number | null;
  /**
   * When an API answer first showed the newest change that no operation of this console explains. Null if there is no
   * such change.
   */
  elsewhereAt: number | null;
  /**
   * The time since which the API's list no longer contains the customer, not even as deleted. Null if the list contains
   * the customer.
   */
  missingAt: number | null;
  /**
   * When the newest API answer arrived whose reading was left out because it overlapped an operation (`mergeSeen`).
   * Null if no reading was left out, or if a later reading that overlaps no operation was stored.
   */
  leftOutAt: number | null;
  /**
   * When the row was last written, by the store's clock. Code that keeps a copy of the table reads only the rows that
   * were written after its last read.
   */
  storedAt: Generated<number>;
}

/** The earlier states of known customers. The columns have the same meaning as in `knownCustomers`. */
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
 * The customer of each known telephone number, and the interval in which answers of the API have shown this customer.
 * Times are milliseconds since 1970.
 */
export interface KnownNumbersTable {
  environment: string;
  /** The number as the API writes it. */
  number: string;
  /** The digits of the number in reverse order, so that an index can find numbers by their last digits. */
  reversedDigits: string;
  /**
   * The customer's ID. `customerKey` is the ID normalised with `idKey`. Both are null if the API's answer named no
   * customer.
   */
  customerID: string | null;
  customerKey: string | null;
  /** The position in the API's list, from 0. */
  row: number;
  sinceSentAt: number;
  sinceAnsweredAt: number;
  sentAt: number;
  seenAt: number;
}

/** The customers to which known numbers belonged earlier. */
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

/** One row for each environment: when its store of known customers began, and the key for hashing erased customers. */
export interface KnownRecordsTable {
  environment: string;
  /** When the first stored API answer was requested. */
  since: number;
  /** The key of the hashes in `knownErased`: 32 random bytes in hexadecimal. */
  erasureKey: string;
}

/** Erased customers. Only a hash is stored, and nothing else about the customer. */
export interface KnownErasedTable {
  environment: string;
  /** HMAC-SHA-256 of the customer's key, in hexadecimal. */
  customerHash: string;
  erasedAt: number;
}

/**
 * A range of creation days, and the result of reading its customers from the API. The windows of an environment follow
 * each other without gaps.
 */
export interface KnownWindowsTable {
  environment: string;
  /** The first day, `YYYY-MM-DD` in UTC. */
  firstDay: string;
  /** The day after the last day. Null for the newest window, which has no end. */
  endDay: string | null;
  /** When the last complete read of the window began and ended. Null if the window was never read completely. */
  readFrom: number | null;
  readUntil: number | null;
  /** The number of customers that the last complete read returned, and the number of its calls. */
  customers: number;
  calls: number;
  /** The number of customers that were returned by an earlier read, but not by the last complete read. */
  missing: number;
  /** The number of returned customers that the store never keeps. */
  keptOut: number;
  /**
   * 1 if the number of customers was equal to the API's total, 0 if not. Null if the window was never read completely.
   */
  agrees: number | null;
  /** The number of reads since the number of customers was last equal to the API's total. */
  attempts: number;
  /** The progress of the current read, as JSON. Null if the window is not being read. */
  reading: string | null;
}

/** Which replica reads the customers of an environment, and how many calls this takes. */
export interface KnownFillingTable {
  environment: string;
  /** The ID of the replica. Null if no replica reads. */
  holder: string | null;
  /** When the lease of the replica ends, by the store's clock. Until then, no other replica may take over. */
  leaseUntil: number;
  /** When the last call began. */
  calledAt: number;
  /** The number of calls in each minute of the last hour, as JSON. */
  calls: string;
  /** The number of customers according to the API. Null if it is not known yet. */
  total: number | null;
  /** When the newest customers were last read, and the offset at which reading continues, as JSON. */
  newest: string | null;
  /** The time since which the replica makes no calls, because the API does not answer or has asked for a pause. */
  pausedAt: number | null;
}

/** This table has one row: which changes outside Switchboard appear under Attention. */
export interface KnownPolicyTable {
  /** Always 1, so that the table has only one row. */
  only: number;
  /** One of `elsewhereAlerts`. */
  elsewhere: string;
  /** How many times the policy was changed. */
  version: number;
}

/**
 * The active customers of an environment at the end of a UTC day, counted by plan and term. If a day has no rows, it
 * was not counted.
 */
export interface KnownCountsTable {
  environment: string;
  /** Date in the format `2026-11-24`. */
  day: string;
  /** Empty if the plan is not known. `term` is empty if the term is not known. */
  plan: string;
  term: string;
  customers: number;
  /** The total number of users of the customers in `withUsers`. */
  users: number;
  /** The number of customers whose number of users is known. */
  withUsers: number;
  /**
   * The number of known customers on this day, and the API's total if it was known. `known` is the same in all rows of
   * a day, and so is `total`.
   */
  known: number;
  total: number | null;
  countedAt: number;
}

export async function createKnownTables(db: AnyKysely): Promise<void> {
  await db.schema
    .createTable("knownCustomers")
    .addColumn("environment", "text", (column) => column.notNull())
    .addColumn("customerKey", "text", (column) => column.notNull())
    .addColumn("customerID", "text", (column) => column.notNull())
    .addColumn("companyName", "text", (column) => column.notNull())
    .addColumn("created", "text")
    .addColumn("createdAt", "bigint")
    .addColumn("sinceSentAt", "bigint", (column) => column.notNull().defaultTo(0))
    .addColumn("sinceAnsweredAt", "bigint", (column) => column.notNull().defaultTo(0))
    .addColumn("sentAt", "bigint", (column) => column.notNull().defaultTo(0))
    .addColumn("seenAt", "bigint", (column) => column.notNull())
    .addColumn("state", "text")
    .addColumn("memberTimes", "text")
    .addColumn("cause", "text")
    .addColumn("operationID", "text")
    .addColumn("deletedSince", "bigint")
    .addColumn("elsewhereAt", "bigint")
    .addColumn("missingAt", "bigint")
    .addColumn("leftOutAt", "bigint")
    .addColumn("storedAt", "bigint", (column) => column.notNull().defaultTo(0))
    .addPrimaryKeyConstraint("knownCustomersKey", ["environment", "customerKey"])
    .execute();
  await createIndexes(db, "knownCustomers", {
    knownCustomersByCreation: ["environment", "createdAt"],
    knownCustomersByElsewhere: { columns: ["environment", "elsewhereAt"], where: '"elsewhereAt" is not null' },
    knownCustomersByLeftOut: { columns: ["environment", "leftOutAt"], where: '"leftOutAt" is not null' },
    knownCustomersBySeen: ["seenAt"],
    knownCustomersByStored: ["environment", "storedAt"],
  });
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
  await createIndexes(db, "knownStates", {
    knownStatesByAnswer: ["answeredAt"],
  });
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
  await createIndexes(db, "knownNumbers", {
    knownNumbersByCustomer: ["environment", "customerKey"],
    knownNumbersByDigits: ["environment", "reversedDigits"],
    knownNumbersBySeen: ["seenAt"],
  });
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
  await createIndexes(db, "knownNumberOwners", {
    knownNumberOwnersByAnswer: ["answeredAt"],
    knownNumberOwnersByCustomer: ["environment", "customerKey"],
  });
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
  await db.schema
    .createTable("knownPolicy")
    .addColumn("only", "integer", (column) => column.primaryKey())
    .addColumn("elsewhere", "text", (column) => column.notNull())
    .addColumn("version", "integer", (column) => column.notNull())
    .execute();
  await db.insertInto("knownPolicy").values({ only: 1, elsewhere: "none", version: 0 }).execute();
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
}
