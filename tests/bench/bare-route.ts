// A process of its own: the least that Hono can do, one route that returns the bytes it was sent.
import type { Server } from "node:http";
import type { AddressInfo } from "node:net";
import { createAdaptorServer } from "@hono/node-server";
import { Hono } from "hono";

process.once("message", ({ path, body }: { path: string; body: string }) => {
  const app = new Hono();
  app.get(path, (c) => c.body(body, 200, { "Content-Type": "application/json" }));
  const server = createAdaptorServer({ fetch: app.fetch, overrideGlobalObjects: false }) as Server;
  server.listen(0, "127.0.0.1", () => {
    process.send?.({ origin: `http://127.0.0.1:${(server.address() as AddressInfo).port}` });
  });
});
