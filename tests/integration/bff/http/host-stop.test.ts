import { once } from "node:events";
import type { Server } from "node:http";
import type { AddressInfo } from "node:net";
import { afterEach, beforeEach, expect, test } from "vitest";
import { createLog } from "#server/bff/core/log/log.ts";
import { createClientAddress } from "#server/bff/http/listener/client-address.ts";
import { closeHost, countRequests, createHost, letConnectionsGo } from "#server/bff/http/listener/host.ts";
import { createTestBff, type TestBff } from "#tests/fixtures/console/create-test-bff.ts";

/** A time limit that is longer than any test, so it never closes a connection. */
const endlessMs = 2 ** 31 - 1;

let console: TestBff;
let server: Server;
let port: number;
let asked: PromiseWithResolvers<void>;
let slow: PromiseWithResolvers<void>;

beforeEach(async () => {
  console = await createTestBff();
  asked = Promise.withResolvers();
  slow = Promise.withResolvers();
  server = createHost({
    bff: Promise.resolve(console.bff),
    pages: Promise.resolve(async (_incoming, outgoing) => {
      asked.resolve();
      await slow.promise;
      outgoing.end("<p>page</p>");
    }),
    log: createLog("silent"),
    secure: true,
    development: false,
    origins: () => ["https://console.example"],
    clientAddress: createClientAddress([]),
  });
  server.listen(0, "127.0.0.1");
  await once(server, "listening");
  port = (server.address() as AddressInfo).port;
});

afterEach(async () => {
  server.closeAllConnections();
  server.close();
  await console.close();
});

test("a stopping host lets current requests finish, and waits for no idle connection", async () => {
  const answer = fetch(`http://127.0.0.1:${port}/slow`);
  await asked.promise;
  expect(countRequests(server)).toBe(1);
  const closed = closeHost(server, endlessMs);
  slow.resolve();
  expect(await (await answer).text()).toBe("<p>page</p>");
  await closed;
  expect(countRequests(server)).toBe(0);
  await expect(fetch(`http://127.0.0.1:${port}/`)).rejects.toThrow();
});

test("a stopping host cuts off a request that does not end", async () => {
  const answer = fetch(`http://127.0.0.1:${port}/slow`);
  const cut = expect(answer).rejects.toThrow();
  await asked.promise;
  await closeHost(server, 1);
  await cut;
});

test("before the host stops, every answer closes its connection, also an answer in progress", async () => {
  const keep = (await fetch(`http://127.0.0.1:${port}/api/health`)).headers.get("connection");
  expect(keep).toBe("keep-alive");
  const answer = fetch(`http://127.0.0.1:${port}/slow`);
  await asked.promise;
  letConnectionsGo(server);
  slow.resolve();
  expect((await answer).headers.get("connection")).toBe("close");
  const later = await fetch(`http://127.0.0.1:${port}/api/health`);
  expect([later.status, later.headers.get("connection")]).toEqual([200, "close"]);
});
