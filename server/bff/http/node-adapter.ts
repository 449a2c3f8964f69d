import type { IncomingMessage, ServerResponse } from "node:http";
import { Readable } from "node:stream";
import { pipeline } from "node:stream/promises";
import type { ReadableStream as NodeReadableStream } from "node:stream/web";
import { CallAbort } from "#server/api-client/call-signal.ts";
import { requestAddress } from "#server/bff/core/page-context.ts";
import type { AnswerRequest } from "./api-request.ts";

/** Any host: only the path and the query of a request's address are read. */
const anyHost = "http://localhost";

/** The body of a request. Node takes what nobody has read off the connection, so that the next request can follow. */
async function* bodyOf(incoming: IncomingMessage): AsyncGenerator<Uint8Array> {
  try {
    yield* incoming.iterator({ destroyOnReturn: false });
  } finally {
    incoming.resume();
  }
}

/** Sends a stream as fast as the browser reads it. It is cancelled when the browser disconnects. */
async function sendStream(body: ReadableStream<Uint8Array>, outgoing: ServerResponse): Promise<void> {
  // The browser learns at once that its request has succeeded, even if the first piece takes long.
  outgoing.flushHeaders();
  // If either side fails, both are closed.
  await pipeline(Readable.fromWeb(body as NodeReadableStream<Uint8Array>), outgoing).catch(() => {});
}

/**
 * Answers the host's own request objects. Those of the web standard would cost as much processor time as all checks of
 * the pipeline together.
 */
export function createNodeAdapter(answer: AnswerRequest) {
  return async (incoming: IncomingMessage, outgoing: ServerResponse): Promise<void> => {
    const signal = new CallAbort();
    outgoing.once("close", () => {
      if (!outgoing.writableFinished) signal.abort(new DOMException("The browser has disconnected", "AbortError"));
    });
    const { method = "", url = "", headers: namedHeaders } = incoming;
    const { pathname, search } = new URL(url, anyHost);
    const { status, headers, body } = await answer({
      method,
      path: pathname,
      search: search.slice(1),
      headers: { get: (name) => namedHeaders[name.toLowerCase()]?.toString() ?? null },
      address: requestAddress(),
      signal,
      body: bodyOf(incoming),
    });
    if (signal.aborted) {
      if (body instanceof ReadableStream) await body.cancel(signal.reason);
      return;
    }
    if (body instanceof ReadableStream) {
      outgoing.writeHead(status, headers);
      await sendStream(body, outgoing);
      return;
    }
    if (body === null) {
      outgoing.writeHead(status, headers).end();
      return;
    }
    const bytes = Buffer.byteLength(body);
    outgoing.writeHead(status, [...headers, "Content-Length", String(bytes)]);
    // As text, which Node sends together with the head; without a copy if each character is one byte.
    outgoing.end(body, bytes === body.length ? "latin1" : "utf8");
  };
}
