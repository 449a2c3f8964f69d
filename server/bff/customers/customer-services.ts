import type { EventEmitter } from "node:events";
import type { Environment } from "#lib/contract/environment.ts";
import type { CoreServices } from "#server/bff/core/core-services.ts";
import type { CustomerDirectory } from "./customer-directory.ts";

export interface CustomerServices extends CoreServices {
  /** The remembered customers of each environment. */
  directories: Readonly<Record<Environment, CustomerDirectory>>;
}

export interface ContractValueEvents {
  /** `added`: a response has shown plans or terms that were not known before, and the store has them. */
  contractValueEvents: EventEmitter<{ added: [] }>;
}
