import type { CoreServices } from "#server/bff/core/core-services.ts";
import type { ProfileKeeper } from "./profile-keeper.ts";

/** The services of the API profile. */
export interface ProfileServices extends CoreServices {
  profileKeeper: ProfileKeeper;
}
