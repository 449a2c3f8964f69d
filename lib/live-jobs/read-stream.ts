import type { Environment } from "../contract/environment.ts";
import type { StreamEnd } from "../contract/job-events.ts";
import { api } from "../paths.ts";
import { hasShape } from "../requests/answer-shape.ts";
import { isProblem } from "../requests/fetch-json.ts";
import { createEventParser } from "./event-parser.ts";
import { type JobUpdate, parseJobEvent } from "./job-update.ts";

/** How a stream came to its end. */
export type StreamOutcome =
  | { kind: "end"; code: StreamEnd }
  /** It broke, or was silent for too long; `wasOpen` where anything had come. */
  | { kind: "broken"; wasOpen: boolean }
  /** The console answered with something else. */
  | { kind: "refused"; status: number; retryAt: string | undefined };

export interface StreamOptions {
  environment: Environment;
  jobIDs: readonly string[];
  /** From where to resume; the ID that `heard` gave last. */
  lastEventID: string | undefined;
  signal: AbortSignal;
  /** Called with each piece that came, signs of life included. */
  heard(news: JobUpdate[], lastEventID: string | undefined): void;
}

/** Longer than two heartbeats: a connection that died without a word is found out. */
const maxSilenceMs = 40_000;

/** Whatever holds the first bytes back longer than this will hold back the others too. */
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
 * Reads one stream to its end. By `fetch` rather than EventSource, which tells no status, cannot be
 * slowed down, and does not notice a connection that has died. An abort counts as broken.
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
