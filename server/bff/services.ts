import type { AccessServices } from "./access/access-services.ts";
import type { ActivityServices } from "./activities/activity-services.ts";
import type { BulkServices } from "./bulk/bulk-services.ts";
import type { ContractServices } from "./contracts/contract-services.ts";
import type { CustomerServices } from "./customers/customer-services.ts";
import type { HttpServices } from "./http/http-services.ts";
import type { JobServices } from "./jobs/job-services.ts";
import type { OperationServices } from "./operations/operation-services.ts";
import type { OverviewServices } from "./overview/overview-services.ts";

/** Everything that `create-bff.ts` makes and hands over; no room reads it as a whole. */
export type Services = AccessServices &
  ActivityServices &
  BulkServices &
  ContractServices &
  CustomerServices &
  HttpServices &
  JobServices &
  OperationServices &
  OverviewServices;
