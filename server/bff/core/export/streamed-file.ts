import { setImmediate } from "node:timers/promises";
import type { StreamEnd } from "#lib/contract/job-events.ts";
import type { Clock } from "#server/api-client/clock.ts";

/** A file or a stream of events that a handler returns instead of a value. It is produced while it is sent. */
export interface StreamedFile {
  /** The name under which the browser saves the file. Absent: the browser does not save the answer as a file. */
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
 * When a stream ends with this code, the adapters close the connection and print nothing. The reason is already in the
 * log.
 */
const brokenOff = { code: "ERR_STREAM_PREMATURE_CLOSE" } as const;

/** How long a truncated file waits for the browser to read its last text, in milliseconds. */
const lastTextMs = 1_000;

/** Why a file ended early: the browser disconnected, or the console truncated it. */
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
  /** The texts of the file. The next text is produced only after the browser has read the earlier texts. */
  texts: AsyncGenerator<string>;
  /** Called with the reason when the browser disconnects, or with FileCutError. */
  left: (reason: unknown) => void;
  /** The last text of an incomplete file. Absent if the format itself shows that the file is incomplete. */
  cutMark?: string;
}

/**
 * Streams a file whose texts are produced while the file is sent. If a text cannot be produced, or the file must end
 * early, the file says that it is incomplete, and the connection is closed. So the browser reports a failed download,
 * and does not save a short file.
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

  /** Sends the last text before it closes the connection, because data that is still in the stream would be lost. */
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
          // Node writes to the connection at the end of the current turn of the event loop. If the connection were
          // closed earlier, the last text would be lost.
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
      // A browser that reads nothing does not get the last text either.
      clock.sleep(lastTextMs, new AbortController().signal).then(breakOff, breakOff);
    },
    over: over.promise,
  };
}
