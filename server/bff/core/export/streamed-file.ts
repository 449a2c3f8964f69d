import { setImmediate } from "node:timers/promises";
import type { StreamEnd } from "#lib/contract/job-events.ts";
import type { Clock } from "#server/api-client/clock.ts";

/** What a handler gives in place of a value: a file, or news, sent while it is made. */
export interface StreamedFile {
  /** The name to save it under; absent where it is not to be saved. */
  fileName?: string;
  contentType: string;
  body: ReadableStream<Uint8Array>;
  /** Ends it early; without effect if it has ended. */
  end(code: StreamEnd): void;
  /** Resolves when it has ended, for any reason. */
  over: Promise<void>;
}

export function isStreamedFile(value: unknown): value is StreamedFile {
  return typeof value === "object" && value !== null && "body" in value && value.body instanceof ReadableStream;
}

/** A code with which the host's adapter ends the connection and prints nothing: the log has the reason. */
const brokenOff = { code: "ERR_STREAM_PREMATURE_CLOSE" } as const;

/** How long a file that is cut waits for its browser to take the last words, in milliseconds. */
const lastWordsMs = 1_000;

/** Why a file was left before its end: the browser went away, or the console has cut it. */
export class FileCutError extends Error {
  override readonly name = "FileCut";
  readonly code: StreamEnd;

  constructor(code: StreamEnd) {
    super(`The file was cut: ${code}`);
    this.code = code;
  }
}

export interface StreamedTexts {
  clock: Clock;
  /** Each is made when the browser has taken those before. */
  texts: AsyncGenerator<string>;
  /** Called with the reason when the browser goes away, or with FileCut. */
  left: (reason: unknown) => void;
  /** The last text of an incomplete file; absent where its format shows that it is incomplete. */
  cutMark?: string;
}

/**
 * A file of texts that are made while it is sent. Where a text cannot be made, and where it is ended before
 * its time, the file says that it is not whole and the connection breaks off, so that the browser reports a
 * failed download in place of a short file.
 */
export function streamTexts({
  clock,
  texts,
  left,
  cutMark,
}: StreamedTexts): Pick<StreamedFile, "body" | "end" | "over"> {
  const encoder = new TextEncoder();
  const over = Promise.withResolvers<void>();
  const cut = Promise.withResolvers<"cut">();
  let controller: ReadableStreamDefaultController<Uint8Array>;
  let isCut = false;
  let isMarked = false;
  let isOver = false;

  function finish(how: () => void): void {
    if (isOver) return;
    isOver = true;
    how();
    over.resolve();
  }

  function breakOff(): void {
    finish(() => controller.error(Object.assign(new Error("The file broke off"), brokenOff)));
    texts.return(undefined).catch(() => {});
  }

  /** The last words first: what is in the stream when it breaks off is lost. */
  function breakOffMarked(): void {
    if (isOver) return;
    if (isMarked || cutMark === undefined) {
      breakOff();
      return;
    }
    isMarked = true;
    controller.enqueue(encoder.encode(cutMark));
  }

  const body = new ReadableStream<Uint8Array>(
    {
      start(given) {
        controller = given;
      },
      async pull() {
        if (isCut || isMarked) {
          // Node writes to the connection at the end of the turn: broken off sooner, the last words stay here.
          if (isMarked) await setImmediate();
          breakOffMarked();
          return;
        }
        try {
          const next = await Promise.race([texts.next(), cut.promise]);
          if (isOver) return;
          if (next === "cut") breakOffMarked();
          else if (next.done) finish(() => controller.close());
          else controller.enqueue(encoder.encode(next.value));
        } catch {
          breakOffMarked();
        }
      },
      async cancel(reason) {
        finish(() => left(reason));
        await texts.return(undefined).catch(() => {});
      },
    },
    { highWaterMark: 0 },
  );

  return {
    body,
    end(code) {
      if (isOver || isCut) return;
      isCut = true;
      left(new FileCutError(code));
      cut.resolve("cut");
      // A reader that takes nothing gets no last words either.
      clock.sleep(lastWordsMs, new AbortController().signal).then(breakOff, breakOff);
    },
    over: over.promise,
  };
}
