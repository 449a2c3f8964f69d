import type { ApiBehaviour, Difference } from "#lib/contract/api-behaviour.ts";
import type { Environment } from "#lib/contract/environment.ts";
import { severities } from "#lib/contract/values/api-behaviour.ts";
import type { RouteContext } from "#server/bff/core/route.ts";
import type { StoredDecision } from "#server/bff/store/api-behaviour/api-behaviour.ts";
import type { ApiBehaviourServices } from "./api-behaviour-services.ts";
import { compareBehaviour, type FoundDifference } from "./compare/compare-behaviour.ts";
import { decisionsByID } from "./compare/open-differences.ts";
import { describeOperations } from "./describe-operations.ts";
import { findSilences } from "./find-silences.ts";
import type { LearntBehaviour } from "./learn/shape.ts";

const iso = (ms: number) => new Date(ms).toISOString();

type Context = RouteContext<"viewer", "/api/:environment/profile", ApiBehaviourServices>;

/**
 * The answers of an environment's API, their differences from the contract, and people's decisions about these
 * differences.
 */
export async function getBehaviour({ context }: { context: Context }): Promise<ApiBehaviour> {
  const { environment, services } = context;
  const behaviour = await services.behaviourKeeper.read(environment);
  const decided = decisionsByID(await services.store.apiBehaviour.decisions(environment));
  const statuses = Object.values(behaviour).flatMap((operation) => Object.values(operation.statuses));
  const firstAt = Math.min(...statuses.map(({ answers }) => answers.firstAt));
  return {
    asOf: iso(services.clock.now()),
    ...(statuses.length > 0 && { since: iso(firstAt) }),
    answers: statuses.reduce((sum, { answers }) => sum + answers.count, 0),
    skipped: Object.values(behaviour).reduce((sum, { skipped }) => sum + skipped, 0),
    differences: sorted(compareBehaviour(behaviour)).map((found) =>
      toDifference(found, environment, decided.get(found.differenceID)),
    ),
    silences: findSilences(behaviour),
    operations: describeOperations(behaviour),
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
        byName: decision.byName,
        at: iso(decision.decidedAt),
      },
    }),
  };
}

/** Finds the difference with this ID. Undefined if the behaviour has no such difference. */
export const findDifference = (behaviour: LearntBehaviour, differenceID: string) =>
  compareBehaviour(behaviour).find((difference) => difference.differenceID === differenceID);
