import type { AccessServices } from "./access/access-services.ts";
import type { ActivityServices } from "./activities/activity-services.ts";
import type { ApprovalServices } from "./approvals/approval-services.ts";
import type { AuditServices } from "./audit/audit-services.ts";
import type { BulkServices } from "./bulk/bulk-services.ts";
import type { CallServices } from "./calls/call-services.ts";
import type { ContractServices } from "./contracts/contract-services.ts";
import type { CustomerServices } from "./customers/customer-services.ts";
import type { HttpServices } from "./http/pipeline/http-services.ts";
import type { ImportServices } from "./imports/import-services.ts";
import type { JobServices } from "./jobs/job-services.ts";
import type { MetricServices } from "./metrics/metric-services.ts";
import type { NoteServices } from "./notes/note-services.ts";
import type { NumberServices } from "./numbers/number-services.ts";
import type { OperationServices } from "./operations/operation-services.ts";
import type { OverviewServices } from "./overview/overview-services.ts";
import type { PlannedServices } from "./planned/planned-services.ts";
import type { ProfileServices } from "./profile/profile-services.ts";
import type { StatusServices } from "./status/status-services.ts";

/** All services that `create-bff.ts` creates and passes on. No module uses this type as a whole. */
export type Services = AccessServices &
  ApprovalServices &
  ActivityServices &
  AuditServices &
  BulkServices &
  CallServices &
  ContractServices &
  CustomerServices &
  HttpServices &
  ImportServices &
  JobServices &
  MetricServices &
  NoteServices &
  NumberServices &
  OperationServices &
  OverviewServices &
  ProfileServices &
  PlannedServices &
  StatusServices;
