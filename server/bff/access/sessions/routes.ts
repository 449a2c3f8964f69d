import { sessionSchema } from "#lib/contract/console/session.ts";
import { auditSource } from "#server/bff/audit/audit-source.ts";
import { routeWith } from "#server/bff/core/route.ts";
import type { SessionServices } from "./session-services.ts";
import { sessionView } from "./session-view.ts";

const route = routeWith<SessionServices>();

/**
 * The routes of sessions, part of the route table. The cookie contains only an encrypted session ID, and the session
 * itself is in the store. So a sign-out takes effect with the next request. A session ends after 30 minutes without
 * activity, and always after 12 hours. Streams, exports and results files end within 5 s after their session
 * (open-streams.ts). One person may make 120 changes and exports a minute (server/bff/access/limits/write-limit.ts).
 * The cookie has different names on https and on loopback (docs/decisions/0002-cookie-on-loopback.md). Signing out
 * removes everything that the console has stored in the browser, in all tabs (lib/browser-storage).
 */
export const sessionRoutes = [
  route({
    method: "GET",
    path: "/api/session",
    about: "The current session: the person, their environments, and when the session ends.",
    policy: "viewer",
    beforeSecondFactor: true,
    peopleOnly: true,
    input: {},
    answer: sessionSchema,
    countsAsActivity: false,
    handler: async ({ session, services }) => sessionView(session, services),
  }),
  route({
    method: "DELETE",
    path: "/api/session",
    about: "Signs out.",
    policy: "viewer",
    beforeSecondFactor: true,
    peopleOnly: true,
    input: {},
    answer: "nothing",
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
    about: "Extends the session of a person who is still there.",
    policy: "viewer",
    beforeSecondFactor: true,
    peopleOnly: true,
    input: {},
    answer: sessionSchema,
    countsAsWrite: false,
    handler: async ({ session, services }) => sessionView(session, services),
  }),
] as const;
