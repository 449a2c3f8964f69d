// Runs in a separate process: the minimum that Hono can do. The only route returns the bytes that the parent process
// sent last.
import type { Server } from "node:http";
import type { AddressInfo } from "node:net";
import { createAdaptorServer } from "@hono/node-server";
import { Hono } from "hono";

let answer = "";
const app = new Hono();
app.get("*", (c) => c.body(answer, 200, { "Content-Type": "application/json" }));

process.on("message", ({ body }: { body: string }) => {
  answer = body;
  process.send?.({ isReady: true });
});

const server = createAdaptorServer({ fetch: app.fetch }) as Server;
server.listen(0, "127.0.0.1", () => {
  process.send?.({ origin: `http://127.0.0.1:${(server.address() as AddressInfo).port}` });
});
