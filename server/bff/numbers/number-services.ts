import type { CoreServices } from "#server/bff/core/core-services.ts";
import type { CustomerNames } from "#server/bff/core/customer-names.ts";
import type { KnownServices } from "#server/bff/known/known-services.ts";

export interface NumberServices extends CoreServices, Pick<KnownServices, "isKnownOn"> {
  customerNames: CustomerNames;
}
