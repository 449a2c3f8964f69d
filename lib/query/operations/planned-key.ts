import type { Environment } from "#lib/contract/environment.ts";

/** What every reading of planned changes begins with. */
export const plannedKey = (environment: Environment) => [environment, "planned"] as const;
