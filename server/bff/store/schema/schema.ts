import type { ColumnType, Generated } from "kysely";
import type { AuditChainTable, AuditPushTable, AuditTable } from "#server/bff/store/schema/tables/audit-tables.ts";
import type { BulkRowsTable, BulksTable } from "#server/bff/store/schema/tables/bulk-tables.ts";
import type { ApprovalPolicyTable, ApprovalsTable } from "./tables/approval-tables.ts";
import type {
  AttentionHandledTable,
  AttentionSnoozesTable,
  AttentionStartTable,
  NotificationPushTable,
  NotificationsTable,
  StoppedOutboxesTable,
} from "./tables/attention-tables.ts";
import type { ApiClientsTable } from "./tables/client-tables.ts";
import type { MaintenanceRunsTable, ReplicasTable } from "./tables/console-health-tables.ts";
import type { PasskeysTable, RecoveryCodesTable, TotpTable, UsedChallengesTable } from "./tables/factor-tables.ts";
import type { ImportFilesTable, ImportMappingsTable, ImportRowsTable, ImportsTable } from "./tables/import-tables.ts";
import type {
  KnownCountsTable,
  KnownCustomersTable,
  KnownErasedTable,
  KnownFillingTable,
  KnownNumberOwnersTable,
  KnownNumbersTable,
  KnownPolicyTable,
  KnownRecordsTable,
  KnownStatesTable,
  KnownWindowsTable,
} from "./tables/known-tables.ts";
import type {
  CustomerNotesTable,
  CustomerPinsTable,
  CustomerTagsTable,
  MarkedCustomersTable,
} from "./tables/note-tables.ts";
import type {
  PlannedAttemptsTable,
  PlannedChangesTable,
  PlannedHoldsTable,
  PlannedStepsTable,
} from "./tables/planned-tables.ts";
import type { AccessPolicyTable } from "./tables/policy-tables.ts";
import type { IdentitiesTable, LogoutTokensTable } from "./tables/sso-tables.ts";
import type {
  ApiProfilesTable,
  BuildFilesTable,
  BuildsTable,
  CallBodiesTable,
  DifferenceDecisionsTable,
  DraftsTable,
  KnownPlacesTable,
  OperationCountsTable,
  OperationSubjectsTable,
  PreferencesTable,
  StoreChecksTable,
  StorePurposesTable,
} from "./tables/tables.ts";
import type { CurrentTicketsTable, TicketPolicyTable } from "./tables/ticket-tables.ts";

/** The console's store. Times are milliseconds since 1970. Lists are JSON text. */
export interface ConsoleSchema {
  staff: StaffTable;
  sessions: SessionsTable;
  operations: OperationsTable;
  operationCounts: OperationCountsTable;
  operationSubjects: OperationSubjectsTable;
  bulks: BulksTable;
  bulkRows: BulkRowsTable;
  imports: ImportsTable;
  importRows: ImportRowsTable;
  importFiles: ImportFilesTable;
  importMappings: ImportMappingsTable;
  plannedChanges: PlannedChangesTable;
  plannedSteps: PlannedStepsTable;
  plannedAttempts: PlannedAttemptsTable;
  plannedHolds: PlannedHoldsTable;
  views: ViewsTable;
  preferences: PreferencesTable;
  drafts: DraftsTable;
  callBodies: CallBodiesTable;
  storeChecks: StoreChecksTable;
  knownPlaces: KnownPlacesTable;
  storePurposes: StorePurposesTable;
  audit: AuditTable;
  auditChain: AuditChainTable;
  auditPush: AuditPushTable;
  invitations: InvitationsTable;
  identities: IdentitiesTable;
  logoutTokens: LogoutTokensTable;
  totp: TotpTable;
  recoveryCodes: RecoveryCodesTable;
  passkeys: PasskeysTable;
  usedChallenges: UsedChallengesTable;
  accessPolicy: AccessPolicyTable;
  apiClients: ApiClientsTable;
  builds: BuildsTable;
  buildFiles: BuildFilesTable;
  maintenanceRuns: MaintenanceRunsTable;
  replicas: ReplicasTable;
  apiProfiles: ApiProfilesTable;
  differenceDecisions: DifferenceDecisionsTable;
  ticketPolicy: TicketPolicyTable;
  currentTickets: CurrentTicketsTable;
  customerNotes: CustomerNotesTable;
  customerTags: CustomerTagsTable;
  customerPins: CustomerPinsTable;
  markedCustomers: MarkedCustomersTable;
  approvalPolicy: ApprovalPolicyTable;
  approvals: ApprovalsTable;
  contractValues: ContractValuesTable;
  knownCustomers: KnownCustomersTable;
  knownStates: KnownStatesTable;
  knownNumbers: KnownNumbersTable;
  knownNumberOwners: KnownNumberOwnersTable;
  knownRecords: KnownRecordsTable;
  knownErased: KnownErasedTable;
  knownWindows: KnownWindowsTable;
  knownFilling: KnownFillingTable;
  knownPolicy: KnownPolicyTable;
  knownCounts: KnownCountsTable;
  attentionSnoozes: AttentionSnoozesTable;
  attentionHandled: AttentionHandledTable;
  attentionStart: AttentionStartTable;
  oddJobs: OddJobsTable;
  notifications: NotificationsTable;
  notificationPush: NotificationPushTable;
  stoppedOutboxes: StoppedOutboxesTable;
}

/** Jobs that failed or seem stuck, as last read. */
interface OddJobsTable {
  environment: string;
  jobID: string;
  state: string;
  type: string | null;
  customerID: string | null;
  since: number;
  changedAt: string | null;
}

