import type { Services } from "#server/bff/core/services.ts";
import type { FindContext } from "#server/bff/customers/walk-to-customer.ts";

/** What is needed to find out by reading what became of a write. */
export interface LookContext extends FindContext {
  services: Services;
}

/** What reading has shown: the write is settled, or a sentence and the customers that would fit. */
export type Looked = "settled" | { message: string; customerIDs: string[] };
