import type { Environment } from "#lib/contract/environment.ts";
import type { StreamEnd } from "#lib/contract/job-events.ts";
import { AppError } from "#lib/contract/operations/app-error.ts";
import type { Clock } from "#server/api-client/clock.ts";
import type { StreamedFile } from "#server/bff/core/export/streamed-file.ts";
import { type FindActiveSessions, watchSessions } from "./watch-sessions.ts";

type Stream = Pick<StreamedFile, "end" | "over">;

/** The session and the environment of a streamed response. */
export interface StreamOwner {
  sessionHash: string;
  /** Undefined for a stream without an environment. */
  environment: Environment | undefined;
}

/**
 * All open streamed responses: job events, exports and results files. A response ends within 5 s in three cases: its
 * session has ended; its owner was disabled; its owner has lost access to the environment. It does not matter which
 * replica made the change.
 */
export type OpenStreams = ReturnType<typeof createOpenStreams>;

export function createOpenStreams({ clock, inForce }: { clock: Clock; inForce: FindActiveSessions }) {
  const closing = new AbortController();
  const open = new Set<StreamOwner & Stream>();
  let isDrained = false;
  const sessions = watchSessions({
    clock,
    inForce,
    closing: closing.signal,
    watched: () => open,
    ended: (stream) => stream.end("session_ended"),
    unchecked: (stream) => stream.end("store_unavailable"),
  });

  function endWhere(code: StreamEnd, matches: (owner: StreamOwner) => boolean): void {
    for (const stream of [...open]) if (matches(stream)) stream.end(code);
  }

  /** Ends all streams because the console is shutting down. If a stream starts later, it ends immediately. */
  function drain(): void {
    isDrained = true;
    endWhere("draining", () => true);
  }

  return {
    add({ sessionHash, environment }: StreamOwner, { end, over }: Stream) {
      const stream = { sessionHash, environment, end, over };
      open.add(stream);
      void over.finally(() => open.delete(stream));
      // A request may still arrive on a connection that was opened before the shutdown began.
      if (isDrained) end("draining");
      sessions.start();
    },
    /**
     * Ends the streams of a session that was ended on this replica. Sessions that were ended on other replicas are
     * found by polling.
     */
    endSession: (sessionHash: string): void => endWhere("session_ended", (owner) => owner.sessionHash === sessionHash),
    drain,
    /** The number of open streams. */
    count: () => open.size,
    /** Ends all streams and stops polling. */
    close() {
      drain();
      closing.abort(new AppError("draining", "The console is shutting down."));
    },
  };
}
