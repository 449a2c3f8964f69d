import { auditSource } from "#server/bff/audit/audit-source.ts";
import { routeWith } from "#server/bff/core/route.ts";
import type { SessionServices } from "./session-services.ts";
import { sessionView } from "./session-view.ts";

const route = routeWith<SessionServices>();

/** The routes of sessions, part of the one table. */
export const sessionRoutes = [
  route({
    method: "GET",
    path: "/api/session",
    policy: "viewer",
    beforeSecondFactor: true,
    peopleOnly: true,
    input: {},
    countsAsActivity: false,
    handler: async ({ session, services }) => sessionView(session, services),
  }),
  route({
    method: "DELETE",
    path: "/api/session",
    policy: "viewer",
    beforeSecondFactor: true,
    peopleOnly: true,
    input: {},
    countsAsActivity: false,
    countsAsWrite: false,
    handler: async (context) => {
      const { session, services, responseHeaders } = context;
      const event = { ...auditSource(context), action: "sign-out", outcome: "done" } as const;
      await services.store.sessions.end(session.sessionHash, services.clock.now(), event);
      services.openStreams.endSession(session.sessionHash);
      responseHeaders.append("Set-Cookie", services.cookie.clear());
    },
  }),
  route({
    method: "POST",
    path: "/api/session/extend",
    policy: "viewer",
    beforeSecondFactor: true,
    peopleOnly: true,
    input: {},
    countsAsWrite: false,
    handler: async ({ session, services }) => sessionView(session, services),
  }),
] as const;
