import { once } from "node:events";
import { type AddressInfo, createServer, type Socket } from "node:net";

interface FaultServer {
  origin: string;
  /** The number of requests for customers so far. */
  requests(): number;
  /** Resolves when the client has closed a connection on which it requested customers. */
  left: Promise<void>;
  close(): Promise<void>;
}

/** Writes an HTTP/1.1 answer as raw bytes, so that every part of it can be wrong. */
export function rawAnswer(
  status: string,
  body: string,
  headers: string[] = ["content-type: application/json"],
): string {
  return [`HTTP/1.1 ${status}`, ...headers, `content-length: ${Buffer.byteLength(body)}`, "", body].join("\r\n");
}

const tokenResponse = rawAnswer(
  "200 OK",
  JSON.stringify({ access_token: "token", token_type: "Bearer", expires_in: 900 }),
);

/** A server on a plain socket. It issues tokens, and calls `fault` for each request for customers. */
export async function startFaultServer(fault: (socket: Socket) => void): Promise<FaultServer> {
  const sockets = new Set<Socket>();
  const left = Promise.withResolvers<void>();
  let requests = 0;
  const server = createServer((socket) => {
    sockets.add(socket);
    socket.on("error", () => {});
    socket.on("data", (chunk) => {
      const head = chunk.toString("latin1");
      if (head.startsWith("POST /v2/auth")) socket.write(tokenResponse);
      if (!head.startsWith("GET /v2/customers")) return;
      requests += 1;
      socket.on("close", () => left.resolve());
      fault(socket);
    });
  });
  server.listen(0, "127.0.0.1");
  await once(server, "listening");
  return {
    origin: `http://127.0.0.1:${(server.address() as AddressInfo).port}`,
    requests: () => requests,
    left: left.promise,
    close: async () => {
      for (const socket of sockets) socket.destroy();
      const closed = once(server, "close");
      server.close();
      await closed;
    },
  };
}
