import { operationOutcomes } from "#lib/contract/operation-outcome.ts";

/**
 * The state of a write. `recorded`: nothing is sent yet. `sent`: its answer is awaited. `accepted` or `rejected`: by
 * the API. `unknown`: nobody knows its result. `reconciled`: it was unknown, and a reading has found the result.
 */
export const operationStates = ["recorded", "sent", "accepted", "rejected", "unknown", "reconciled"] as const;

export type OperationState = (typeof operationStates)[number];

/** The values of the outcome filter for operations: each outcome, and the group of outcomes that need attention. */
export const outcomeFilters = ["needs-attention", ...operationOutcomes] as const;

export type OutcomeFilter = (typeof outcomeFilters)[number];

/** Splits a filter from a URL into its words. Old links contain an earlier name of the group, which is replaced. */
export function outcomeFilterWords(value: string): string[] {
  return value.split(",").map((word) => (word === "needs-look" ? "needs-attention" : word));
}
