import type { Environment } from "#lib/contract/environment.ts";
import type { CoreServices } from "#server/bff/core/core-services.ts";
import type { ActivityWordMemory } from "./activity-word-memory.ts";

export interface ActivityServices extends CoreServices {
  /** Which types and directions activities had in each environment. */
  seenActivities: Readonly<Record<Environment, ActivityWordMemory>>;
}
