import type { Environment } from "../contract/environment.ts";
import type { StreamEnd } from "../contract/job-events.ts";
import { api } from "../paths.ts";
import { hasShape } from "../requests/answer-shape.ts";
import { isProblem } from "../requests/fetch-json.ts";
import { createEventParser } from "./event-parser.ts";
import { type JobUpdate, parseJobEvent } from "./job-update.ts";

/** How a stream ended. */
export type StreamOutcome =
  | { kind: "end"; code: StreamEnd }
  /** The connection broke, or was silent for too long. `wasOpen`: true if some data had already arrived. */
  | { kind: "broken"; wasOpen: boolean }
  /** The server answered with an error status or without a body. */
  | { kind: "refused"; status: number; retryAt: string | undefined };

export interface StreamOptions {
  environment: Environment;
  jobIDs: readonly string[];
  /** The last event ID that was passed to `heard`. The stream continues after this event. */
  lastEventID: string | undefined;
  signal: AbortSignal;
  /** Called for each piece of the stream, even if the piece contains no news. */
  heard(news: JobUpdate[], lastEventID: string | undefined): void;
}

/**
 * The maximum time between two pieces of the stream, in milliseconds. After this time the connection counts as broken.
 * The time covers more than two heartbeats.
 */
const maxSilenceMs = 40_000;

/**
 * The maximum time until the first piece arrives, in milliseconds. A proxy that delays the first bytes longer than this
 * will also delay all later bytes.
 */
const maxOpeningMs = 10_000;

function endOf(data: string): StreamEnd | undefined {
  try {
    const end: unknown = JSON.parse(data);
    return hasShape<{ code: StreamEnd }>(end, { code: "string" }) ? end.code : undefined;
  } catch {
    return undefined;
  }
}

async function refusalOf(response: Response): Promise<StreamOutcome> {
  const problem: unknown = await response.json().catch(() => undefined);
  return { kind: "refused", status: response.status, retryAt: isProblem(problem) ? problem.retryAt : undefined };
}

/**
 * Reads one stream to its end. It uses `fetch`, because EventSource does not report the HTTP status, cannot delay its
 * reconnects, and does not detect a dead connection. An aborted stream counts as broken.
 */
export async function readStream(options: StreamOptions): Promise<StreamOutcome> {
  const { environment, jobIDs, signal, heard } = options;
  const giveUp = new AbortController();
  const watch = (ms: number) => setTimeout(() => giveUp.abort(), ms);
  let silence = watch(maxOpeningMs);
  let lastEventID = options.lastEventID;
  let wasOpen = false;
  try {
    const response = await fetch(
      api.jobEvents(environment, new URLSearchParams([...jobIDs].sort().map((jobID) => ["id", jobID]))),
      {
        headers: {
          Accept: "text/event-stream",
          ...(lastEventID === undefined ? {} : { "Last-Event-ID": lastEventID }),
        },
        cache: "no-store",
        credentials: "same-origin",
        redirect: "error",
        signal: AbortSignal.any([signal, giveUp.signal]),
      },
    );
    if (!response.ok || response.body === null) return await refusalOf(response);
    const parse = createEventParser();
    const reader = response.body.pipeThrough(new TextDecoderStream()).getReader();
    for (;;) {
      const { done, value } = await reader.read();
      if (done) return { kind: "broken", wasOpen };
      clearTimeout(silence);
      silence = watch(maxSilenceMs);
      wasOpen = true;
      const events = parse(value);
      lastEventID = events.findLast(({ id }) => id !== undefined)?.id ?? lastEventID;
      heard(
        events.flatMap((event) => parseJobEvent(event) ?? []),
        lastEventID,
      );
      const end = events.find(({ kind }) => kind === "end");
      const code = end && endOf(end.data);
      if (code) return { kind: "end", code };
    }
  } catch {
    return { kind: "broken", wasOpen };
  } finally {
    clearTimeout(silence);
    giveUp.abort();
  }
}
