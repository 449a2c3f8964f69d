import type { ColumnType } from "kysely";
import type { BulkRowsTable, BulksTable } from "#server/bff/store/schema/bulk-tables.ts";
import type { KnownPlacesTable, OperationCountsTable, StoreChecksTable, StorePurposesTable } from "./tables.ts";

/** The console's store. Times are milliseconds since 1970; lists are JSON text. */
export interface ConsoleSchema {
  staff: StaffTable;
  sessions: SessionsTable;
  operations: OperationsTable;
  operationCounts: OperationCountsTable;
  bulks: BulksTable;
  bulkRows: BulkRowsTable;
  views: ViewsTable;
  storeChecks: StoreChecksTable;
  knownPlaces: KnownPlacesTable;
  storePurposes: StorePurposesTable;
}

interface StaffTable {
  staffID: string;
  /** Lower case, unique. */
  email: string;
  name: string;
  role: string;
  /** A JSON array of environments. */
  environments: string;
  /** Argon2id in PHC form; null for people who sign in elsewhere. */
  passwordHash: string | null;
  createdAt: number;
  disabledAt: number | null;
}

interface SessionsTable {
  /** SHA-256 of the session's ID, in hexadecimal: a copy of the store opens no session. */
  sessionHash: string;
  staffID: string;
  createdAt: number;
  /** The person's own last request. */
  lastSeenAt: number;
  endedAt: number | null;
}

interface OperationsTable {
  operationID: string;
  environment: string;
  kind: string;
  /** The sender's, in lower case; unique in its environment for ever. Null for a kind that has none. */
  idempotencyKey: string | null;
  /** SHA-256 of the request, in hexadecimal. */
  bodyHash: string;
  /** What a creation is recognised by when its answer was lost; null for other kinds. */
  matchKey: string | null;
  staffID: string;
  /** The person's address at that time. */
  email: string;
  /** The write whose values a person has sent again with this one. */
  againOf: string | null;
  bulkID: string | null;
  /** JSON, as are `before`, `after`, `problem`, `finding` and `job`. */
  request: string;
  state: string;
  customerID: string | null;
  jobID: string | null;
  before: string | null;
  after: string | null;
  problem: string | null;
  finding: string | null;
  confirmedAt: number | null;
  createdAt: number;
  sentAt: number | null;
  settledAt: number | null;
  /** From this time on the first reconciler to take it checks it; null when no check is due. */
  dueAt: number | null;
  /** How often it has been checked. */
  attempts: number;
  /** The job as it was seen last. */
  job: string | null;
  /** Its state as it stands in `job`, or `vanished`. */
  jobState: string | null;
  /** Who rejected it, by its problem; null if it was not rejected. */
  rejectedBy: string | null;
  /** Computed by the database itself: see outcome-migrations.ts. */
  outcome: ColumnType<string, never, never>;
  /** When the job ended. */
  jobFinishedAt: number | null;
  /** Since when the API does not know the job; null while it does. */
  jobMissingSince: number | null;
  /** From this time on the first tracker to take it reads the job; null when no reading is due. */
  followDueAt: number | null;
  /** From sending to the end of a write that succeeded, job included; milliseconds. */
  tookMs: number | null;
}

/** Saved views of the customers page. */
interface ViewsTable {
  viewID: string;
  /** The owner. */
  staffID: string;
  name: string;
  /** The name as it is compared: an owner has each once. */
  nameKey: string;
  query: string;
  /** JSON; null where the view leaves the table as it is. */
  layout: string | null;
  /** 1 for everybody's, 0 for the owner's alone. */
  shared: number;
  createdAt: number;
  updatedAt: number;
}
