/** What a handler gives in place of a value: a file, or news, sent while it is made. */
export interface StreamedFile {
  /** The name to save it under; absent where it is not to be saved. */
  fileName?: string;
  contentType: string;
  body: ReadableStream<Uint8Array>;
}

export function isStreamedFile(value: unknown): value is StreamedFile {
  return typeof value === "object" && value !== null && "body" in value && value.body instanceof ReadableStream;
}

/** A code with which the host's adapter ends the connection and prints nothing: the log has the reason. */
const brokenOff = { code: "ERR_STREAM_PREMATURE_CLOSE" } as const;

/**
 * A stream of texts that are made when the browser has taken those before. When it goes away, `left`
 * is called with the reason. A text that cannot be made breaks the stream off, so that the browser
 * reports a failed download in place of a short file.
 */
export function streamOf(texts: AsyncGenerator<string>, left: (reason: unknown) => void): ReadableStream<Uint8Array> {
  const encoder = new TextEncoder();
  return new ReadableStream(
    {
      async pull(controller) {
        try {
          const next = await texts.next();
          if (next.done) controller.close();
          else controller.enqueue(encoder.encode(next.value));
        } catch {
          controller.error(Object.assign(new Error("The file broke off"), brokenOff));
        }
      },
      async cancel(reason) {
        left(reason);
        await texts.return(undefined).catch(() => {});
      },
    },
    { highWaterMark: 0 },
  );
}
