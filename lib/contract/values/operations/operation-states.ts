import { operationOutcomes } from "#lib/contract/operation-outcome.ts";

/**
 * Where a write stands: `recorded` before anything is sent, `sent` while its answer is awaited,
 * `accepted` or `rejected` by the API, `unknown` where its result is not known, `reconciled` where reading
 * has shown the result of an unknown one.
 */
export const operationStates = ["recorded", "sent", "accepted", "rejected", "unknown", "reconciled"] as const;

export type OperationState = (typeof operationStates)[number];

/** What a list of operations can be narrowed to: outcomes, and the group of those that wait for a person. */
export const outcomeFilters = ["needs-attention", ...operationOutcomes] as const;

export type OutcomeFilter = (typeof outcomeFilters)[number];

/** The words of a filter, with the group's earlier name as it stands in old links. */
export function outcomeFilterWords(value: string): string[] {
  return value.split(",").map((word) => (word === "needs-look" ? "needs-attention" : word));
}
