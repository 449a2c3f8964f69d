import { signInSchema } from "#lib/contract/session.ts";
import { routeWith } from "#server/bff/core/route.ts";
import type { AccessServices } from "./access-services.ts";
import { sessionView } from "./session-view.ts";
import { signIn } from "./sign-in.ts";

const route = routeWith<AccessServices>();

/** The routes of sessions, part of the one table. */
export const sessionRoutes = [
  route({
    method: "POST",
    path: "/api/session",
    policy: "anyone",
    input: { body: signInSchema },
    countsAsActivity: false,
    handler: (context, { body }) => signIn({ context, input: body }),
  }),
  route({
    method: "GET",
    path: "/api/session",
    policy: "viewer",
    input: {},
    countsAsActivity: false,
    handler: async ({ session, services }) => sessionView(session, services),
  }),
  route({
    method: "DELETE",
    path: "/api/session",
    policy: "viewer",
    input: {},
    countsAsActivity: false,
    countsAsWrite: false,
    handler: async ({ session, services, responseHeaders }) => {
      await services.store.sessions.end(session.sessionHash, services.clock.now());
      services.openStreams.endSession(session.sessionHash);
      responseHeaders.append("Set-Cookie", services.cookie.clear());
    },
  }),
  route({
    method: "POST",
    path: "/api/session/extend",
    policy: "viewer",
    input: {},
    countsAsWrite: false,
    handler: async ({ session, services }) => sessionView(session, services),
  }),
] as const;
