import { queryOptions } from "@tanstack/react-query";
import type { Environment } from "#lib/contract/environment.ts";
import type { FreezeAnswer, ReleaseFreeze, SetFreeze } from "#lib/contract/operations/freeze.ts";
import type { PlannedTime } from "#lib/contract/operations/planned-time.ts";
import { api } from "#lib/paths.ts";
import { whileAllowed } from "#lib/query/page-reading.ts";
import { fetchJson, writeJson } from "#lib/requests/fetch-json.ts";

/** How often a page asks whether its environment is frozen, in milliseconds. */
export const freezePollMs = 30_000;

const shape = { freezes: "array", asOf: "string" } as const;

/** What is frozen in an environment, and its freezes. */
export function freezeQueryOptions(environment: Environment) {
  return queryOptions({
    queryKey: [environment, "freeze"],
    queryFn: ({ signal }): Promise<FreezeAnswer> =>
      fetchJson<FreezeAnswer>(api.freeze(environment), shape, { signal, quiet: true }),
    staleTime: 10_000,
    refetchInterval: whileAllowed(freezePollMs),
  });
}

/** A freeze as a form sends it. */
export type FreezeInput = Omit<SetFreeze, "start" | "end"> & { start?: PlannedTime; end?: PlannedTime };

/** Freezes an environment now or later. */
export const setFreeze = (environment: Environment, input: FreezeInput): Promise<FreezeAnswer> =>
  writeJson<FreezeAnswer>("PUT", api.freeze(environment), shape, input);

/** Ends a freeze early, or removes one that is not in force. */
export const releaseFreeze = (environment: Environment, input: ReleaseFreeze): Promise<FreezeAnswer> =>
  writeJson<FreezeAnswer>("DELETE", api.freeze(environment), shape, input);
