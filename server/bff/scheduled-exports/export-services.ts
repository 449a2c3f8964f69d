import type { Environment } from "#lib/contract/environment.ts";
import type { CustomerServices } from "#server/bff/customers/customer-services.ts";
import type { ExportPush } from "./export-push.ts";

export interface RunServices extends CustomerServices {
  /** Sends files to the endpoint of EXPORT_URL. Null without EXPORT_URL. */
  exportPush: ExportPush | null;
  exportRules: ExportRules;
}

export interface ExportServices extends RunServices {
  /** `wake` lets the worker check for due and waiting runs at once. */
  exportRunner: { wake(): void };
  /** The number of failing schedules of each environment (`countFailingSchedules`). */
  failingSchedules(): Promise<{ environment: Environment; total: number }[]>;
}

/** The limits of scheduled exports. */
export interface ExportRules {
  keptDays: number;
  /** The maximum size of all stored files of an environment, in bytes. */
  maxStoredBytes: number;
}
