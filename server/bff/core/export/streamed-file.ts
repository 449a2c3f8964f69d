import { setImmediate } from "node:timers/promises";
import type { StreamEnd } from "#lib/contract/job-events.ts";
import type { Clock } from "#server/api-client/clock.ts";

/** A file or a stream of events that a handler returns instead of a value. It is produced while it is being sent. */
export interface StreamedFile {
  /** The name under which the browser saves the file. Missing: the browser shows the answer instead of saving it. */
  fileName?: string;
  contentType: string;
  body: ReadableStream<Uint8Array>;
  /** Ends the file or the stream early. Has no effect after the end. */
  end(code: StreamEnd): void;
  /** Resolves when the file or the stream has ended, for any reason. */
  over: Promise<void>;
}

export function isStreamedFile(value: unknown): value is StreamedFile {
  return typeof value === "object" && value !== null && "body" in value && value.body instanceof ReadableStream;
}

/**
 * The code for a stream that was cut off. For this code, the server adapters close the connection and log nothing. The
 * reason is already in the log.
 */
const brokenOff = { code: "ERR_STREAM_PREMATURE_CLOSE" } as const;

/** How long the console waits until the browser has read the last text of an incomplete file, in milliseconds. */
const lastTextMs = 1_000;

/** Why a file ended early: the browser disconnected, or the console ended it. */
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
  /** The texts of the file. Each text is produced only after the browser has read the previous texts. */
  texts: AsyncGenerator<string>;
  /** Called when the file ends early, with the browser's reason or with FileCutError. */
  left: (reason: unknown) => void;
  /** The last text of an incomplete file. Missing if the format itself shows that a file is incomplete. */
  cutMark?: string;
}

/**
 * Streams a file that is produced while it is being sent. If a text cannot be produced, or if the file must end early,
 * the file says that it is incomplete. Then the connection is broken, so that the browser reports a failed download
 * instead of saving an incomplete file.
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

  /** Sends the cut mark, and breaks the connection only in the next call. Otherwise the cut mark would be lost. */
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
      start(streamController) {
        controller = streamController;
      },
      async pull() {
        if (isCut || isMarked) {
          // Node writes to the connection at the end of the current event-loop task. If the connection were closed
          // before that, the last text would be lost.
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
      // If the browser reads nothing, breaks the connection after a short time without the last text.
      clock.sleep(lastTextMs, new AbortController().signal).then(breakOff, breakOff);
    },
    over: over.promise,
  };
}
