import type { Environment } from "#lib/contract/environment.ts";
import type { EmptyCause } from "./why-empty.ts";

/** A limit of a list, and the change that removes it. */
export interface ListLimit<View> {
  cause: EmptyCause;
  /** The name of the filter, if the limit is a filter. */
  filter?: keyof View & string;
  change: Partial<View>;
  /** The environment in which the list is shown after the limit is removed. Absent if that is the same environment. */
  environment?: Environment;
}
