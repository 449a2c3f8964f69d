import { ownSessionListSchema, passwordChangeSchema } from "#lib/contract/access/staff.ts";
import { AppError } from "#lib/contract/operations/app-error.ts";
import { instant } from "#lib/format/instant.ts";
import { checkNewPassword } from "#server/bff/access/passwords/check-new-password.ts";
import { hashPassword } from "#server/bff/access/passwords/password-hash.ts";
import type { SessionServices } from "#server/bff/access/sessions/session-services.ts";
import type { SignInServices } from "#server/bff/access/sign-in/sign-in-services.ts";
import { requirePassword } from "#server/bff/access/sign-in/step-up.ts";
import { auditSource } from "#server/bff/audit/audit-source.ts";
import { type RouteContext, routeWith } from "#server/bff/core/route.ts";

const route = routeWith<SignInServices>();

type Context = RouteContext<"viewer", string, SessionServices>;

/** The routes for a person's own sessions and password. */
export const ownAccessRoutes = [
  route({
    method: "GET",
    path: "/api/me/sessions",
    about: "Lists the person's active sessions.",
    policy: "viewer",
    peopleOnly: true,
    input: {},
    answer: ownSessionListSchema,
    async handler({ services, session }) {
      const nowMs = services.clock.now();
      const ownSessions = await services.store.sessions.ofStaff(session.staff.staffID, nowMs);
      const sessions = ownSessions.map(({ sessionHash, createdAt, lastSeenAt, address, userAgent }) => ({
        sessionID: publicID(sessionHash),
        current: sessionHash === session.sessionHash,
        createdAt: instant(createdAt),
        lastSeenAt: instant(lastSeenAt),
        ...(address !== null && { address }),
        ...(userAgent !== null && { userAgent }),
      }));
      return { sessions, asOf: instant(nowMs) };
    },
  }),
  route({
    method: "DELETE",
    path: "/api/me/sessions",
    about: "Ends all sessions of the person except the current one.",
    policy: "viewer",
    peopleOnly: true,
    input: {},
    answer: "nothing",
    async handler(context) {
      await end(context, { except: context.session.sessionHash });
    },
  }),
  route({
    method: "DELETE",
    path: "/api/me/sessions/:sessionID",
    about: "Ends one session of the person, but not the current one.",
    policy: "viewer",
    peopleOnly: true,
    input: {},
    answer: "nothing",
    errors: ["invalid_request 409", "not_found"],
    async handler(context, { params: { sessionID } }) {
      const { services, session } = context;
      const nowMs = services.clock.now();
      const own = await services.store.sessions.ofStaff(session.staff.staffID, nowMs);
      const found = own.find(({ sessionHash }) => publicID(sessionHash) === sessionID);
      if (!found) throw new AppError("not_found", "This session has ended already.");
      if (found.sessionHash === session.sessionHash) {
        throw new AppError("invalid_request", "This is the session that you are using: sign out instead.", {
          status: 409,
        });
      }
      await end(context, { sessionHash: found.sessionHash }, sessionID);
    },
  }),
  route({
    method: "POST",
    path: "/api/me/password",
    about:
      "Changes the person's own password. The current session gets a new ID, and all other sessions of the person end.",
    policy: "viewer",
    peopleOnly: true,
    input: { body: passwordChangeSchema },
    answer: "nothing",
    errors: ["step_up_failed", "too_many_attempts"],
    async handler(context, { body: { currentPassword, newPassword } }) {
      const { services, session, responseHeaders } = context;
      const { staffID } = session.staff;
      await requirePassword(context, currentPassword, "currentPassword");
      checkNewPassword(newPassword, session.staff, "newPassword");
      const passwordHash = await services.hashing.run(() => hashPassword(newPassword));
      const sessionID = services.cookie.newSessionID();
      const ownSession = { staffID, sessionHash: session.sessionHash, newSessionHash: services.cookie.hash(sessionID) };
      const target = { kind: "staff", id: staffID } as const;
      const event = { ...auditSource(context), action: "password.changed", outcome: "done", target } as const;
      const ended = await services.store.passwords.change(ownSession, passwordHash, services.clock.now(), event);
      for (const sessionHash of ended) services.openStreams.endSession(sessionHash);
      responseHeaders.append("Set-Cookie", await services.cookie.seal(sessionID));
    },
  }),
] as const;

/**
 * The public ID of a session. It is half of the session's hash, which is enough to distinguish sessions. Nobody can use
 * the hash to sign in.
 */
const publicID = (sessionHash: string) => sessionHash.slice(0, 32);

async function end(
  context: Context,
  which: { except: string } | { sessionHash: string },
  sessionID?: string,
): Promise<void> {
  const { services, session } = context;
  const { staffID } = session.staff;
  const target =
    sessionID === undefined ? { kind: "staff" as const, id: staffID } : { kind: "session" as const, id: sessionID };
  const event = { ...auditSource(context), action: "session.ended", outcome: "done", target } as const;
  const ended = await services.store.sessions.endOf(staffID, which, services.clock.now(), event);
  for (const sessionHash of ended) services.openStreams.endSession(sessionHash);
}
