import type { ContractServices } from "#server/bff/contracts/contract-services.ts";

export interface ImportServices extends ContractServices {
  /** What checks and runs imports: woken where there is something to do. */
  imports: { wake(): void };
  /** The origins of this console, for links in receipts. */
  origins: ReadonlySet<string>;
}
