import { queryOptions } from "@tanstack/react-query";
import { fetchJson } from "#lib/fetch-json.ts";
import { type ContractValues, contractValuesSchema } from "../contract/contract-values.ts";
import type { Environment } from "../contract/environment.ts";
import { api } from "../paths.ts";

/** The plans and terms that forms offer. */
export function contractValuesQueryOptions(
  environment: Environment,
  read: (signal: AbortSignal) => Promise<ContractValues> = (signal) =>
    fetchJson(api.contractValues(environment), contractValuesSchema, { signal }),
) {
  return queryOptions({
    queryKey: [environment, "contract-values"],
    queryFn: ({ signal }) => read(signal),
    staleTime: 60_000,
  });
}
