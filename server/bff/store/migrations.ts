import type { AnyKysely, Migration } from "#server/database/migration.ts";
import type { DatabaseDialect } from "#server/database/open-database.ts";
import { createAnnouncementTables } from "./schema/tables/announcement-tables.ts";
import { createApiTables } from "./schema/tables/api-tables.ts";
import { createApprovalTables } from "./schema/tables/approval-tables.ts";
import { createAssignmentTables } from "./schema/tables/assignment-tables.ts";
import { createAttentionTables } from "./schema/tables/attention-tables.ts";
import { createAuditTables } from "./schema/tables/audit-tables.ts";
import { createBuildTables } from "./schema/tables/build-tables.ts";
import { createBulkTables } from "./schema/tables/bulk-tables.ts";
import { createChangeLimitTables } from "./schema/tables/change-limit-tables.ts";
import { createClientTables } from "./schema/tables/client-tables.ts";
import { createConsoleHealthTables } from "./schema/tables/console-health-tables.ts";
import { createExportTables } from "./schema/tables/export-tables.ts";
import { createFactorTables } from "./schema/tables/factor-tables.ts";
import { createFreezeTables } from "./schema/tables/freeze-tables.ts";
import { createImportTables } from "./schema/tables/import-tables.ts";
import { createJobTables } from "./schema/tables/job-tables.ts";
import { createKnownTables } from "./schema/tables/known-tables.ts";
import { createNoteTables } from "./schema/tables/note-tables.ts";
import { createOperationTables } from "./schema/tables/operation-tables.ts";
import { createOwnNotificationTables } from "./schema/tables/own-notification-tables.ts";
import { createPeopleTables } from "./schema/tables/people-tables.ts";
import { createPlannedTables } from "./schema/tables/planned-tables.ts";
import { createPolicyTables } from "./schema/tables/policy-tables.ts";
import { createProposalTables } from "./schema/tables/proposal-tables.ts";
import { createSsoTables } from "./schema/tables/sso-tables.ts";
import { createStoreTables } from "./schema/tables/store-tables.ts";
import { createTicketTables } from "./schema/tables/ticket-tables.ts";
import { createViewTables } from "./schema/tables/view-tables.ts";
import { announceWrites } from "./schema/tables/written-notifications.ts";

/** The tables of the first version. A table comes after the tables that it references. */
const firstTables: readonly ((db: AnyKysely, dialect: DatabaseDialect) => Promise<void>)[] = [
  createStoreTables,
  createPeopleTables,
  createSsoTables,
  createFactorTables,
  createClientTables,
  createPolicyTables,
  createAuditTables,
  createOperationTables,
  createTicketTables,
  createBulkTables,
  createImportTables,
  createApprovalTables,
  createPlannedTables,
  createFreezeTables,
  createChangeLimitTables,
  createProposalTables,
  createKnownTables,
  createJobTables,
  createApiTables,
  createNoteTables,
  createViewTables,
  createExportTables,
  createAttentionTables,
  createAssignmentTables,
  createOwnNotificationTables,
  createAnnouncementTables,
  createConsoleHealthTables,
  createBuildTables,
  announceWrites,
];

/**
 * All migrations of the console's store, oldest first. SQLite and PostgreSQL use the same list. A later migration is
 * written in the file of its table, below the function that creates the table. It can run while consoles are running: it
 * holds no lock for long, and removes nothing that the version before it uses (docs/decisions/0030-migrations.md).
 */
export const migrations: readonly Migration[] = [
  {
    name: "0001_baseline",
    async up(db, dialect) {
      for (const create of firstTables) await create(db, dialect);
    },
  },
];
