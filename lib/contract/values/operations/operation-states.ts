import { operationOutcomes } from "#lib/contract/operation-outcome.ts";

/**
 * The state of a write. `recorded`: not sent yet. `sent`: the console waits for the answer. `accepted` or `rejected`:
 * the API's answer. `unknown`: the result is unknown. `reconciled`: the result was unknown, and a later check found it.
 */
export const operationStates = ["recorded", "sent", "accepted", "rejected", "unknown", "reconciled"] as const;

export type OperationState = (typeof operationStates)[number];

/** The values of the outcome filter for operations: each outcome, and the group of outcomes that need attention. */
export const outcomeFilters = ["needs-attention", ...operationOutcomes] as const;

export type OutcomeFilter = (typeof outcomeFilters)[number];

/**
 * Splits the outcome filter of a URL into its words. Old links contain `needs-look`, which is now called
 * `needs-attention`.
 */
export function outcomeFilterWords(value: string): string[] {
  return value.split(",").map((word) => (word === "needs-look" ? "needs-attention" : word));
}