/** A plan or a term in the spelling of the API's answers. */
interface ContractValuesTable {
  environment: string;
  member: string;
  value: string;
  firstSeenAt: number;
}

interface StaffTable {
  staffID: string;
  /** `person`, or `client` for an API client. The `email` of an API client is its name. */
  kind: Generated<string>;
  /** Lower case, unique. */
  email: string;
  name: string;
  role: string;
  /** A JSON array of environments. */
  environments: string;
  /** Argon2id in PHC form. Null for people who sign in with a provider. */
  passwordHash: string | null;
  createdAt: number;
  disabledAt: number | null;
  /** When the person first chose a password or signed in with a provider. Null while only invited. */
  activatedAt: number | null;
  lastSignInAt: number | null;
  /** 1 if a single sign-on provider has sent the address without confirming that it belongs to the person. */
  emailUnverified?: ColumnType<number | null, number | null | undefined, number | null>;
}

interface SessionsTable {
  /**
   * SHA-256 of the session's ID, in hexadecimal. A copy of the store does not reveal the ID and gives access to no
   * session.
   */
  sessionHash: string;
  staffID: string;
  createdAt: number;
  /** The last request that the person made. */
  lastSeenAt: number;
  endedAt: number | null;
  /** When the person last proved their identity. Null in sessions that are older than this column. */
  factorAt: number | null;
  /** The network address and browser in which the session began. */
  address: string | null;
  userAgent: string | null;
  /**
   * For sessions that began with single sign-on: the provider's name in the console, the identity of the person at the
   * provider, and the provider's own session ID.
   */
  ssoProvider: string | null;
  ssoIssuer: string | null;
  ssoSubject: string | null;
  ssoSessionID: string | null;
  /** 1 if the provider confirmed a second factor. */
  ssoSecondFactor: number | null;
  /** When the person used a second factor of the console. Null if the person has used none. */
  secondFactorAt: number | null;
}

/** One-time links with which people choose their password. */
interface InvitationsTable {
  /** SHA-256 of the token, in hexadecimal. A copy of the store does not reveal the token and gives no access. */
  tokenHash: string;
  staffID: string;
  createdAt: number;
  expiresAt: number;
}

interface OperationsTable {
  operationID: string;
  environment: string;
  kind: string;
  /**
   * The key that the sender has chosen, in lower case. It is unique in its environment for ever. Null for kinds without
   * a key.
   */
  idempotencyKey: string | null;
  /** SHA-256 of the request, in hexadecimal. */
  bodyHash: string;
  /** Identifies a creation whose answer was lost. Null for other kinds. */
  matchKey: string | null;
  staffID: string;
  /** The person's address at that time. */
  email: string;
  /** The ID of the write that this write repeats, or of the change that this write undoes. */
  againOf: string | null;
  /** The ID of the bulk change that the write belongs to. For a creation, the ID of the import. */
  bulkID: string | null;
  /** The ticket as a person wrote it. `ticketKey` is its normalised form (`ticketKeyOf`). */
  ticket: Generated<string | null>;
  ticketKey: Generated<string | null>;
  /** The reason for the request, in the person's words. */
  reason: Generated<string | null>;
  /** JSON, as are `before`, `after`, `problem`, `finding` and `job`. */
  request: string;
  state: string;
  customerID: string | null;
  /** The customer's name when the write was made. Null if it was unknown. */
  companyName: string | null;
  /** The name in the normalised form that lists search (`companyKeyOf`). */
  companyKey: string | null;
  jobID: string | null;
  before: string | null;
  after: string | null;
  problem: string | null;
  finding: string | null;
  confirmedAt: number | null;
  createdAt: number;
  sentAt: number | null;
  settledAt: number | null;
  /** From this time on, a reconciler may claim and check the row. Null if no check is due. */
  dueAt: number | null;
  /** The number of checks so far. */
  attempts: number;
  /** The job as last read. */
  job: string | null;
  /** The state from `job`, or `vanished`. */
  jobState: string | null;
  /** Who rejected the write, according to its problem. Null if nobody rejected the write. */
  rejectedBy: string | null;
  /** 1 if writes of this kind are verified by a reading. */
  verifiesEffect: number;
  /** 1 if the write creates a customer. */
  createsCustomer: number;
  /**
   * One of `effectStates`. It says how far an accepted write has been verified. It is set as long as no reading has
   * shown the effect.
   */
  effect: Generated<string | null>;
  /** Since when the effect is awaited. */
  effectSince: Generated<number | null>;
  /** From this time on, a verifier may claim and read the row. Null if no reading is due. */
  effectDueAt: Generated<number | null>;
  /** The outcome. The database computes this column (operation-effects.ts). */
  outcome: ColumnType<string, never, never>;
  /** When the job ended. */
  jobFinishedAt: number | null;
  /** Since when the API does not find the job. Null if the API finds it. */
  jobMissingSince: number | null;
  /** From this time on, a tracker may claim the row and read its job. Null if no reading is due. */
  followDueAt: number | null;
  /** The time from sending to the end of a successful write, in milliseconds. The time of the job is included. */
  tookMs: number | null;
}

/** Saved views of the customers page. */
interface ViewsTable {
  viewID: string;
  /** The owner. */
  staffID: string;
  name: string;
  /** The normalised name, unique for each owner. */
  nameKey: string;
  query: string;
  /** JSON. Null if the view does not change the table's layout. */
  layout: string | null;
  /** 1 for a view that is shared with everybody, 0 for a private view. */
  shared: number;
  createdAt: number;
  updatedAt: number;
}
