import { AppError } from "#lib/contract/app-error.ts";
import type { Environment } from "#lib/contract/environment.ts";
import type { StreamEnd } from "#lib/contract/job-events.ts";
import type { Clock } from "#server/api-client/clock.ts";
import type { StreamedFile } from "#server/bff/core/streamed-file.ts";
import { type SessionsInForce, watchSessions } from "./watch-sessions.ts";

type Stream = Pick<StreamedFile, "end" | "over">;

/** Whose a streamed answer is, and of which environment. */
export interface StreamOwner {
  sessionHash: string;
  environment: Environment;
}

/**
 * Every answer that is sent while it is made: news of jobs, exports, receipts. Each ends within 5 s of its
 * session, wherever that was ended, of its person's disabling and of the loss of its environment.
 */
export interface OpenStreams {
  add(owner: StreamOwner, stream: Stream): void;
  /** Ends those of a session that was ended here; those that end elsewhere are noticed by looking. */
  endSession(sessionHash: string): void;
  /** Ends all of them, and those that come after, because the console stops. */
  drain(): void;
  /** Drains, and looks no more. */
  close(): void;
}

export function createOpenStreams({ clock, inForce }: { clock: Clock; inForce: SessionsInForce }): OpenStreams {
  const closing = new AbortController();
  const open = new Set<StreamOwner & Stream>();
  let isDrained = false;
  const sessions = watchSessions({
    ...{ clock, inForce },
    closing: closing.signal,
    watched: () => open,
    ended: (stream) => stream.end("session_ended"),
    unchecked: (stream) => stream.end("store_unavailable"),
  });

  function endWhere(code: StreamEnd, isIt: (owner: StreamOwner) => boolean): void {
    for (const stream of [...open]) if (isIt(stream)) stream.end(code);
  }

  function drain(): void {
    isDrained = true;
    endWhere("draining", () => true);
  }

  return {
    add({ sessionHash, environment }, { end, over }) {
      const stream = { sessionHash, environment, end, over };
      open.add(stream);
      void over.finally(() => open.delete(stream));
      // Asked for on a connection that was still open.
      if (isDrained) end("draining");
      sessions.start();
    },
    endSession: (sessionHash) => endWhere("session_ended", (owner) => owner.sessionHash === sessionHash),
    drain,
    close() {
      drain();
      closing.abort(new AppError("draining", "The console is shutting down."));
    },
  };
}
