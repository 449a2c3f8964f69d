import type { Page } from "@playwright/test";
import type { Environment } from "#lib/contract/environment.ts";
import type { Role } from "#lib/contract/session.ts";

/** The page that is brought into a state, and where. */
export interface Visit {
  page: Page;
  environment: Environment;
}

/** A page in one of its states, as `accessibility.spec.ts` looks at it: a row for each. */
export interface PageState {
  /** What the test is called. */
  name: string;
  /** Who is signed in; null: nobody. Default: the viewer. */
  role?: Role | null;
  /** Brings the page into the state, and waits until it is there. */
  reach: (visit: Visit) => Promise<unknown>;
  /** What the browser's console may say on the way. */
  allow?: RegExp;
}
