import type { CoreServices } from "#server/bff/core/core-services.ts";
import type { ProfileKeeper } from "./profile-keeper.ts";

/** What the room of the API's profile works with. */
export interface ProfileServices extends CoreServices {
  profileKeeper: ProfileKeeper;
}
