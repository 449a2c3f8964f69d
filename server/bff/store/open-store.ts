import { isAppError } from "#lib/contract/operations/app-error.ts";
import { createClientStore } from "#server/bff/store/access/clients.ts";
import { createAccessPolicyStore } from "#server/bff/store/access/policy.ts";
import { createTicketPolicyStore } from "#server/bff/store/access/ticket-policy.ts";
import { createAnnouncementStore } from "#server/bff/store/announcement/announcements.ts";
import { createApiBehaviourStore } from "#server/bff/store/api-behaviour/api-behaviour.ts";
import { createApprovalPolicyStore } from "#server/bff/store/approvals/approval-policy.ts";
import { createApprovalStore } from "#server/bff/store/approvals/approvals.ts";
import { createAssignmentStore } from "#server/bff/store/assignments/assignments.ts";
import { createHandledStore } from "#server/bff/store/attention/handled.ts";
import { createOddJobStore } from "#server/bff/store/attention/odd-jobs.ts";
import { createSnoozeStore } from "#server/bff/store/attention/snoozes.ts";
import { type AuditKeys, setAuditKeys } from "#server/bff/store/audit/audit-keys.ts";
import { createAuditStore } from "#server/bff/store/audit/audit-log.ts";
import { createAuditPushStore } from "#server/bff/store/audit/audit-push-store.ts";
import { createRetentionStore } from "#server/bff/store/audit/audit-retention.ts";
import { createBulkStore } from "#server/bff/store/bulk/bulks.ts";
import { createChangeLimitStore } from "#server/bff/store/change-limits/change-limits.ts";
import { createFigureStore } from "#server/bff/store/console-health/figures.ts";
import { createMaintenanceStore } from "#server/bff/store/console-health/maintenance.ts";
import { createMigrationStore } from "#server/bff/store/console-health/migration-state.ts";
import { createOutboxStore } from "#server/bff/store/console-health/outboxes.ts";
import { createReplicaStore } from "#server/bff/store/console-health/replicas.ts";
import { createFactorStore } from "#server/bff/store/factors/factors.ts";
import { createPasskeyStore } from "#server/bff/store/factors/passkeys.ts";
import { createTotpStore } from "#server/bff/store/factors/totp.ts";
import { createFreezeStore } from "#server/bff/store/freezes/freezes.ts";
import { createImportMappingStore } from "#server/bff/store/imports/import-mappings.ts";
import { createImportStore } from "#server/bff/store/imports/imports.ts";
import { createChangesElsewhereStore } from "#server/bff/store/known/changes-elsewhere.ts";
import { createKnownCountStore } from "#server/bff/store/known/known-counts.ts";
import { createKnownCustomerStore } from "#server/bff/store/known/known-customers.ts";
import { createKnownJobStore } from "#server/bff/store/known/known-jobs.ts";
import { createKnownNumberStore } from "#server/bff/store/known/known-numbers.ts";
import { createKnownPolicyStore } from "#server/bff/store/known/known-policy.ts";
import { createKnownRowStore } from "#server/bff/store/known/known-rows.ts";
import { createKnownWindowStore } from "#server/bff/store/known/known-windows.ts";
import { createRecordIDStore } from "#server/bff/store/lookup/record-ids.ts";
import { createRunNameStore } from "#server/bff/store/lookup/run-names.ts";
import { createCustomerMarkStore } from "#server/bff/store/notes/customer-marks.ts";
import { createNoteStore } from "#server/bff/store/notes/customer-notes.ts";
import { createJobFollowStore } from "#server/bff/store/operations/job-follows.ts";
import { createOperationEffectStore } from "#server/bff/store/operations/operation-effects.ts";
import { createOperationStore } from "#server/bff/store/operations/operations.ts";
import { createOwnNotificationStore } from "#server/bff/store/own-notifications/own-notifications.ts";
import { createPlannedStore, type PlannedOptions } from "#server/bff/store/planned/planned-changes.ts";
import { createProposalStore } from "#server/bff/store/proposals/proposals.ts";
import { createNotificationStore } from "#server/bff/store/push/notifications.ts";
import { createExportOutbox } from "#server/bff/store/scheduled-exports/export-outbox.ts";
import { createExportRunStore } from "#server/bff/store/scheduled-exports/export-runs.ts";
import { createScheduleStore } from "#server/bff/store/scheduled-exports/schedules.ts";
import { writeCheck } from "#server/bff/store/schema/check-tables.ts";
import { createViewSubscriptionStore } from "#server/bff/store/view-subscriptions.ts";
import { type MigrateMode, migrate } from "#server/database/migrate.ts";
import type { Database } from "#server/database/open-database.ts";
import { openDatabase } from "#server/database/open-database.ts";
import { createBuildStore } from "./builds.ts";
import { createCallBodiesStore } from "./call-bodies.ts";
import { createContractValueStore } from "./contract-values.ts";
import { createCurrentTicketStore } from "./current-tickets.ts";
import { createDraftStore } from "./drafts.ts";
import { createKnownPlaceStore } from "./known-places.ts";
import { migrations } from "./migrations.ts";
import { createPasswordStore } from "./passwords.ts";
import { createPeopleStore } from "./people.ts";
import { createPreferenceStore } from "./preferences.ts";
import type { ConsoleSchema } from "./schema/schema.ts";
import { createSessionStore } from "./sessions.ts";
import { createSsoStore } from "./sso.ts";
import { createStaffStore } from "./staff.ts";
import { storeError } from "./store-error.ts";
import { storeNowAhead } from "./store-now.ts";
import { createClaimStore } from "./store-purpose.ts";
import { createViewStore } from "./views.ts";

