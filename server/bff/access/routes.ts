import { clientRoutes } from "./clients/routes.ts";
import { factorRoutes } from "./factors/routes.ts";
import { ownAccessRoutes } from "./own/routes.ts";
import { policyRoutes } from "./policy/routes.ts";
import { sessionRoutes } from "./sessions/routes.ts";
import { signInRoutes } from "./sign-in/routes.ts";
import { ssoRoutes } from "./sso/routes.ts";
import { staffRoutes } from "./staff/routes.ts";

/**
 * The routes of identity and access, part of the one table.
 *
 * Who may do what is one table, lib/contract/access/permissions.ts: a route names a permission as its policy, a page
 * asks `may(role, permission)`. The pipeline (server/bff/http/pipeline/pipeline.ts) checks the policy.
 *
 * A route marked `dangerous` needs a proof, within the last ten minutes, of who the person is (recent-factor.ts).
 * Without it the answer is 403 `step_up_required`, which names the possible proofs. `POST /api/session/step-up` takes a
 * code of the app or a passkey; it takes the password only of a person who has neither. Pages send such changes through
 * components/forms/use-confirmed-change.ts, which asks in place and sends the same change again. With single sign-on
 * the provider is asked in another tab.
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
