import type { OwnSessionList } from "#lib/contract/access/staff.ts";
import { AppError } from "#lib/contract/operations/app-error.ts";
import type { SessionServices } from "#server/bff/access/sessions/session-services.ts";
import { auditSource } from "#server/bff/audit/audit-source.ts";
import type { RouteContext } from "#server/bff/core/route.ts";

type Context = RouteContext<"viewer", string, SessionServices>;

/** The public ID of a session. The hash gives no access, and half of it is enough to tell sessions apart. */
const publicID = (sessionHash: string) => sessionHash.slice(0, 32);

const instant = (ms: number) => new Date(ms).toISOString();

/** Lists the person's active sessions. */
export async function listOwnSessions({ context }: { context: Context }): Promise<OwnSessionList> {
  const { services, session } = context;
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
}

/** Ends one of the person's other sessions. */
export async function endOwnSession({ context, sessionID }: { context: Context; sessionID: string }): Promise<void> {
  const { services, session } = context;
  const nowMs = services.clock.now();
  const own = await services.store.sessions.ofStaff(session.staff.staffID, nowMs);
  const found = own.find(({ sessionHash }) => publicID(sessionHash) === sessionID);
  if (!found) throw new AppError("not_found", "This session has ended already.");
  if (found.sessionHash === session.sessionHash) {
    throw new AppError("invalid_request", "This is the session that you are using: sign out instead.", { status: 409 });
  }
  await end(context, { sessionHash: found.sessionHash }, sessionID);
}

/** Ends every session of the person except the current one. */
export async function endOtherSessions({ context }: { context: Context }): Promise<void> {
  await end(context, { except: context.session.sessionHash });
}

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
