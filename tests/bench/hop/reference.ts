// Runs in a separate process, and only forwards lists. HOP_KIND selects one of four ways to forward.
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

/**
 * http-proxy-middleware as at the beginning of its README. Since version 4, it has its own agent and keeps connections
 * to the target open. `agent` replaces that agent with an agent that has as many connections as the other subjects.
 */
function expressProxy(target: string, agent?: Agent): RequestListener {
  const app = express();
  app.use(createProxyMiddleware({ target, changeOrigin: true, ...(agent && { agent }) }));
  return app;
}

async function bareNext(): Promise<RequestListener> {
  const { default: next } = await import("next");
  const app = next({ dev: false, dir: join(import.meta.dirname, "bare-next") });
  await app.prepare();
  return app.getRequestHandler();
}

const { HOP_KIND, HOP_TARGET = "" } = process.env;
const kinds: Readonly<Record<string, () => RequestListener | Promise<RequestListener>>> = {
  undici: () => bareUndici(HOP_TARGET),
  express: () => expressProxy(HOP_TARGET),
  "express-agent": () => expressProxy(HOP_TARGET, new Agent({ keepAlive: true, maxSockets: connections })),
  next: bareNext,
};
const answer = await kinds[HOP_KIND ?? ""]?.();
if (answer === undefined) throw new Error(`There is no reference ${HOP_KIND}`);
const server = createServer(answer);
server.listen(0, "127.0.0.1", () => {
  process.send?.({ origin: `http://127.0.0.1:${(server.address() as AddressInfo).port}` });
});
