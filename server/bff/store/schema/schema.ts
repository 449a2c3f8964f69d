import type { AnnouncementsTable } from "./tables/announcement-tables.ts";
import type { ApiProfilesTable, ContractValuesTable, DifferenceDecisionsTable } from "./tables/api-tables.ts";
import type { ApprovalPolicyTable, ApprovalsTable } from "./tables/approval-tables.ts";
import type { AssignmentsTable } from "./tables/assignment-tables.ts";
import type {
  AttentionHandledTable,
  AttentionSnoozesTable,
  AttentionStartTable,
  NotificationPushTable,
  NotificationsTable,
  OddJobsTable,
  StoppedOutboxesTable,
} from "./tables/attention-tables.ts";
import type { AuditChainTable, AuditPushTable, AuditTable } from "./tables/audit-tables.ts";
import type { BuildFilesTable, BuildsTable } from "./tables/build-tables.ts";
import type { BulkRowsTable, BulksTable } from "./tables/bulk-tables.ts";
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
import type { OperationCountsTable, OperationSubjectsTable, OperationsTable } from "./tables/operation-tables.ts";
import type { OwnNotificationsTable } from "./tables/own-notification-tables.ts";
import type {
  CallBodiesTable,
  DraftsTable,
  InvitationsTable,
  KnownPlacesTable,
  PreferencesTable,
  SessionsTable,
  StaffTable,
} from "./tables/people-tables.ts";
import type { PlannedAttemptsTable, PlannedChangesTable, PlannedStepsTable } from "./tables/planned-tables.ts";
import type { AccessPolicyTable } from "./tables/policy-tables.ts";
import type { ProposalRefusalsTable, ProposalsTable } from "./tables/proposal-tables.ts";
import type { IdentitiesTable, LogoutTokensTable } from "./tables/sso-tables.ts";
import type { StoreChecksTable, StorePurposesTable } from "./tables/store-tables.ts";
import type { CurrentTicketsTable, TicketPolicyTable } from "./tables/ticket-tables.ts";
import type { ViewMembersTable, ViewReadsTable, ViewSubscriptionsTable, ViewsTable } from "./tables/view-tables.ts";

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
