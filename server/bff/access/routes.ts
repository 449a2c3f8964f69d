import { clientRoutes } from "./clients/routes.ts";
import { factorRoutes } from "./factors/routes.ts";
import { ownAccessRoutes } from "./own/routes.ts";
import { policyRoutes } from "./policy/routes.ts";
import { sessionRoutes } from "./sessions/routes.ts";
import { signInRoutes } from "./sign-in/routes.ts";
import { ssoRoutes } from "./sso/routes.ts";
import { staffRoutes } from "./staff/routes.ts";

/** The routes of identity and access, part of the one table. */
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
