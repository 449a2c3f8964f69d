import type { EventEmitter } from "node:events";
import type { Environment } from "#lib/contract/environment.ts";
import type { CoreServices } from "#server/bff/core/core-services.ts";
import type { FillingReports } from "./filling/describe-filling.ts";
import type { KnownIndex } from "./index/known-index.ts";
import type { KnownCustomers } from "./known-customers.ts";

export interface KnownServices {
  /** False: only the ID, the name and the times of customers are stored (`KNOWN_CUSTOMERS=off`). */
  isKnownOn: boolean;
  /** Each customer is read again within this time, in milliseconds (`KNOWN_MAX_AGE_HOURS`). */
  knownMaxAgeMs: number;
  /** The known customers of each environment: the customers in the API's answers. */
  known: Readonly<Record<Environment, KnownCustomers>>;
  /** How completely the customers of each environment are known, and how many calls were made to read them. */
  fillingReports: FillingReports;
  /** The number of calls that this process has made to read customers in the background, by environment. */
  fillingCalls(): ReadonlyMap<Environment, number>;
  /** Filters, sorts and searches the known customers. Not used if `isKnownOn` is false. */
  knownIndex: KnownIndex;
  /** `added` is emitted after new plans or terms were stored. New means that no earlier API answer included them. */
  contractValueEvents: EventEmitter<{ added: [] }>;
}

export interface KnownRouteServices extends CoreServices, Pick<KnownServices, "known" | "knownIndex" | "isKnownOn"> {}
