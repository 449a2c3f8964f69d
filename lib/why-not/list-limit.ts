import type { Environment } from "#lib/contract/environment.ts";
import type { EmptyCause } from "./why-empty.ts";

/** A limit of a list (a filter, for example), and the change that removes it. */
export interface ListLimit<View> {
  cause: EmptyCause;
  /** The name of the filter, if the limit is a filter. */
  filter?: keyof View & string;
  change: Partial<View>;
  /** The environment that the list shows after the limit is removed. Absent if the environment stays the same. */
  environment?: Environment;
}
