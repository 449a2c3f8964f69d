import { passwordChangeSchema } from "#lib/contract/access/staff.ts";
import type { SignInServices } from "#server/bff/access/sign-in/sign-in-services.ts";
import { routeWith } from "#server/bff/core/route.ts";
import { changePassword } from "./change-password.ts";
import { endOtherSessions, endOwnSession, listOwnSessions } from "./own-sessions.ts";

const route = routeWith<SignInServices>();

/** The routes of a person's own sessions and password, part of the route table. */
export const ownAccessRoutes = [
  route({
    method: "GET",
    path: "/api/me/sessions",
    policy: "viewer",
    peopleOnly: true,
    input: {},
    handler: (context) => listOwnSessions({ context }),
  }),
  route({
    method: "DELETE",
    path: "/api/me/sessions",
    policy: "viewer",
    peopleOnly: true,
    input: {},
    handler: (context) => endOtherSessions({ context }),
  }),
  route({
    method: "DELETE",
    path: "/api/me/sessions/:sessionID",
    policy: "viewer",
    peopleOnly: true,
    input: {},
    handler: (context, { params }) => endOwnSession({ context, sessionID: params.sessionID }),
  }),
  route({
    method: "POST",
    path: "/api/me/password",
    policy: "viewer",
    peopleOnly: true,
    input: { body: passwordChangeSchema },
    handler: (context, { body }) => changePassword({ context, input: body }),
  }),
] as const;
