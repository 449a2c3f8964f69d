import type { Environment } from "#lib/contract/environment.ts";
import { environments } from "#lib/contract/values/environments.ts";
import type { StoreServices } from "#server/bff/core/core-services.ts";
import type { MadeRoom, RoomModule } from "#server/bff/core/module.ts";
import { createProfileLearner, type ProfileLearner } from "./learn/profile-learner.ts";
import { createProfileKeeper } from "./profile-keeper.ts";
import type { ProfileServices } from "./profile-services.ts";
import { profileRoutes } from "./routes.ts";

interface Added extends Pick<ProfileServices, "profileKeeper"> {
  /** One learner for each environment. It learns from every answer of the API. */
  profileLearners: ReadonlyMap<Environment, ProfileLearner>;
}

/** The profile of the API: the shapes of its answers, and how they differ from the specification. */
export const profileModule = {
  name: "profile",
  routes: profileRoutes,
  create(needs: StoreServices): MadeRoom<Added> {
    const profileLearners = new Map(
      environments.map((environment) => [environment, createProfileLearner(needs.clock)] as const),
    );
    const profileKeeper = createProfileKeeper(needs, profileLearners);
    return { services: { profileLearners, profileKeeper }, lastWorkers: [profileKeeper] };
  },
} satisfies RoomModule;
