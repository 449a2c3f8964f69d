import type { Environment } from "#lib/contract/environment.ts";

/** The prefix of all query keys about planned changes. */
export const plannedKey = (environment: Environment) => [environment, "planned"] as const;
