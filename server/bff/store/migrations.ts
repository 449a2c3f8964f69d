import { sql } from "kysely";
import { apiProfilesMigration } from "#server/bff/store/api-behaviour/api-behaviour.ts";
import { oddJobsMigration } from "#server/bff/store/attention/odd-jobs.ts";
import { operationsByAgeMigration } from "#server/bff/store/audit/audit-retention.ts";
import { operationCountMigration } from "#server/bff/store/operations/operation-counts.ts";
import {
  awaitOlderEffectsMigration,
  operationEffectsMigration,
  operationsByEffectMigration,
} from "#server/bff/store/operations/operation-effects.ts";
import {
  countsByPeriodMigration,
  fillSubjectsMigration,
  operationIDStartMigration,
  operationSubjectsMigration,
} from "#server/bff/store/operations/operation-subjects.ts";
import { operationTraitsMigration } from "#server/bff/store/operations/operation-traits.ts";
import { storeCheckMigration } from "#server/bff/store/schema/check-tables.ts";
import { companyNameMigration, textIndexMigration } from "#server/bff/store/schema/company-columns.ts";
import { firstOutcomeMigration, outcomeMigration } from "#server/bff/store/schema/outcome-migrations.ts";
import { announcementsMigration } from "#server/bff/store/schema/tables/announcement-tables.ts";
import { approvalsMigration } from "#server/bff/store/schema/tables/approval-tables.ts";
import { assignmentsMigration } from "#server/bff/store/schema/tables/assignment-tables.ts";
import {
  attentionHandledMigration,
  attentionMigration,
  stoppedOutboxesMigration,
} from "#server/bff/store/schema/tables/attention-tables.ts";
import {
  auditFiltersMigration,
  auditKeysMigration,
  auditMigration,
  auditPageMigration,
} from "#server/bff/store/schema/tables/audit-tables.ts";
import {
  bulkLimitsMigration,
  bulkMigration,
  bulkTargetsMigration,
  bulkUndoMigration,
  plannedBulksMigration,
  runWordsMigration,
} from "#server/bff/store/schema/tables/bulk-tables.ts";
import {
  changeLimitsMigration,
  operationsByCountedMigration,
} from "#server/bff/store/schema/tables/change-limit-tables.ts";
import { clientAssistantMigration, clientsMigration } from "#server/bff/store/schema/tables/client-tables.ts";
import { maintenanceMigration, replicasMigration } from "#server/bff/store/schema/tables/console-health-tables.ts";
import { exportAttemptsMigration, scheduledExportsMigration } from "#server/bff/store/schema/tables/export-tables.ts";
import { factorsMigration } from "#server/bff/store/schema/tables/factor-tables.ts";
import { freezesMigration } from "#server/bff/store/schema/tables/freeze-tables.ts";
import {
  importComparisonsMigration,
  importsMigration,
  restoredImportsMigration,
} from "#server/bff/store/schema/tables/import-tables.ts";
import { knownJobsMigration } from "#server/bff/store/schema/tables/job-tables.ts";
import {
  knownByLeftOutMigration,
  knownCountsMigration,
  knownCustomersMigration,
  knownElsewhereMigration,
  knownLeftOutMigration,
  knownNumbersMigration,
  knownPolicyMigration,
  knownStatesMigration,
  knownWindowsMigration,
} from "#server/bff/store/schema/tables/known-tables.ts";
import { customerNotesMigration, pinnedNotesMigration } from "#server/bff/store/schema/tables/note-tables.ts";
import {
  bulkRowsByPlannedMigration,
  emailProblemsMigration,
  ownNotificationsMigration,
} from "#server/bff/store/schema/tables/own-notification-tables.ts";
import { emailVerificationMigration, peopleMigration } from "#server/bff/store/schema/tables/people-tables.ts";
import { plannedApprovalsMigration, plannedMigration } from "#server/bff/store/schema/tables/planned-tables.ts";
import { breakGlassMigration, policyMigration } from "#server/bff/store/schema/tables/policy-tables.ts";
import { proposalResultsMigration, proposalsMigration } from "#server/bff/store/schema/tables/proposal-tables.ts";
import { ssoMigration } from "#server/bff/store/schema/tables/sso-tables.ts";
import {
  bulksByTicketMigration,
  operationsByTicketMigration,
  ticketsMigration,
} from "#server/bff/store/schema/tables/ticket-tables.ts";
import {
  viewReadsMigration,
  viewSubscriptionsMigration,
} from "#server/bff/store/schema/tables/view-subscription-tables.ts";
import { writtenNotificationsMigration } from "#server/bff/store/schema/tables/written-notifications.ts";
import type { Migration } from "#server/database/migrate.ts";
import { buildsMigration } from "./builds.ts";
import { callBodiesMigration } from "./call-bodies.ts";
import { contractValuesMigration } from "./contract-values.ts";
import { draftsMigration } from "./drafts.ts";
import { knownPlacesMigration } from "./known-places.ts";
import { preferencesMigration } from "./preferences.ts";
import { storePurposeMigration } from "./store-purpose.ts";

