/** A build whose scripts and styles are stored. */
export interface BuildsTable {
  buildID: string;
  /** When a console of this build was last started. */
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

/** Rows that are written to check that the store is writable. They are deleted immediately. */
export interface StoreChecksTable {
  checkID: string;
  filler: string;
}

/** Preferences: one row for each person who has changed a setting. */
export interface PreferencesTable {
  staffID: string;
  /** JSON of `Preferences`. */
  preferences: string;
  updatedAt: number;
}

/** Inputs that a person has typed but not sent. */
export interface DraftsTable {
  staffID: string;
  key: string;
  /** JSON of an object. */
  content: string;
  updatedAt: number;
}

/** A person whose calls to the API are recorded with their bodies. */
export interface CallBodiesTable {
  staffID: string;
  until: number;
}

/** A browser or a network from which an account has signed in. */
export interface KnownPlacesTable {
  /** SHA-256 of the account together with the browser's ID or the network. */
  placeHash: string;
  accountHash: string;
  /** The last sign-in from this place. */
  usedAt: number;
}

/** This table has one row. It is written by the first console that opens the store. */
export interface StorePurposesTable {
  /** Always 1, so that the table has only one row. */
  only: number;
  purpose: string;
}

/**
 * The number of operations with each combination of these values. Triggers update the number in the transaction of
 * every change.
 */
export interface OperationCountsTable {
  environment: string;
  outcome: string;
  state: string;
  staffID: string;
  kind: string;
  /** 1 for operations of bulk changes. */
  inBulk: number;
  /** The period of ten days in which the operations were started, counted from 1970. -1 means all time. */
  period: number;
  total: number;
}

/** The shape of the answers of one API operation. */
export interface ApiProfilesTable {
  environment: string;
  /** The operation, for example `GET /customers`. */
  operation: string;
  /** JSON. It contains no customer data. */
  profile: string;
  updatedAt: number;
}

/** A decision about a difference between the API and the contract. */
export interface DifferenceDecisionsTable {
  differenceID: string;
  /** The environment that the decision applies to, or `all`. */
  scope: string;
  decision: string;
  reason: string;
  staffID: string;
  decidedAt: number;
}

/** The different pairs of a customer and a company name in operations. Each pair has the number of its operations. */
export interface OperationSubjectsTable {
  environment: string;
  /** Empty if the operation has no customer ID. `companyKey` is empty if the operation has no company name. */
  customerID: string;
  companyKey: string;
  total: number;
}
