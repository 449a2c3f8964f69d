import type { CoreServices } from "#server/bff/core/core-services.ts";
import type { CustomerNames } from "#server/bff/core/customer-names.ts";

export interface NumberServices extends CoreServices {
  customerNames: CustomerNames;
}
