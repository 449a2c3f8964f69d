import type { IncomingMessage, OutgoingHttpHeader, OutgoingHttpHeaders, ServerResponse } from "node:http";
import { type BrotliCompress, constants, createBrotliCompress } from "node:zlib";
import { acceptedEncodings } from "./accepted-encodings.ts";
import type { PageStyles } from "./page-styles.ts";

/** The content types of pages: documents, the payloads that Next requests instead of documents, and plain problems. */
const compressedTypes = /^(text\/(html|plain|x-component)|application\/json)\b/;

/**
 * Quality 5 of 11. A list becomes 25% smaller than with Next's gzip, for about the same processor time. The window is
 * large enough for the largest page.
 */
const brotliParameters = {
  [constants.BROTLI_PARAM_MODE]: constants.BROTLI_MODE_TEXT,
  [constants.BROTLI_PARAM_QUALITY]: 5,
  [constants.BROTLI_PARAM_LGWIN]: 18,
};

/** If a response has the method `flush`, Next calls it to send everything that was written so far. */
type FlushableResponse = ServerResponse & { flush?: () => void };

/**
 * From now on, uses brotli to compress everything that is written to the response, if the browser accepts brotli. Next
 * then does not compress the response itself. If the browser does not accept brotli, Next compresses by gzip. If the
 * browser does not have the styles from an earlier document, they are inserted into this document.
 */
export function compressPage(
  incoming: IncomingMessage,
  outgoing: FlushableResponse,
  styles: PageStyles | null = null,
): void {
  if (incoming.method === "HEAD" || !acceptedEncodings(incoming.headers["accept-encoding"]).has("br")) return;
  delete incoming.headers["accept-encoding"];
  const { writeHead, write, end } = outgoing;
  let stream: BrotliCompress | undefined;
  let isDecided = false;
  let flushing: NodeJS.Immediate | undefined;
  const isWithoutStyles = styles !== null && !styles.isKept(incoming.headers.cookie);
  /**
   * The styles that must be inserted into the first chunk of the document. Null after the first chunk, or if the
   * browser has the styles.
   */
  let missing: PageStyles | null = null;

  /** Decides whether to compress the response. Called when the headers are known but not yet sent. */
  const decide = (status: number) => {
    if (isDecided || outgoing.headersSent) return;
    isDecided = true;
    if (!isCompressible(status, outgoing)) return;
    outgoing.setHeader("Content-Encoding", "br");
    outgoing.removeHeader("Content-Length");
    outgoing.appendHeader("Vary", "Accept-Encoding");
    if (isWithoutStyles && isHtml(outgoing)) {
      missing = styles;
      // With the Link header, the browser would load the styles before reading the document, so the header is removed.
      outgoing.removeHeader("Link");
      outgoing.appendHeader("Set-Cookie", styles.setCookie);
    }
    const brotli = createBrotliCompress({ params: brotliParameters });
    stream = brotli;
    brotli.on("data", (chunk: Buffer) => {
      if (!Reflect.apply(write, outgoing, [chunk])) brotli.pause();
    });
    brotli.once("end", () => Reflect.apply(end, outgoing, []));
    brotli.on("error", (error) => outgoing.destroy(error));
    // Next waits for `drain` of the response before it writes more. But the data from Next goes to the compressor
    // first. So `drain` of the compressor is forwarded to Next, and `drain` of the response lets the compressor
    // continue.
    outgoing.on("drain", () => brotli.resume());
    brotli.on("drain", () => outgoing.emit("drain"));
    outgoing.once("close", () => {
      clearImmediate(flushing);
      brotli.destroy();
    });
  };

  /** Inserts missing styles into the first chunk. */
  const withStyles = (piece: unknown[]): unknown[] => {
    const [first, ...rest] = piece;
    if (!missing || !(first instanceof Uint8Array)) return piece;
    const complete = missing.into(first);
    missing = null;
    return [complete, ...rest];
  };

  // Node calls `writeHead` before the first byte if no other code has called it.
  outgoing.writeHead = ((status: number, ...rest: (string | OutgoingHttpHeaders | OutgoingHttpHeader[])[]) => {
    const headers = rest.at(-1);
    // An array contains alternating names and values. Next never passes an array for a page, so such a response is not
    // compressed.
    if (Array.isArray(headers)) isDecided = true;
    else if (typeof headers === "object") {
      for (const [name, value] of Object.entries(headers)) if (value !== undefined) outgoing.setHeader(name, value);
      rest.pop();
    }
    decide(status);
    return Reflect.apply(writeHead, outgoing, [status, ...rest]);
  }) as typeof outgoing.writeHead;

  outgoing.write = ((...chunk: unknown[]) => {
    decide(outgoing.statusCode);
    return stream ? Reflect.apply(stream.write, stream, withStyles(chunk)) : Reflect.apply(write, outgoing, chunk);
  }) as typeof outgoing.write;

  outgoing.end = ((...last: unknown[]) => {
    decide(outgoing.statusCode);
    if (stream) Reflect.apply(stream.end, stream, withStyles(last));
    else Reflect.apply(end, outgoing, last);
    return outgoing;
  }) as typeof outgoing.end;

  // Next calls this method after each chunk. All chunks of one event-loop task are sent together, because larger pieces
  // compress better.
  outgoing.flush = () => {
    if (!stream || flushing) return;
    flushing = setImmediate(() => {
      flushing = undefined;
      if (stream?.writable) stream.flush(constants.BROTLI_OPERATION_FLUSH);
    });
  };
}

const typeOf = (outgoing: ServerResponse) => outgoing.getHeader("Content-Type")?.toString() ?? "";

const isHtml = (outgoing: ServerResponse) => typeOf(outgoing).startsWith("text/html");

function isCompressible(status: number, outgoing: ServerResponse): boolean {
  if (status < 200 || status === 204 || status === 304) return false;
  if (outgoing.hasHeader("Content-Encoding")) return false;
  if (/\bno-transform\b/.test(outgoing.getHeader("Cache-Control")?.toString() ?? "")) return false;
  return compressedTypes.test(typeOf(outgoing));
}
