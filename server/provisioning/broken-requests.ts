import { randomUUID } from "node:crypto";
import { type Server, type ServerResponse, STATUS_CODES } from "node:http";
import type { Duplex } from "node:stream";
import type { Logger } from "pino";

/** The response of the service to an error of Node's parser or of Node's timers. */
function answerTo(code: string | undefined): [status: number, body: unknown] {
  if (code === "HPE_HEADER_OVERFLOW") return [431, { message: "The headers are too large." }];
  if (code === "ERR_HTTP_REQUEST_TIMEOUT") return [408, { message: "The request took too long to arrive." }];
  if (code === "HPE_CHUNK_EXTENSIONS_OVERFLOW") return [413, { message: "The body is too large." }];
  return [400, ["The request is not HTTP that can be read"]];
}

/** The error codes if a client disconnects before its request is complete. */
const goneCodes = ["ECONNRESET", "EPIPE", "HPE_INVALID_EOF_STATE"];

/**
 * Answers requests that never reach the app, because they are incomplete or not HTTP. These responses have the same
 * format as all other responses of the service.
 */
export function answerBrokenRequests(server: Server, log: Logger | undefined): void {
  const answers = new WeakMap<Duplex, ServerResponse>();
  server.on("request", (request, response) => answers.set(request.socket, response));
  server.on("clientError", (error: NodeJS.ErrnoException, socket: Duplex) => {
    // If the service is still answering an earlier request on this socket, the client would take an error for the
    // response to the earlier request. In this case, only the socket is closed.
    const answer = answers.get(socket);
    const isAnswering = answer?.writableFinished === false && (answer.headersSent || answer.req.complete);
    if (!socket.writable || isAnswering || goneCodes.includes(error.code ?? "")) {
      socket.destroy();
      return;
    }
    const [status, body] = answerTo(error.code);
    const requestID = randomUUID();
    log?.info({ requestID, status, code: error.code }, "broken request");
    const text = JSON.stringify(body);
    const head = [
      `HTTP/1.1 ${status} ${STATUS_CODES[status]}`,
      "Connection: close",
      "Content-Type: application/json",
      `Content-Length: ${Buffer.byteLength(text)}`,
      "Cache-Control: no-store",
      `X-Request-ID: ${requestID}`,
    ];
    socket.end(`${head.join("\r\n")}\r\n\r\n${text}`, () => socket.destroy());
  });
}
