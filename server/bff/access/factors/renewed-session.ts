import type { RouteContext } from "#server/bff/core/route.ts";
import type { OwnSessionIDs } from "#server/bff/store/factors/factors.ts";
import type { FactorServices } from "./factor-services.ts";

export type OwnContext = RouteContext<"viewer", string, FactorServices>;

/**
 * Creates a new session ID for a person who changes their own factors. `finish` must be called after the store has
 * saved the new ID.
 */
export function renewedSession({ services, session, responseHeaders }: OwnContext): {
  own: OwnSessionIDs;
  finish(endedSessions: readonly string[]): Promise<void>;
} {
  const { cookie, openStreams } = services;
  const sessionID = cookie.newSessionID();
  const { sessionHash } = session;
  return {
    own: { staffID: session.staff.staffID, sessionHash, newSessionHash: cookie.hash(sessionID) },
    async finish(endedSessions) {
      for (const ended of endedSessions) openStreams.endSession(ended);
      responseHeaders.append("Set-Cookie", await cookie.seal(sessionID));
    },
  };
}
