import type { BehaviourLearner } from "#server/bff/api-behaviour/learn/behaviour-learner.ts";

/** Replaces the console's own learner of the API's behaviour in a benchmark. */
export function createBehaviourLearner(): BehaviourLearner {
  return { learn: () => {}, take: () => ({}) };
}
