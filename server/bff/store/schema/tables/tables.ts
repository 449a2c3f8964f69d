/** A build whose scripts and styles are kept. */
export interface BuildsTable {
  buildID: string;
  /** When a console of this build was started last. */
  publishedAt: number;
}

export interface BuildFilesTable {
  buildID: string;
  path: string;
  /** Its Content-Type. */
  type: string;
  /** `br` or `identity`. */
  encoding: string;
  /** Base64. */
  content: string;
}

/** Rows that prove that the store can be written; none of them stays. */
export interface StoreChecksTable {
  checkID: string;
  filler: string;
}

/** How a person wants the console: one row for each person who has changed anything. */
export interface PreferencesTable {
  staffID: string;
  /** JSON of `Preferences`. */
  preferences: string;
  updatedAt: number;
}

/** What a person has typed and not sent yet. */
export interface DraftsTable {
  staffID: string;
  key: string;
  /** JSON of an object. */
  content: string;
  updatedAt: number;
}

/** A person the bodies of whose calls at the API are recorded. */
export interface CallBodiesTable {
  staffID: string;
  until: number;
}

/** A browser or a network that an account has signed in from. */
export interface KnownPlacesTable {
  /** SHA-256 of the account with the browser's ID or the network. */
  placeHash: string;
  accountHash: string;
  /** The last sign-in there. */
  usedAt: number;
}

/** One row, of the first console that opened the store. */
export interface StorePurposesTable {
  /** Always 1: there is no second row. */
  only: number;
  purpose: string;
}

/** How many operations there are of each sort; kept by triggers, in the transaction of every change. */
export interface OperationCountsTable {
  environment: string;
  outcome: string;
  state: string;
  staffID: string;
  kind: string;
  /** 1 for those of bulk changes. */
  inBulk: number;
  /** In which ten days they were started, counted from 1970; -1 for those of all time together. */
  period: number;
  total: number;
}

/** What the answers of one operation of the API look like. */
export interface ApiProfilesTable {
  environment: string;
  /** Such as `GET /customers`. */
  operation: string;
  /** JSON; it holds no value of a customer. */
  profile: string;
  updatedAt: number;
}

/** What somebody decided about a difference between the API and the contract. */
export interface DifferenceDecisionsTable {
  differenceID: string;
  /** The environment that it is for, or `all`. */
  scope: string;
  decision: string;
  reason: string;
  staffID: string;
  decidedAt: number;
}

/** The customers and company names of operations, each once, with how many operations have both. */
export interface OperationSubjectsTable {
  environment: string;
  /** Empty where the operation has none, as is `companyKey`. */
  customerID: string;
  companyKey: string;
  total: number;
}
