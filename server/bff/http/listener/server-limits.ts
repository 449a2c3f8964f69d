import type { Server } from "node:http";
import type { Duplex } from "node:stream";
import { requestIDOf } from "#server/bff/core/request-id.ts";

/** The time limits of a connection, in milliseconds. */
export const timeLimits = {
  headersTimeout: 15_000,
  requestTimeout: 60_000,
  // How long an idle connection stays open, in milliseconds. Usual load balancers close idle connections earlier. So a
  // load balancer never sends a request on a connection that the console has just closed.
  keepAliveTimeout: 75_000,
};

const clientErrors: Readonly<Record<string, string>> = {
  HPE_HEADER_OVERFLOW: "431 Request Header Fields Too Large",
  ERR_HTTP_REQUEST_TIMEOUT: "408 Request Timeout",
};

/** Answers data that is too large or is not valid HTTP. No request is created for such data. */
export function answerClientErrors(server: Server): void {
  server.on("clientError", (error: NodeJS.ErrnoException, socket: Duplex) => {
    if (error.code === "ECONNRESET" || !socket.writable) {
      socket.destroy();
      return;
    }
    const status = clientErrors[error.code ?? ""] ?? "400 Bad Request";
    const requestID = requestIDOf(null);
    socket.end(
      `HTTP/1.1 ${status}\r\nContent-Length: 0\r\nCache-Control: private, no-store\r\nX-Request-ID: ${requestID}\r\nConnection: close\r\n\r\n`,
    );
  });
}