/**
 * Migrations from this number on can run while consoles are running. Such a migration holds no lock for long, and
 * removes nothing that earlier versions use (docs/decisions/0030-migrations.md).
 */
export const onlineFrom = "0220";

/** All migrations of the console's store, oldest first. SQLite and PostgreSQL use the same list. */
export const migrations: readonly Migration[] = [
  {
    name: "0001_staff_and_sessions",
    async up(db, dialect) {
      await db.schema
        .createTable("staff")
        .addColumn("staffID", "text", (column) => column.primaryKey())
        .addColumn("email", "text", (column) => column.notNull().unique())
        .addColumn("name", "text", (column) => column.notNull())
        .addColumn("role", "text", (column) => column.notNull())
        .addColumn("environments", "text", (column) => column.notNull())
        .addColumn("passwordHash", "text")
        .addColumn("createdAt", "bigint", (column) => column.notNull())
        .addColumn("disabledAt", "bigint")
        .execute();
      await db.schema
        .createTable("sessions")
        .addColumn("sessionHash", "text", (column) => column.primaryKey())
        .addColumn("staffID", "text", (column) => column.notNull().references("staff.staffID"))
        .addColumn("createdAt", "bigint", (column) => column.notNull())
        .addColumn("lastSeenAt", "bigint", (column) => column.notNull())
        .addColumn("endedAt", "bigint")
        .execute();
      await db.schema.createIndex("sessionsByStaff").on("sessions").columns(["staffID", "createdAt"]).execute();
      await db.schema.createIndex("sessionsByCreation").on("sessions").column("createdAt").execute();
      if (dialect === "postgres") {
        // The library rate-limiter-flexible defines these columns. The table is used only on PostgreSQL. On SQLite, the
        // sign-in limit is kept in memory.
        await db.schema
          .createTable("signInAttempts")
          .addColumn("key", "varchar(255)", (column) => column.primaryKey())
          .addColumn("points", "integer", (column) => column.notNull().defaultTo(0))
          .addColumn("expire", "bigint")
          .execute();
      }
    },
  },
  {
    name: "0010_operations",
    async up(db) {
      await db.schema
        .createTable("operations")
        .addColumn("operationID", "text", (column) => column.primaryKey())
        .addColumn("environment", "text", (column) => column.notNull())
        .addColumn("kind", "text", (column) => column.notNull())
        .addColumn("idempotencyKey", "text")
        .addColumn("bodyHash", "text", (column) => column.notNull())
        .addColumn("matchKey", "text")
        .addColumn("staffID", "text", (column) => column.notNull().references("staff.staffID"))
        .addColumn("email", "text", (column) => column.notNull())
        .addColumn("request", "text", (column) => column.notNull())
        .addColumn("state", "text", (column) => column.notNull())
        .addColumn("customerID", "text")
        .addColumn("jobID", "text")
        .addColumn("before", "text")
        .addColumn("after", "text")
        .addColumn("problem", "text")
        .addColumn("finding", "text")
        .addColumn("confirmedAt", "bigint")
        .addColumn("createdAt", "bigint", (column) => column.notNull())
        .addColumn("sentAt", "bigint")
        .addColumn("settledAt", "bigint")
        .addColumn("dueAt", "bigint")
        .addColumn("attempts", "integer", (column) => column.notNull())
        .execute();
      // Only creations have an idempotency key. The index can still be unique, because SQLite and PostgreSQL allow
      // several nulls in a unique index.
      const index = (name: string, columns: string[]) => db.schema.createIndex(name).on("operations").columns(columns);
      await index("operationsByKey", ["environment", "idempotencyKey"]).unique().execute();
      await index("operationsByCreation", ["environment", "createdAt", "operationID"]).execute();
      await index("operationsByStaff", ["environment", "staffID", "createdAt"]).execute();
      await index("operationsByCustomer", ["environment", "customerID", "createdAt"]).execute();
      await index("operationsByMatch", ["environment", "matchKey"]).execute();
      await index("operationsByDue", ["dueAt"]).execute();
    },
  },
  {
    name: "0020_operation_links",
    async up(db) {
      const texts = ["againOf", "bulkID", "job"];
      const times = ["jobFinishedAt", "jobMissingSince", "followDueAt", "tookMs"];
      // Each column is added by its own statement, because SQLite allows only one column per statement.
      for (const column of texts) await db.schema.alterTable("operations").addColumn(column, "text").execute();
      for (const column of times) await db.schema.alterTable("operations").addColumn(column, "bigint").execute();
      const index = (name: string, columns: string[]) => db.schema.createIndex(name).on("operations").columns(columns);
      await index("operationsByBulk", ["bulkID"]).execute();
      await index("operationsByJob", ["environment", "jobID"]).execute();
      await index("operationsByFollow", ["followDueAt"]).execute();
      // This way, the console also tracks jobs that started before this migration.
      await db
        .updateTable("operations")
        .set((builder) => ({ followDueAt: builder.ref("settledAt") }))
        .where("jobID", "is not", null)
        .where("state", "in", ["accepted", "reconciled"])
        .execute();
    },
  },
  bulkMigration,
  {
    name: "0040_views",
    async up(db) {
      await db.schema
        .createTable("views")
        .addColumn("viewID", "text", (column) => column.primaryKey())
        .addColumn("staffID", "text", (column) => column.notNull().references("staff.staffID"))
        .addColumn("name", "text", (column) => column.notNull())
        .addColumn("nameKey", "text", (column) => column.notNull())
        .addColumn("query", "text", (column) => column.notNull())
        .addColumn("layout", "text")
        .addColumn("shared", "integer", (column) => column.notNull())
        .addColumn("createdAt", "bigint", (column) => column.notNull())
        .addColumn("updatedAt", "bigint", (column) => column.notNull())
        .execute();
      await db.schema.createIndex("viewsByName").on("views").columns(["staffID", "nameKey"]).unique().execute();
      await db.schema.createIndex("viewsShared").on("views").columns(["shared", "nameKey"]).execute();
    },
  },
  {
    name: "0050_operations_again",
    async up(db) {
      await db.schema.createIndex("operationsByAgain").on("operations").columns(["environment", "againOf"]).execute();
    },
  },
  {
    name: "0060_operation_lists",
    async up(db) {
      const index = (name: string, columns: string[]) => db.schema.createIndex(name).on("operations").columns(columns);
      await index("operationsByState", ["environment", "state", "createdAt"]).execute();
      await index("operationsByKind", ["environment", "kind", "createdAt"]).execute();
      // The index for the usual duration of a kind of write. Every request for an operation also reads this duration.
      await index("operationsByTook", ["environment", "kind", "createdAt", "tookMs"])
        .where(sql.ref("tookMs"), "is not", null)
        .execute();
    },
  },
  firstOutcomeMigration,
  outcomeMigration,
  {
    name: "0100_override_job_ids",
    async up(db) {
      // Inside a JSON string, every quote has a backslash before it. So this text can only match the name of the member
      // itself.
      const [before, after] = ['"despiteJobs":', '"overrideJobIDs":'];
      await sql`update "operations" set "request" = replace("request", ${before}, ${after})
        where "kind" = 'change-contract' and "request" like ${`%${before}%`}`.execute(db);
    },
  },
  storeCheckMigration,
  operationCountMigration,
  bulkLimitsMigration,
  {
    name: "0121_write_limits",
    async up(db, dialect) {
      if (dialect !== "postgres") return;
      // The library rate-limiter-flexible defines these columns. The table is used only on PostgreSQL. On SQLite, the
      // limit is kept in memory.
      await db.schema
        .createTable("writeLimits")
        .addColumn("key", "varchar(255)", (column) => column.primaryKey())
        .addColumn("points", "integer", (column) => column.notNull().defaultTo(0))
        .addColumn("expire", "bigint")
        .execute();
    },
  },
  storePurposeMigration,
  knownPlacesMigration,
  operationTraitsMigration,
  companyNameMigration,
  preferencesMigration,
  draftsMigration,
  auditMigration,
  peopleMigration,
  auditPageMigration,
  ssoMigration,
  factorsMigration,
  policyMigration,
  breakGlassMigration,
  clientsMigration,
  auditFiltersMigration,
  maintenanceMigration,
  replicasMigration,
  buildsMigration,
  textIndexMigration,
  operationsByAgeMigration,
  apiProfilesMigration,
  plannedMigration,
  ticketsMigration,
  operationsByTicketMigration,
  bulksByTicketMigration,
  customerNotesMigration,
  bulkTargetsMigration,
  bulkUndoMigration,
  importsMigration,
  attentionMigration,
  callBodiesMigration,
  approvalsMigration,
  operationSubjectsMigration,
  fillSubjectsMigration,
  operationIDStartMigration,
  countsByPeriodMigration,
  restoredImportsMigration,
  stoppedOutboxesMigration,
  operationEffectsMigration,
  operationsByEffectMigration,
  awaitOlderEffectsMigration,
  emailVerificationMigration,
  auditKeysMigration,
  contractValuesMigration,
  oddJobsMigration,
  runWordsMigration,
  plannedBulksMigration,
  plannedApprovalsMigration,
  knownCustomersMigration,
  knownStatesMigration,
  knownWindowsMigration,
  knownPolicyMigration,
  knownCountsMigration,
  knownNumbersMigration,
  knownElsewhereMigration,
  pinnedNotesMigration,
  attentionHandledMigration,
  importComparisonsMigration,
  knownJobsMigration,
  knownLeftOutMigration,
  knownByLeftOutMigration,
  clientAssistantMigration,
  proposalsMigration,
  writtenNotificationsMigration,
  proposalResultsMigration,
  announcementsMigration,
  freezesMigration,
  assignmentsMigration,
  ownNotificationsMigration,
  bulkRowsByPlannedMigration,
  viewSubscriptionsMigration,
  scheduledExportsMigration,
  changeLimitsMigration,
  operationsByCountedMigration,
  exportAttemptsMigration,
  emailProblemsMigration,
  viewReadsMigration,
];
