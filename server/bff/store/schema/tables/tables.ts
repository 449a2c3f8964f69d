/** A build whose scripts and styles are stored. */
export interface BuildsTable {
  buildID: string;
  /** When a console with this build was last started. */
  publishedAt: number;
}

export interface BuildFilesTable {
  buildID: string;
  path: string;
  /** The file's Content-Type. */
  type: string;
  /** `br` or `identity`. */
  encoding: string;
  /** The content of the file, in base64. */
  content: string;
}

/** Rows that are inserted to test whether the store is writable. They are deleted immediately. */
export interface StoreChecksTable {
  checkID: string;
  filler: string;
}

/** Personal settings: one row for each person who has changed a setting. */
export interface PreferencesTable {
  staffID: string;
  /** `Preferences` as JSON. */
  preferences: string;
  updatedAt: number;
}

/** Inputs that a person has typed but not yet sent. */
export interface DraftsTable {
  staffID: string;
  key: string;
  /** A JSON object. */
  content: string;
  updatedAt: number;
}

/** A person whose API calls are recorded with their bodies. */
export interface CallBodiesTable {
  staffID: string;
  until: number;
}

/** A browser or a network from which an account has signed in. */
export interface KnownPlacesTable {
  /** SHA-256 of the account together with the browser's ID or the network. */
  placeHash: string;
  accountHash: string;
  /** When the account last signed in from this browser or network. */
  usedAt: number;
}

/** This table has one row. The first console that opens the store writes it. */
export interface StorePurposesTable {
  /** Always 1, so that the table has only one row. */
  only: number;
  purpose: string;
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

/** The pairs of a customer and a company name that occur in operations, each with its number of operations. */
export interface OperationSubjectsTable {
  environment: string;
  /** Empty if the operations have no customer ID. `companyKey` is empty if they have no company name. */
  customerID: string;
  companyKey: string;
  total: number;
}
