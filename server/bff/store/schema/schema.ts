import type { ColumnType, Generated } from "kysely";
import type { AuditChainTable, AuditPushTable, AuditTable } from "#server/bff/store/schema/tables/audit-tables.ts";
import type { BulkRowsTable, BulksTable } from "#server/bff/store/schema/tables/bulk-tables.ts";
import type { AnnouncementsTable } from "./tables/announcement-tables.ts";
import type { ApprovalPolicyTable, ApprovalsTable } from "./tables/approval-tables.ts";
import type { AssignmentsTable } from "./tables/assignment-tables.ts";
import type {
  AttentionHandledTable,
  AttentionSnoozesTable,
  AttentionStartTable,
  NotificationPushTable,
  NotificationsTable,
  StoppedOutboxesTable,
} from "./tables/attention-tables.ts";
import type { ChangeLimitPolicyTable, ChangeLimitRequestsTable } from "./tables/change-limit-tables.ts";
import type { ApiClientsTable } from "./tables/client-tables.ts";
import type { MaintenanceRunsTable, ReplicasTable } from "./tables/console-health-tables.ts";
import type {
  ExportFilePartsTable,
  ExportPushTable,
  ExportRunsTable,
  ExportSchedulesTable,
} from "./tables/export-tables.ts";
import type { PasskeysTable, RecoveryCodesTable, TotpTable, UsedChallengesTable } from "./tables/factor-tables.ts";
import type { FreezesTable } from "./tables/freeze-tables.ts";
import type { ImportFilesTable, ImportMappingsTable, ImportRowsTable, ImportsTable } from "./tables/import-tables.ts";
import type { KnownJobsTable } from "./tables/job-tables.ts";
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
import type { OwnNotificationsTable } from "./tables/own-notification-tables.ts";
import type {
  PlannedAttemptsTable,
  PlannedChangesTable,
  PlannedHoldsTable,
  PlannedStepsTable,
} from "./tables/planned-tables.ts";
import type { AccessPolicyTable } from "./tables/policy-tables.ts";
import type { ProposalRefusalsTable, ProposalsTable } from "./tables/proposal-tables.ts";
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
import type { ViewMembersTable, ViewReadsTable, ViewSubscriptionsTable } from "./tables/view-subscription-tables.ts";

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
  exportSchedules: ExportSchedulesTable;
  exportRuns: ExportRunsTable;
  exportFileParts: ExportFilePartsTable;
  exportPush: ExportPushTable;
  plannedChanges: PlannedChangesTable;
  plannedSteps: PlannedStepsTable;
  plannedAttempts: PlannedAttemptsTable;
  plannedHolds: PlannedHoldsTable;
  freezes: FreezesTable;
  changeLimitPolicy: ChangeLimitPolicyTable;
  changeLimitRequests: ChangeLimitRequestsTable;
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
  announcements: AnnouncementsTable;
  currentTickets: CurrentTicketsTable;
  customerNotes: CustomerNotesTable;
  customerTags: CustomerTagsTable;
  customerPins: CustomerPinsTable;
  markedCustomers: MarkedCustomersTable;
  approvalPolicy: ApprovalPolicyTable;
  approvals: ApprovalsTable;
  proposals: ProposalsTable;
  proposalRefusals: ProposalRefusalsTable;
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
  knownJobs: KnownJobsTable;
  assignments: AssignmentsTable;
  viewSubscriptions: ViewSubscriptionsTable;
  viewMembers: ViewMembersTable;
  viewReads: ViewReadsTable;
  attentionSnoozes: AttentionSnoozesTable;
  attentionHandled: AttentionHandledTable;
  attentionStart: AttentionStartTable;
  oddJobs: OddJobsTable;
  notifications: NotificationsTable;
  notificationPush: NotificationPushTable;
  stoppedOutboxes: StoppedOutboxesTable;
  ownNotifications: OwnNotificationsTable;
}

/** Jobs that failed or seem stuck, as the API last reported them. */
interface OddJobsTable {
  environment: string;
  jobID: string;
  state: string;
  type: string | null;
  customerID: string | null;
  since: number;
  changedAt: string | null;
}

/** Plans and terms, in the spelling of the API's answers. */
interface ContractValuesTable {
  environment: string;
  member: string;
  value: string;
  firstSeenAt: number;
}

interface StaffTable {
  staffID: string;
  /**
   * `person`, `client` for an API client, or `console` for the console itself. The `email` of an API client is
   * `client:` followed by its ID.
   */
  kind: Generated<string>;
  /** In lower case. Unique. */
  email: string;
  name: string;
  role: string;
  /** A JSON array of environments. */
  environments: string;
  /**
   * Argon2id in PHC form. Null if the person has no password, for example because the person signs in with a provider.
   */
  passwordHash: string | null;
  createdAt: number;
  disabledAt: number | null;
  /** When the person first chose a password or signed in with a provider. Null if the person has only been invited. */
  activatedAt: number | null;
  lastSignInAt: number | null;
  /** 1 if a single sign-on provider has sent the address without confirming that it belongs to the person. */
  emailUnverified?: ColumnType<number | null, number | null | undefined, number | null>;
}

