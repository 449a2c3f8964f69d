import type { ColumnType, Generated } from "kysely";
import type { AuditChainTable, AuditPushTable, AuditTable } from "#server/bff/store/schema/tables/audit-tables.ts";
import type { BulkRowsTable, BulksTable } from "#server/bff/store/schema/tables/bulk-tables.ts";
import type { ApprovalPolicyTable, ApprovalsTable } from "./tables/approval-tables.ts";
import type {
  AttentionSnoozesTable,
  NotificationPushTable,
  NotificationsTable,
  StoppedOutboxesTable,
} from "./tables/attention-tables.ts";
import type { ApiClientsTable } from "./tables/client-tables.ts";
import type { PasskeysTable, RecoveryCodesTable, TotpTable, UsedChallengesTable } from "./tables/factor-tables.ts";
import type { ImportFilesTable, ImportMappingsTable, ImportRowsTable, ImportsTable } from "./tables/import-tables.ts";
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
import type { MaintenanceRunsTable, ReplicasTable } from "./tables/status-tables.ts";
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

/** The console's store. Times are milliseconds since 1970; lists are JSON text. */
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
  attentionSnoozes: AttentionSnoozesTable;
  notifications: NotificationsTable;
  notificationPush: NotificationPushTable;
  stoppedOutboxes: StoppedOutboxesTable;
}

interface StaffTable {
  staffID: string;
  /** `person`, or `client` for an API client: its `email` is no address. */
  kind: Generated<string>;
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
  /** When the person chose a password or first signed in elsewhere; null while invited only. */
  activatedAt: number | null;
  lastSignInAt: number | null;
  /** 1 where a provider of single sign-on has named the address without saying that it is the person's own. */
  emailUnverified?: ColumnType<number | null, number | null | undefined, number | null>;
}

interface SessionsTable {
  /** SHA-256 of the session's ID, in hexadecimal: a copy of the store opens no session. */
  sessionHash: string;
  staffID: string;
  createdAt: number;
  /** The person's own last request. */
  lastSeenAt: number;
  endedAt: number | null;
  /** When the person last proved who they are; null in sessions from before this was kept. */
  factorAt: number | null;
  /** Where it began, and in which browser. */
  address: string | null;
  userAgent: string | null;
  /** Of sessions that began by single sign-on: the provider's name here, whom it named, and its own session. */
  ssoProvider: string | null;
  ssoIssuer: string | null;
  ssoSubject: string | null;
  ssoSessionID: string | null;
  /** 1 where the provider said that the person used a second factor. */
  ssoSecondFactor: number | null;
  /** When the person used a second factor of their own here; null while they have not. */
  secondFactorAt: number | null;
}

/** One-time links with which people choose their password. */
interface InvitationsTable {
  /** SHA-256 of the token, in hexadecimal: a copy of the store gives no access. */
  tokenHash: string;
  staffID: string;
  createdAt: number;
  expiresAt: number;
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
  /** The write whose values a person has sent again with this one, or the change that it undoes. */
  againOf: string | null;
  /** The bulk change that it belongs to; of a creation the import. */
  bulkID: string | null;
  /** The ticket as it was written, and as it is compared: `ticketKeyOf`. */
  ticket: Generated<string | null>;
  ticketKey: Generated<string | null>;
  /** Why it was requested, in the person's words. */
  reason: Generated<string | null>;
  /** JSON, as are `before`, `after`, `problem`, `finding` and `job`. */
  request: string;
  state: string;
  customerID: string | null;
  /** The customer's name as it was known when the write was made; null where it was not. */
  companyName: string | null;
  /** The same as lists search it: `companyKeyOf`. */
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
  /** 1 where the kind verifies its effect by reading. */
  verifiesEffect: number;
  /** 1 where the write makes a customer. */
  createsCustomer: number;
  /** One of `effectStates`: what readings of an accepted write have come to while none has shown it in force. */
  effect: Generated<string | null>;
  /** Since when its effect is awaited. */
  effectSince: Generated<number | null>;
  /** From this time on the first verifier to take it reads it; null when no reading is due. */
  effectDueAt: Generated<number | null>;
  /** Computed by the database itself: see operation-effects.ts. */
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
