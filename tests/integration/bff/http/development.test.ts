import { once } from "node:events";
import type { IncomingMessage, Server, ServerResponse } from "node:http";
import { type AddressInfo, connect } from "node:net";
import { afterEach, beforeEach, describe, expect, test } from "vitest";
import { createLog } from "#server/bff/core/log/log.ts";
import { createClientAddress } from "#server/bff/http/listener/client-address.ts";
import { closeHost, createHost } from "#server/bff/http/listener/host.ts";
import { createTestBff, type TestBff } from "#tests/fixtures/console/create-test-bff.ts";
import { sendRaw } from "#tests/fixtures/console/network/send-raw.ts";

let console: TestBff;
let server: Server;
let port: number;
/** The paths of the requests that reached Next. A test server takes the place of Next. */
let asked: string[];
let upgraded: PromiseWithResolvers<void>;

beforeEach(async () => {
  console = await createTestBff();
  asked = [];
  upgraded = Promise.withResolvers();
  server = createHost({
    bff: Promise.resolve(console.bff),
    pages: Promise.resolve(async ({ url = "" }: IncomingMessage, outgoing: ServerResponse) => {
      asked.push(url);
      outgoing.end("<p>page</p>");
    }),
    log: createLog("silent"),
    secure: false,
    development: true,
    origins: () => [`http://localhost:${port}`, `http://127.0.0.1:${port}`],
    clientAddress: createClientAddress([]),
  });
  server.on("upgrade", () => upgraded.resolve());
  server.listen(0, "127.0.0.1");
  await once(server, "listening");
  port = (server.address() as AddressInfo).port;
});

afterEach(async () => {
  server.closeAllConnections();
  server.close();
  await console.close();
});

/** Sends lines that no client library would send. Returns the first line of the answer. */
const statusOf = async (lines: readonly string[]) => (await sendRaw(port, lines)).split("\r\n", 1)[0] ?? "";

const get = (path: string, host: string, headers: readonly string[] = []) =>
  statusOf([`GET ${path} HTTP/1.1`, `Host: ${host}`, "Connection: close", ...headers]);

describe("the host in development mode", () => {
  test("the host answers requests to its own addresses", async () => {
    for (const host of [`localhost:${port}`, `127.0.0.1:${port}`, `LOCALHOST:${port}`]) {
      expect([host, await get("/sign-in", host)]).toEqual([host, "HTTP/1.1 200 OK"]);
      expect(await get("/api/health", host)).toBe("HTTP/1.1 200 OK");
    }
  });

  test.each([
    ["a foreign name that resolves to this machine", "evil.example", []],
    ["a foreign name with our port", "evil.example:3000", []],
    ["another port", "localhost:1", []],
    ["a name with our ending", "evil.localhost", []],
    ["another origin", undefined, ["Origin: https://evil.example"]],
    ["the origin null", undefined, ["Origin: null"]],
  ])("the host refuses %s, for pages and the API", async (_what, host, headers) => {
    for (const path of ["/sign-in", "/_next/static/chunks/app.js", "/api/health"]) {
      const status = await get(path, host ?? `localhost:${port}`, headers);
      expect([path, status]).toEqual([path, "HTTP/1.1 421 Misdirected Request"]);
    }
    expect(asked).toEqual([]);
  });

  test.each([
    ["GET", "/__nextjs_attach-nodejs-inspector"],
    ["POST", "/__nextjs_original-stack-frames"],
    ["GET", "/__nextjs_source-map?filename=x"],
    ["POST", "/_next/mcp"],
    ["GET", "/_next/mcp"],
  ])("the host does not pass %s %s to Next", async (method, path) => {
    const lines = [`${method} ${path} HTTP/1.1`, `Host: localhost:${port}`, "Content-Length: 0", "Connection: close"];
    expect(await statusOf(lines)).toBe("HTTP/1.1 404 Not Found");
    expect(asked).toEqual([]);
  });
});

const upgradeLines = (path: string, host: string, headers: readonly string[] = []) => [
  `GET ${path} HTTP/1.1`,
  `Host: ${host}`,
  "Connection: Upgrade, close",
  "Upgrade: websocket",
  ...headers,
];

describe("a protocol upgrade in development", () => {
  test("a protocol upgrade is accepted for reloading pages, and does not keep the host from stopping", async () => {
    const socket = connect(port, "127.0.0.1");
    const headers = [`Origin: http://localhost:${port}`];
    socket.write(`${upgradeLines("/_next/hmr?id=1", `localhost:${port}`, headers).join("\r\n")}\r\n\r\n`);
    await upgraded.promise;
    // This limit is longer than any test, so it never closes a connection.
    await closeHost(server, 2 ** 31 - 1);
    socket.destroy();
  });

  test.each([
    ["a foreign name", "/_next/hmr", "evil.example", [], "421 Misdirected Request"],
    ["a foreign page", "/_next/hmr", undefined, ["Origin: https://evil.example"], "421 Misdirected Request"],
    ["a page", "/sign-in", undefined, [], "200 OK"],
  ])("a protocol upgrade from or to %s is not accepted", async (_what, path, host, headers, status) => {
    expect(await statusOf(upgradeLines(path, host ?? `localhost:${port}`, headers))).toBe(`HTTP/1.1 ${status}`);
  });
});
