import type { AttentionServices } from "#server/bff/attention/attention-services.ts";
import type { KnownServices } from "#server/bff/known/known-services.ts";

export interface AssignmentServices extends AttentionServices, Pick<KnownServices, "known"> {}
