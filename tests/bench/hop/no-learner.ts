import type { BehaviourLearner } from "#server/bff/api-behaviour/learn/behaviour-learner.ts";

/** Replaces the module that learns the API's behaviour in a benchmark. It learns nothing. */
export function createBehaviourLearner(): BehaviourLearner {
  return { learn: () => {}, take: () => ({}) };
}
