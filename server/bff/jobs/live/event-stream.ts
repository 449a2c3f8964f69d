import type { StreamEnd } from "#lib/contract/job-events.ts";
import {
  digestsFromEventID,
  endEvent,
  endFrame,
  heartbeat,
  type JobFrame,
  retryFrame,
  unreadDigest,
} from "./job-frames.ts";

/** The delay after which a browser reconnects a broken stream, in milliseconds. */
const retryMs = 2_000;

/** One browser's event stream. */
export type EventStream = ReturnType<typeof createEventStream>;

/**
 * A stream that stores only the newest event of each job. A slow reader gets fewer events, but the stream needs no more
 * memory. `left` is called once when the browser or the console has ended the stream.
 */
export function createEventStream(options: {
  jobIDs: readonly string[];
  lastEventID: string | null;
  left: () => void;
}) {
  const { jobIDs, lastEventID } = options;
  /** The digest of each job's last event, including events that are pending. */
  const known = digestsFromEventID(jobIDs, lastEventID);
  /** The digest of each job's last event that the browser has read. */
  const digests = new Map(jobIDs.map((jobID) => [jobID, known.get(jobID) ?? unreadDigest]));
  /** The pending events by kind and job, in sending order. */
  const pending = new Map<string, JobFrame>();
  let isBeatDue = false;
  let ending: StreamEnd | undefined;
  let isOver = false;
  let wake: (() => void) | undefined;
  let controller: ReadableStreamDefaultController<Uint8Array> | undefined;

  function leave(): void {
    if (isOver) return;
    isOver = true;
    pending.clear();
    wake?.();
    options.left();
  }

  function flush(): void {
    if (isOver || controller === undefined) return;
    const parts: Uint8Array[] = [];
    const last = [...pending.values()].at(-1);
    for (const frame of pending.values()) {
      digests.set(frame.jobID, frame.digest);
      // Only the last event of a batch has an ID. If the connection breaks before the last event, the browser gets all
      // events of the batch again.
      parts.push(frame.bytes, endEvent(frame === last ? digests.values() : undefined));
    }
    pending.clear();
    if (isBeatDue) parts.push(heartbeat);
    isBeatDue = false;
    if (ending !== undefined) parts.push(endFrame(ending));
    controller.enqueue(Buffer.concat(parts));
    if (ending === undefined) return;
    controller.close();
    leave();
  }

  const isDue = () => pending.size > 0 || isBeatDue || ending !== undefined;

  function changed(): void {
    if (wake === undefined || !isDue()) return;
    flush();
    wake?.();
  }

  const body = new ReadableStream<Uint8Array>(
    {
      start(streamController) {
        controller = streamController;
        streamController.enqueue(retryFrame(retryMs));
      },
      async pull() {
        if (isDue()) return flush();
        await new Promise<void>((resolve) => {
          wake = resolve;
        });
        wake = undefined;
      },
      cancel: leave,
    },
    { highWaterMark: 0 },
  );

  return {
    body,
    send(frame: JobFrame) {
      if (isOver || ending !== undefined) return;
      const { jobID, kind, digest } = frame;
      if (kind === "job") {
        // The browser already has this event. After a broken connection, the browser sends the ID of the last event
        // that it received.
        if (known.get(jobID) === digest) return;
        known.set(jobID, digest);
        pending.delete(`problem ${jobID}`);
      }
      if (kind === "problem") known.delete(jobID);
      if (kind === "checked" && pending.has(`job ${jobID}`)) return;
      pending.delete(`checked ${jobID}`);
      pending.delete(`${kind} ${jobID}`);
      pending.set(`${kind} ${jobID}`, frame);
      changed();
    },
    beat() {
      isBeatDue = true;
      changed();
    },
    /** Sends the reason and ends the stream. Later events are not sent. */
    end(code: StreamEnd) {
      if (isOver || ending !== undefined) return;
      ending = code;
      // Sends immediately. No event follows, and a slow reader may never read again.
      flush();
      wake?.();
    },
  };
}
