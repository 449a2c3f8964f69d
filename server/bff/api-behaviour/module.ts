import type { Environment } from "#lib/contract/environment.ts";
import { environments } from "#lib/contract/values/environments.ts";
import type { StoreServices } from "#server/bff/core/core-services.ts";
import type { MadeRoom, RoomModule } from "#server/bff/core/module.ts";
import type { ApiBehaviourServices } from "./api-behaviour-services.ts";
import { createBehaviourKeeper } from "./behaviour-keeper.ts";
import { type BehaviourLearner, createBehaviourLearner } from "./learn/behaviour-learner.ts";
import { apiBehaviourRoutes } from "./routes.ts";

interface Added extends Pick<ApiBehaviourServices, "behaviourKeeper"> {
  /** The learners by environment. Each learner learns from every answer of its environment's API. */
  behaviourLearners: ReadonlyMap<Environment, BehaviourLearner>;
}

/** The behaviour of the API: the shapes of its answers, and how they differ from the specification. */
export const apiBehaviourModule = {
  name: "api-behaviour",
  routes: apiBehaviourRoutes,
  create(needs: StoreServices): MadeRoom<Added> {
    const behaviourLearners = new Map(
      environments.map((environment) => [environment, createBehaviourLearner(needs.clock)] as const),
    );
    const behaviourKeeper = createBehaviourKeeper(needs, behaviourLearners);
    return { services: { behaviourLearners, behaviourKeeper }, lastWorkers: [behaviourKeeper] };
  },
} satisfies RoomModule;
