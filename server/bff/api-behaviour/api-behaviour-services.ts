import type { CoreServices } from "#server/bff/core/core-services.ts";
import type { BehaviourKeeper } from "./behaviour-keeper.ts";

/** The services of the API behaviour. */
export interface ApiBehaviourServices extends CoreServices {
  behaviourKeeper: BehaviourKeeper;
}
