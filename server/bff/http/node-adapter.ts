import type { IncomingMessage, ServerResponse } from "node:http";
import { Readable } from "node:stream";
import { pipeline } from "node:stream/promises";
import type { ReadableStream as NodeReadableStream } from "node:stream/web";
import { CallAbort } from "#server/api-client/call-signal.ts";
import { requestAddress } from "#server/bff/core/page-context.ts";
import type { RequestHeaders } from "#server/bff/core/route.ts";
import type { AnswerRequest, ApiRequest } from "./api-request.ts";

/** Matches an address that a `URL` would not change. Creating a `URL` takes longer than finding the route. */
const plainAddress = /^(\/[\w/-]*)(?:\?([\w%&=.+:~*@,-]*))?$/;

/** The path and the query of a request, in the form that a `URL` has. */
function addressOf({ url = "" }: IncomingMessage): Pick<ApiRequest, "path" | "search"> {
  const plain = plainAddress.exec(url);
  if (plain) return { path: plain[1] ?? "", search: plain[2] ?? "" };
  const { pathname, search } = new URL(url, "http://any-host");
  return { path: pathname, search: search.slice(1) };
}

/**
 * Reads headers as `Headers` does: repeated headers are joined. Node's own object has only the first `Authorization`.
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
 * The body of a request. If nobody reads the body, Node discards it, so that the next request can follow on the same
 * connection.
 */
async function* bodyOf(incoming: IncomingMessage): AsyncGenerator<Uint8Array> {
  try {
    yield* incoming.iterator({ destroyOnReturn: false });
  } finally {
    incoming.resume();
  }
}

/** Sends a stream as fast as the browser reads it. The stream is cancelled when the browser disconnects. */
async function sendStream(body: ReadableStream<Uint8Array>, outgoing: ServerResponse): Promise<void> {
  // The head is sent now, so that the browser knows that the request has succeeded even if the first piece takes long.
  outgoing.flushHeaders();
  // If the sender or the receiver fails, the two streams are closed.
  await pipeline(Readable.fromWeb(body as NodeReadableStream<Uint8Array>), outgoing).catch(() => {});
}

/**
 * Answers the host's own request objects. Web-standard objects would cost as much processor time as all checks of the
 * pipeline together.
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
      // No route reads the body of a GET.
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
    // The body is passed as text, because Node sends a text together with the head. If each character takes one byte,
    // Node makes no copy.
    outgoing.end(body, bytes === body.length ? "latin1" : "utf8");
  };
}
