import type { EventEmitter } from "node:events";
import type { Environment } from "#lib/contract/environment.ts";
import type { CoreServices } from "#server/bff/core/core-services.ts";
import type { FillingReports } from "./filling/describe-filling.ts";
import type { KnownIndex } from "./index/known-index.ts";
import type { KnownCustomers } from "./known-customers.ts";

export interface KnownServices {
  /** False: only what finds a customer by its ID is kept (`KNOWN_CUSTOMERS=off`). */
  isKnownOn: boolean;
  /** Within how many milliseconds each customer is read again (`KNOWN_MAX_AGE_HOURS`). */
  knownMaxAgeMs: number;
  /** The customers of each environment that the API's answers have shown. */
  known: Readonly<Record<Environment, KnownCustomers>>;
  /** How well the customers of each environment are known, and what reading them costs. */
  fillingReports: FillingReports;
  /** The number of calls of this process that read customers in the background, by environment. */
  fillingCalls(): ReadonlyMap<Environment, number>;
  /** Filters, sorts and searches the known customers. Empty if `isKnownOn` is false. */
  knownIndex: KnownIndex;
  /** `added` is sent after plans or terms that no earlier answer has shown were stored. */
  contractValueEvents: EventEmitter<{ added: [] }>;
}

export interface KnownRouteServices extends CoreServices, Pick<KnownServices, "known" | "knownIndex" | "isKnownOn"> {}
