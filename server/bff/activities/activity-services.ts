import type { Environment } from "#lib/contract/environment.ts";
import type { CoreServices } from "#server/bff/core/core-services.ts";
import type { ActivityWordMemory } from "./activity-word-memory.ts";

export interface ActivityServices extends CoreServices {
  /** The types and directions of activities that the API's answers have contained, by environment. */
  seenActivities: Readonly<Record<Environment, ActivityWordMemory>>;
}
