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
 * lib/contract/access/permissions.ts is the only table of permissions. A route names a permission as its policy, and a
 * page calls `may(role, permission)`. The pipeline (server/bff/http/pipeline/pipeline.ts) checks the policy.
 *
 * A route marked `dangerous` needs a sign-in proof from the last ten minutes (recent-factor.ts). Without a proof the
 * answer is 403 `step_up_required`, which names the possible proofs. `POST /api/session/step-up` accepts a code of the
 * app or a passkey. It accepts the password only from a person who has neither of them. Pages send such changes through
 * components/forms/use-confirmed-change.ts, which asks for the proof in place and sends the same change again. With
 * single sign-on the person signs in at the provider in another tab.
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