/**
 * The console's store. If database access fails, a method throws AppError `store_unavailable` with the database error
 * as its cause.
 *
 * A store is used either for demo mode or for a configured console. A console in the other mode refuses to use it
 * (store-purpose.ts). Migrations run one step at a time while earlier versions are running
 * (docs/decisions/0030-migrations.md). The modules in the folder `backup` read a store in one snapshot. They also
 * prevent a restored store from sending anything (docs/decisions/0031-backups.md). All transactions take locks in the
 * same order (docs/decisions/0046-lock-order.md).
 *
 * One request waits at most 10 s for the store in total, for all its statements together (store-time.ts). For a page,
 * this limit applies until the page is rendered. For a route, it applies until the answer begins. The limit does not
 * apply to running handlers of changes, to streams or to exports. store-check.ts tests whether the store is writable.
 * If the store is not writable, `GET /api/ready` reports this, and the host answers page requests with
 * server/bff/http/listener/store-down-page.ts.
 */
export type ConsoleStore = ReturnType<typeof createStore>;

/** A finished call of the store. */
export interface StoreCall {
  /** The part of the store, for example `sessions`. */
  part: string;
  ms: number;
  hasFailed: boolean;
}

export interface StoreOptions extends PlannedOptions {
  /** Called after every store call. Must not throw. */
  onCall?: ((call: StoreCall) => void) | undefined;
  /** Limits the time of each call. Used only on PostgreSQL, where a call can wait for other calls. */
  within?: (<Value>(call: () => Promise<Value>) => Promise<Value>) | undefined;
  /** The number of connections to PostgreSQL. Missing: the default. */
  poolSize?: number | undefined;
  /** Whether pending migrations are applied, or opening the store fails because of them. Default: applied. */
  migrate?: MigrateMode | undefined;
  /** Receives the progress of a migration, one line at a time. */
  report?: ((progress: string) => void) | undefined;
  /** The keys that sign the audit log. Null or undefined: the log is written without signatures. */
  auditKeys?: AuditKeys | null | undefined;
  /**
   * True for the issuers whose people can sign in at a configured provider. Only then does an administrator who has no
   * password count when the last administrator is protected. Missing: no provider is configured.
   */
  canSignInFrom?: ((issuer: string) => boolean) | undefined;
  /**
   * For a process with workers, which must hear what other processes write. Called when the notifications of
   * PostgreSQL begin or cease to arrive. Missing: this process does not listen.
   */
  onListening?: ((isListening: boolean) => void) | undefined;
}

type Methods = Record<string, (...parameters: never[]) => Promise<unknown>>;

/** Wraps the methods of a part of the store. Database errors become the console's own errors. */
function guarded<Part extends object>(
  name: string,
  part: Part,
  { onCall, within = (call) => call() }: Pick<StoreOptions, "onCall" | "within">,
): Part {
  const entries = Object.entries(part as Methods).map(([key, method]) => [
    key,
    async (...parameters: never[]) => {
      const startedAt = onCall && performance.now();
      let hasFailed = false;
      try {
        return await within(() => method(...parameters));
      } catch (cause) {
        // The code of the transaction has thrown an AppError to roll the transaction back. The database itself has not
        // failed.
        if (isAppError(cause)) throw cause;
        hasFailed = true;
        throw storeError(cause);
      } finally {
        if (startedAt !== undefined) onCall?.({ part: name, ms: performance.now() - startedAt, hasFailed });
      }
    },
  ]);
  return Object.fromEntries(entries) as Part;
}

/** Opens the store at `url` (`sqlite:…` or `postgres://…`) and applies pending migrations. */
export async function openStore(url: string, options: StoreOptions = {}): Promise<ConsoleStore> {
  const { poolSize, migrate: mode, report, onListening, ...parts } = options;
  const database = await openDatabase<ConsoleSchema>(url, { postgres: poolSize === undefined ? {} : { poolSize } });
  try {
    const { newer } = await migrate(database, migrations, { mode, report });
    if (newer.length > 0) report?.(newerSentence(newer));
  } catch (error) {
    await database.close();
    throw error;
  }
  if (onListening) database.listen(onListening);
  return createStore(database, parts);
}

