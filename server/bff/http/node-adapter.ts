import type { IncomingMessage, ServerResponse } from "node:http";
import { Readable } from "node:stream";
import { pipeline } from "node:stream/promises";
import type { ReadableStream as NodeReadableStream } from "node:stream/web";
import { CallAbort } from "#server/api-client/call-signal.ts";
import { requestAddress } from "#server/bff/core/page-context.ts";
import type { RequestHeaders } from "#server/bff/core/route.ts";
import type { AnswerRequest, ApiRequest } from "./api-request.ts";

/**
 * Matches addresses that `URL` would return unchanged. For such an address, no `URL` is created, because creating it
 * would take longer than finding the route.
 */
const plainAddress = /^(\/(?!\/)[\w/-]*)(?:\?([\w%&=.+:~*@,-]*))?$/;

/** The path and the query of a request, in the same form as from `URL`. */
function addressOf({ url = "" }: IncomingMessage): Pick<ApiRequest, "path" | "search"> {
  const plain = plainAddress.exec(url);
  if (plain) return { path: plain[1] ?? "", search: plain[2] ?? "" };
  const { pathname, search } = new URL(url, "http://any-host");
  return { path: pathname, search: search.slice(1) };
}

/**
 * Reads headers like `Headers`: repeated headers are joined. Node's own `headers` object has only the first
 * `Authorization`, so `rawHeaders` is used.
 */
function headersOf({ rawHeaders }: IncomingMessage): RequestHeaders {
  return {
    get(name) {
      const wantedName = name.toLowerCase();
      let value: string | null = null;
      for (let index = 0; index < rawHeaders.length; index += 2) {
        const own = rawHeaders[index] ?? "";
        if (own.length !== wantedName.length || own.toLowerCase() !== wantedName) continue;
        const one = rawHeaders[index + 1] ?? "";
        value = value === null ? one : value + (wantedName === "cookie" ? "; " : ", ") + one;
      }
      return value;
    },
  };
}

/**
 * The body of a request. If it is not read, Node discards it, so that the connection can be used for the next request.
 */
async function* bodyOf(incoming: IncomingMessage): AsyncGenerator<Uint8Array> {
  try {
    yield* incoming.iterator({ destroyOnReturn: false });
  } finally {
    incoming.resume();
  }
}

/** Sends a stream as fast as the browser reads it. If the browser disconnects, the stream is cancelled. */
async function sendStream(body: ReadableStream<Uint8Array>, outgoing: ServerResponse): Promise<void> {
  // The head is sent immediately. The browser then knows that the request has succeeded, even if the first chunk takes
  // long.
  outgoing.flushHeaders();
  // If one side fails, both streams are closed. Nothing else needs to be done.
  await pipeline(Readable.fromWeb(body as NodeReadableStream<Uint8Array>), outgoing).catch(() => {});
}

/**
 * Answers the host's own request objects. Creating web-standard objects would take as much processor time as all checks
 * of the pipeline together.
 */
export function createNodeAdapter(answer: AnswerRequest) {
  return async (incoming: IncomingMessage, outgoing: ServerResponse): Promise<void> => {
    const signal = new CallAbort();
    outgoing.once("close", () => {
      if (!outgoing.writableFinished) signal.abort(new DOMException("The browser has disconnected", "AbortError"));
    });
    const { method = "" } = incoming;
    const { path, search } = addressOf(incoming);
    const { status, headers, body } = await answer({
      method,
      path,
      search,
      headers: headersOf(incoming),
      address: requestAddress(),
      signal,
      // No route reads the body of a GET request.
      body: method === "GET" ? null : bodyOf(incoming),
    });
    if (signal.aborted) return;
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
    // The body is passed as text, because Node sends a text together with the head. If every character takes one byte,
    // Node does not copy it.
    outgoing.end(body, bytes === body.length ? "latin1" : "utf8");
  };
}
