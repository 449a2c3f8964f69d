import type { StoredDecision } from "#server/bff/store/api-behaviour/api-behaviour.ts";
import type { FoundDifference } from "./compare-behaviour.ts";

/**
 * The current decision for each difference, by the difference's ID. If a difference has several decisions, this is the
 * newest decision.
 */
export function decisionsByID(decisions: readonly StoredDecision[]): ReadonlyMap<string, StoredDecision> {
  return new Map(decisions.toReversed().map((decision) => [decision.differenceID, decision]));
}

/** Differences without a decision. */
export function openDifferences(
  differences: readonly FoundDifference[],
  decisions: readonly StoredDecision[],
): FoundDifference[] {
  const decided = decisionsByID(decisions);
  return differences.filter(({ differenceID }) => !decided.has(differenceID));
}
