import { clientRoutes } from "./clients/routes.ts";
import { factorRoutes } from "./factors/routes.ts";
import { ownAccessRoutes } from "./own/routes.ts";
import { policyRoutes } from "./policy/routes.ts";
import { sessionRoutes } from "./sessions/routes.ts";
import { signInRoutes } from "./sign-in/routes.ts";
import { ssoRoutes } from "./sso/routes.ts";
import { staffRoutes } from "./staff/routes.ts";

/**
 * The routes of identity and access, part of the route table.
 *
 * lib/contract/access/permissions.ts is the only table of permissions. The policy of a route is the name of a
 * permission, and a page calls `may(role, permission)`. The pipeline (server/bff/http/pipeline/pipeline.ts) checks the
 * policy.
 *
 * A route marked `dangerous` needs a sign-in proof that is at most ten minutes old (sessions/recent-factor.ts). Without
 * a proof, the answer is 403 `step_up_required` with the possible methods. `POST /api/session/step-up` accepts a code
 * of the app or a passkey. A password is accepted only from a person who has neither an app nor a passkey. Pages send
 * dangerous changes with components/forms/use-confirmed-change.ts. This hook asks for the proof on the same page and
 * then sends the change again. With single sign-on, the person signs in at the provider in a second tab.
 *
 * Routes marked `dangerous` or `peopleOnly` refuse API clients.
 */
export const accessRoutes = [
  ...signInRoutes,
  ...ssoRoutes,
  ...sessionRoutes,
  ...ownAccessRoutes,
  ...factorRoutes,
  ...staffRoutes,
  ...policyRoutes,
  ...clientRoutes,
] as const;