const newerSentence = (newer: readonly string[]) =>
  `The store was migrated by a newer version, up to ${newer.at(-1)}. This version can go on with it.`;

/** Creates the store on an open database whose migrations are applied. */
export function createStore(
  { db, dialect, pool, onWritten, announceAny, hearsAllWrites, close }: Database<ConsoleSchema>,
  {
    onCall,
    within,
    aheadMs,
    maxOpen,
    auditKeys,
    canSignInFrom,
  }: Pick<StoreOptions, "onCall" | "within" | "aheadMs" | "maxOpen" | "auditKeys" | "canSignInFrom"> = {},
) {
  if (auditKeys) setAuditKeys(db, auditKeys);
  const parts = {
    staff: createStaffStore(db),
    sessions: createSessionStore(db),
    operations: createOperationStore(db, dialect, () => storeNowAhead(dialect, aheadMs)),
    bulks: createBulkStore(db, dialect),
    imports: createImportStore(db, dialect),
    exportSchedules: createScheduleStore(db, dialect),
    exportRuns: createExportRunStore(db, dialect),
    exportOutbox: createExportOutbox(db, dialect),
    recordIDs: createRecordIDStore(db),
    runNames: createRunNameStore(db),
    importMappings: createImportMappingStore(db),
    planned: createPlannedStore(db, dialect, { aheadMs, maxOpen }),
    changeLimits: createChangeLimitStore(db, dialect, () => storeNowAhead(dialect, aheadMs)),
    freezes: createFreezeStore(db, dialect, () => storeNowAhead(dialect, aheadMs)),
    follows: createJobFollowStore(db),
    effects: createOperationEffectStore(db),
    views: createViewStore(db, dialect),
    preferences: createPreferenceStore(db, dialect),
    drafts: createDraftStore(db, dialect),
    callBodies: createCallBodiesStore(db),
    apiBehaviour: createApiBehaviourStore(db, dialect),
    knownPlaces: createKnownPlaceStore(db),
    audit: createAuditStore(db, dialect),
    sso: createSsoStore(db, dialect),
    people: createPeopleStore(db, dialect, { canSignInFrom }),
    apiClients: createClientStore(db, dialect),
    accessPolicy: createAccessPolicyStore(db, dialect),
    ticketPolicy: createTicketPolicyStore(db),
    announcements: createAnnouncementStore(db),
    currentTickets: createCurrentTicketStore(db),
    notes: createNoteStore(db, dialect),
    marks: createCustomerMarkStore(db, dialect),
    passwords: createPasswordStore(db),
    factors: createFactorStore(db),
    totp: createTotpStore(db),
    passkeys: createPasskeyStore(db),
    auditPush: createAuditPushStore(db, dialect),
    notifications: createNotificationStore(db, dialect),
    ownNotifications: createOwnNotificationStore(db, dialect),
    outboxes: createOutboxStore(db),
    assignments: createAssignmentStore(db, dialect),
    viewSubscriptions: createViewSubscriptionStore(db, dialect),
    snoozes: createSnoozeStore(db),
    handled: createHandledStore(db),
    oddJobs: createOddJobStore(db),
    approvals: createApprovalStore(db),
    proposals: createProposalStore(db, dialect),
    approvalPolicy: createApprovalPolicyStore(db, dialect),
    contractValues: createContractValueStore(db),
    knownCustomers: createKnownCustomerStore(db, dialect),
    knownWindows: createKnownWindowStore(db, dialect),
    knownNumbers: createKnownNumberStore(db, dialect),
    knownRows: createKnownRowStore(db),
    changesElsewhere: createChangesElsewhereStore(db),
    knownPolicy: createKnownPolicyStore(db),
    knownCounts: createKnownCountStore(db, dialect),
    knownJobs: createKnownJobStore(db),
    retention: createRetentionStore(db),
    maintenance: createMaintenanceStore(db),
    replicas: createReplicaStore(db, dialect, aheadMs),
    figures: createFigureStore(db),
    builds: createBuildStore(db, dialect),
    migrations: createMigrationStore(
      db,
      migrations.map(({ name }) => name),
    ),
  };
  const calls = { onCall, within: dialect === "postgres" ? within : undefined };
  const guardedParts = Object.entries(parts).map(([name, part]) => [name, guarded(name, part, calls)]);
  return {
    ...(Object.fromEntries(guardedParts) as typeof parts),
    ...guarded("check", { proveWritable: () => writeCheck(db), claim: createClaimStore(db) }, calls),
    /** The PostgreSQL pool. Undefined on SQLite. */
    pool,
    /** Calls a listener with the names of written tables. See `Database`. */
    onWritten,
    announceAny,
    hearsAllWrites,
    close,
  };
}
