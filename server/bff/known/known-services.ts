import type { CoreServices } from "#server/bff/core/core-services.ts";
import type { KnownServices } from "./module.ts";

export interface KnownRouteServices extends CoreServices, Pick<KnownServices, "known" | "isKnownOn"> {}
