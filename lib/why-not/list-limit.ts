import type { Environment } from "#lib/contract/environment.ts";
import type { EmptyCause } from "./why-empty.ts";

/** A limit of a list, and the list without it. */
export interface ListLimit<View> {
  cause: EmptyCause;
  /** Which filter it is, where it is one. */
  filter?: keyof View & string;
  change: Partial<View>;
  /** Where the list without it is; absent for the same environment. */
  environment?: Environment;
}