interface SessionsTable {
  /**
   * SHA-256 of the session's ID, in hexadecimal. The ID cannot be computed from it, so a copy of the store gives nobody
   * access to a session.
   */
  sessionHash: string;
  staffID: string;
  createdAt: number;
  /** When the person last made a request. */
  lastSeenAt: number;
  endedAt: number | null;
  /** When the person last proved their identity. Null for sessions that began before this column existed. */
  factorAt: number | null;
  /** The network address and the browser from which the session was started. */
  address: string | null;
  userAgent: string | null;
  /**
   * Only for sessions that began with single sign-on: the provider's name in the console, the person's identity at the
   * provider, and the provider's own session ID.
   */
  ssoProvider: string | null;
  ssoIssuer: string | null;
  ssoSubject: string | null;
  ssoSessionID: string | null;
  /** 1 if the provider has confirmed a second factor. */
  ssoSecondFactor: number | null;
  /** When the person used a second factor of the console. Null if the person has used none. */
  secondFactorAt: number | null;
}

/** One-time links with which people choose their password. */
interface InvitationsTable {
  /**
   * SHA-256 of the token, in hexadecimal. The token cannot be computed from it, so a copy of the store gives nobody
   * access.
   */
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
   * The key that the sender has chosen, in lower case. It is unique in its environment forever. Null for kinds of
   * writes without a key.
   */
  idempotencyKey: string | null;
  /** SHA-256 of the request, in hexadecimal. */
  bodyHash: string;
  /** Identifies the customer of a creation if the API's answer is lost. Null for other kinds of writes. */
  matchKey: string | null;
  staffID: string;
  /** The person's e-mail address at the time of the write. */
  email: string;
  /** The ID of the earlier write that this write repeats or undoes. */
  againOf: string | null;
  /** The ID of the bulk change or the import that the write belongs to. */
  bulkID: string | null;
  /** The ticket as a person typed it. `ticketKey` is its normalised form (`ticketKeyOf`). */
  ticket: Generated<string | null>;
  ticketKey: Generated<string | null>;
  /** The reason for the write, in the person's words. */
  reason: Generated<string | null>;
  /** JSON. `before`, `after`, `problem`, `finding` and `job` are JSON too. */
  request: string;
  state: string;
  customerID: string | null;
  /** The customer's name at the time of the write. Null if it was not known. */
  companyName: string | null;
  /** The normalised name for searching in lists (`companyKeyOf`). */
  companyKey: string | null;
  jobID: string | null;
  before: string | null;
  after: string | null;
  problem: string | null;
  finding: string | null;
  confirmedAt: number | null;
  createdAt: number;
  sentAt: number | null;
  /** When the write was marked as sent, by the store's clock. Null if it does not count for the change limit. */
  countedAt: Generated<number | null>;
  settledAt: number | null;
  /** The time from which a reconciler may claim the row and check the write. Null if no check is due. */
  dueAt: number | null;
  /** The number of checks so far. */
  attempts: number;
  /** The job as the API last returned it. */
  job: string | null;
  /** The state in `job`, or `vanished`. */
  jobState: string | null;
  /** Who rejected the write, taken from its problem. Null if the write was not rejected. */
  rejectedBy: string | null;
  /** 1 if writes of this kind are verified by reading the customer afterwards. */
  verifiesEffect: number;
  /** 1 if the write creates a customer. */
  createsCustomer: number;
  /**
   * One of `effectStates`: how far the verification of an accepted write has come. It is set as long as no answer of
   * the API has shown the effect.
   */
  effect: Generated<string | null>;
  /** The time since which the console has waited for the effect. */
  effectSince: Generated<number | null>;
  /** The time from which a verifier may claim the row and check the effect. Null if no check is due. */
  effectDueAt: Generated<number | null>;
  /** The outcome. The database computes this column (server/bff/store/operations/operation-effects.ts). */
  outcome: ColumnType<string, never, never>;
  /** When the job ended. */
  jobFinishedAt: number | null;
  /** The time since which the API no longer finds the job. Null if the API finds it. */
  jobMissingSince: number | null;
  /** The time from which a tracker may claim the row and read the job. Null if no read is due. */
  followDueAt: number | null;
  /** The time from sending until the end of a successful write, in milliseconds. Includes the time of the job. */
  tookMs: number | null;
}

/** Saved views of the customers page. */
interface ViewsTable {
  viewID: string;
  /** The owner of the view. */
  staffID: string;
  name: string;
  /** The normalised name. It is unique among the views of an owner. */
  nameKey: string;
  query: string;
  /** JSON. Null if the view does not change the table's layout. */
  layout: string | null;
  /** 1 for a view that is shared with everybody, 0 for a private view. */
  shared: number;
  createdAt: number;
  updatedAt: number;
}
