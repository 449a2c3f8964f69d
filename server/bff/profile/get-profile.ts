import type { ApiBehaviour, Difference } from "#lib/contract/api-behaviour.ts";
import type { Environment } from "#lib/contract/environment.ts";
import { severities } from "#lib/contract/values/api-behaviour.ts";
import type { RouteContext } from "#server/bff/core/route.ts";
import type { StoredDecision } from "#server/bff/store/profile/api-profiles.ts";
import { compareProfile, type FoundDifference } from "./compare/compare-profile.ts";
import { decisionsByID } from "./compare/open-differences.ts";
import { describeOperations } from "./describe-operations.ts";
import { findSilences } from "./find-silences.ts";
import type { ApiProfile } from "./learn/shape.ts";
import type { ProfileServices } from "./profile-services.ts";

const iso = (ms: number) => new Date(ms).toISOString();

type Context = RouteContext<"viewer", "/api/:environment/profile", ProfileServices>;

/**
 * The answers of an environment's API, their differences from the contract, and people's decisions about these
 * differences.
 */
export async function getProfile({ context }: { context: Context }): Promise<ApiBehaviour> {
  const { environment, services } = context;
  const profile = await services.profileKeeper.read(environment);
  const decided = decisionsByID(await services.store.apiProfiles.decisions(environment));
  const statuses = Object.values(profile).flatMap((operation) => Object.values(operation.statuses));
  const firstAt = Math.min(...statuses.map(({ answers }) => answers.firstAt));
  return {
    asOf: iso(services.clock.now()),
    ...(statuses.length > 0 && { since: iso(firstAt) }),
    answers: statuses.reduce((sum, { answers }) => sum + answers.count, 0),
    skipped: Object.values(profile).reduce((sum, { skipped }) => sum + skipped, 0),
    differences: sorted(compareProfile(profile)).map((found) =>
      toDifference(found, environment, decided.get(found.differenceID)),
    ),
    silences: findSilences(profile),
    operations: describeOperations(profile),
  };
}

/** Sorts differences: most severe first, then newest first. */
function sorted(differences: readonly FoundDifference[]): FoundDifference[] {
  const rank = ({ severity }: FoundDifference) => severities.indexOf(severity);
  return differences.toSorted((one, two) => rank(one) - rank(two) || two.firstAt - one.firstAt);
}

export function toDifference(
  { operation, status, path, firstAt, lastAt, ...found }: FoundDifference,
  environment: Environment,
  decision: StoredDecision | undefined,
): Difference {
  return {
    ...found,
    environment,
    where: { operation, status, path },
    firstSeen: iso(firstAt),
    lastSeen: iso(lastAt),
    ...(decision && {
      decision: {
        decision: decision.decision,
        reason: decision.reason,
        by: decision.by,
        at: iso(decision.decidedAt),
      },
    }),
  };
}

/** Finds the difference with this ID. Undefined if the profile has no such difference. */
export const findDifference = (profile: ApiProfile, differenceID: string) =>
  compareProfile(profile).find((difference) => difference.differenceID === differenceID);
