import { queryOptions } from "@tanstack/react-query";
import type { ReferenceList, ReferenceOperation } from "#lib/contract/console/api-reference.ts";
import { api } from "#lib/paths.ts";
import { fetches } from "#lib/requests/fetch-json.ts";

/** The list of all routes. It changes only with the version of the console. */
export function referenceQueryOptions(
  read: (signal: AbortSignal) => Promise<ReferenceList> = fetches<ReferenceList>(api.reference(), {
    subjects: "array",
  }),
) {
  return queryOptions({
    queryKey: ["api-reference"],
    queryFn: ({ signal }) => read(signal),
    staleTime: Number.POSITIVE_INFINITY,
  });
}

/** The description of one route. */
export function referenceOperationQueryOptions(operationID: string) {
  return queryOptions({
    queryKey: ["api-reference", operationID],
    queryFn: ({ signal }) =>
      fetches<ReferenceOperation>(api.referenceOperation(operationID), { parameters: "array", errors: "array" })(
        signal,
      ),
    staleTime: Number.POSITIVE_INFINITY,
  });
}
