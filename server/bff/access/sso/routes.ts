import { logoutSchema, ssoCallbackSchema, ssoStartSchema } from "#lib/contract/access/sso.ts";
import { routeWith } from "#server/bff/core/route.ts";
import { backchannelLogout } from "./backchannel-logout.ts";
import { finishSso } from "./finish-sso.ts";
import type { SsoServices } from "./sso-services.ts";
import { startSso } from "./start-sso.ts";

const route = routeWith<SsoServices>();

/** The routes of single sign-on, part of the one table. Browsers come to the first two by navigation. */
export const ssoRoutes = [
  route({
    method: "GET",
    path: "/api/sso/start",
    policy: "anyone",
    input: { query: ssoStartSchema },
    countsAsActivity: false,
    handler: (context, { query }) => startSso({ context, input: query }),
  }),
  route({
    method: "GET",
    path: "/api/sso/callback",
    policy: "anyone",
    input: { query: ssoCallbackSchema },
    countsAsActivity: false,
    handler: (context, { query }) => finishSso({ context, input: query }),
  }),
  route({
    method: "POST",
    path: "/api/sso/backchannel-logout",
    policy: "anyone",
    input: { body: logoutSchema },
    sentByServer: true,
    countsAsActivity: false,
    handler: (context, { body }) => backchannelLogout(context, body.logout_token),
  }),
] as const;
