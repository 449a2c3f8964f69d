// A process of its own: passes lists on and does nothing else, in one of three ways (HOP_KIND).
import { Agent, createServer, type RequestListener } from "node:http";
import type { AddressInfo } from "node:net";
import { join } from "node:path";
import express from "express";
import { createProxyMiddleware } from "http-proxy-middleware";
import { Pool } from "undici";

const connections = 64;

function bareUndici(target: string): RequestListener {
  const pool = new Pool(target, { connections });
  return (incoming, outgoing) => {
    pool.stream({ path: incoming.url ?? "", method: "GET" }, ({ statusCode, headers }) => {
      outgoing.writeHead(statusCode, headers);
      return outgoing;
    });
  };
}

function expressProxy(target: string): RequestListener {
  const app = express();
  app.use(createProxyMiddleware({ target, agent: new Agent({ keepAlive: true, maxSockets: connections }) }));
  return app;
}

async function bareNext(): Promise<RequestListener> {
  const { default: next } = await import("next");
  const app = next({ dev: false, dir: join(import.meta.dirname, "bare-next") });
  await app.prepare();
  return app.getRequestHandler();
}

const { HOP_KIND, HOP_TARGET = "" } = process.env;
const answer =
  HOP_KIND === "next" ? await bareNext() : HOP_KIND === "express" ? expressProxy(HOP_TARGET) : bareUndici(HOP_TARGET);
const server = createServer(answer);
server.listen(0, "127.0.0.1", () => {
  process.send?.({ origin: `http://127.0.0.1:${(server.address() as AddressInfo).port}` });
});
