import type { ContractServices } from "#server/bff/contracts/contract-services.ts";
import type { Origins } from "#server/bff/core/origins.ts";

export interface ImportServices extends ContractServices {
  /** The worker that checks and runs imports. `wake` starts its next run immediately. */
  imports: { wake(): void };
  /** The origins of this console, for links in results files. */
  origins: Origins;
}
