import type { ContractServices } from "#server/bff/contracts/contract-services.ts";

export interface BulkServices extends ContractServices {
  /** What checks and runs bulk changes: woken where there is something to do. */
  bulks: { wake(): void };
  /** The origins of this console, for links in receipts. */
  origins: ReadonlySet<string>;
}
