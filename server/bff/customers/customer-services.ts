import type { CoreServices } from "#server/bff/core/core-services.ts";
import type { KnownServices } from "#server/bff/known/known-services.ts";

export interface CustomerServices
  extends CoreServices,
    Pick<KnownServices, "known" | "knownIndex" | "isKnownOn" | "knownMaxAgeMs" | "fillingReports"> {}
