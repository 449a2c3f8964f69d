import { logoutSchema, ssoCallbackSchema, ssoStartSchema } from "#lib/contract/access/sso.ts";
import { routeWith } from "#server/bff/core/route.ts";
import { backchannelLogout } from "./backchannel-logout.ts";
import { finishSso } from "./finish-sso.ts";
import type { SsoServices } from "./sso-services.ts";
import { startSso } from "./start-sso.ts";

const route = routeWith<SsoServices>();

/**
 * The routes of single sign-on, part of the route table. Browsers open the start route and the callback route by
 * navigation.
 *
 * A sign-in goes to the provider and back. An encrypted cookie with a lifetime of ten minutes connects the sign-in with
 * the browser (round-cookie.ts). A person is identified by the issuer and the subject, never by the e-mail address
 * (identify-staff.ts). The claims determine the role and the environments at each sign-in (claims.ts). If a person is
 * refused, the sign-in page shows the reason, and the audit log has the name of the reason
 * (lib/contract/access/sso.ts). For a `dangerous` route, a session of single sign-on needs a new sign-in at the
 * provider with a verified `auth_time`.
 *
 * A logout token of a provider is the only request that changes data without an origin (`sentByServer` in
 * server/bff/core/route.ts). Its signature proves the sender, and the store accepts each token only once
 * (backchannel-logout.ts). The guide for administrators is docs/guide/single-sign-on.md.
 */
export const ssoRoutes = [
  route({
    method: "GET",
    path: "/api/sso/start",
    about: "Redirects the browser to the sign-in of a single sign-on provider.",
    policy: "anyone",
    input: { query: ssoStartSchema },
    answer: "nothing",
    statuses: [303],
    errors: ["too_many_requests", "too_many_writes"],
    countsAsActivity: false,
    handler: (context, { query }) => startSso({ context, input: query }),
  }),
  route({
    method: "GET",
    path: "/api/sso/callback",
    about: "Takes the browser back from a single sign-on provider and signs the person in.",
    policy: "anyone",
    input: { query: ssoCallbackSchema },
    answer: "nothing",
    statuses: [303],
    errors: ["sign_in_failed", "sso_required", "too_many_requests", "too_many_writes"],
    countsAsActivity: false,
    handler: (context, { query }) => finishSso({ context, input: query }),
  }),
  route({
    method: "POST",
    path: "/api/sso/backchannel-logout",
    about: "Ends the sessions that a single sign-on provider names. The provider calls this route.",
    policy: "anyone",
    input: { body: logoutSchema },
    answer: "nothing",
    errors: ["sso_unavailable", "store_unavailable"],
    sentByServer: true,
    countsAsActivity: false,
    handler: (context, { body }) => backchannelLogout(context, body.logout_token),
  }),
] as const;
