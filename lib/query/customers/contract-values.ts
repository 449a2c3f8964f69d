import { queryOptions } from "@tanstack/react-query";
import type { ContractValues } from "#lib/contract/customers/contract-values.ts";
import type { Environment } from "#lib/contract/environment.ts";
import { api } from "#lib/paths.ts";
import { fetches } from "#lib/requests/fetch-json.ts";

/** The plans and terms that forms suggest. */
export function contractValuesQueryOptions(
  environment: Environment,
  read: (signal: AbortSignal) => Promise<ContractValues> = fetches<ContractValues>(api.contractValues(environment), {
    plans: "array",
    terms: "array",
  }),
) {
  return queryOptions({
    queryKey: [environment, "contract-values"],
    queryFn: ({ signal }) => read(signal),
    staleTime: 60_000,
  });
}
