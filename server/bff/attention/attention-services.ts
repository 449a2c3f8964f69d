import type { CoreServices } from "#server/bff/core/core-services.ts";
import type { AttentionRegistry } from "./attention-registry.ts";

export interface AttentionServices extends CoreServices {
  attention: AttentionRegistry;
}
