import type { StoredDecision } from "#server/bff/store/api-behaviour/api-behaviour.ts";
import type { FoundDifference } from "./compare-behaviour.ts";

/** The current decision about each difference, by the ID of the difference. The newest decision counts. */
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
