import type { BehaviourLearner } from "#server/bff/api-behaviour/learn/behaviour-learner.ts";

/** A benchmark uses this function in place of the module that learns the API's behaviour. It learns nothing. */
export function createBehaviourLearner(): BehaviourLearner {
  return { learn: () => {}, take: () => ({}) };
}
