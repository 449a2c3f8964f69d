import type { ProfileLearner } from "#server/bff/profile/learn/profile-learner.ts";

/** Replaces the console's own learner of the API's profile in a benchmark. */
export function createProfileLearner(): ProfileLearner {
  return { learn: () => {}, take: () => ({}) };
}
