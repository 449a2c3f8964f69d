import { once } from "node:events";
import { readdirSync } from "node:fs";
import type { IncomingMessage, Server, ServerResponse } from "node:http";
import type { AddressInfo } from "node:net";
import { afterEach, beforeEach, describe, expect, test } from "vitest";
import { maxFailuresAMinuteFromNetwork } from "#server/bff/access/limits/sign-in-throttle.ts";
import { createLog } from "#server/bff/core/log/log.ts";
import { setPageStoreFailure } from "#server/bff/core/page-context.ts";
import { createClientAddress } from "#server/bff/http/listener/client-address.ts";
import { closeHost, createHost, type HostOptions } from "#server/bff/http/listener/host.ts";
import { storeError } from "#server/bff/store/store-error.ts";
import { createTestBff, type TestBff, testOrigin } from "#tests/fixtures/console/create-test-bff.ts";
import { guessedStaff } from "#tests/fixtures/console/guess-passwords.ts";
import { sendRaw } from "#tests/fixtures/console/network/send-raw.ts";

const guessed = guessedStaff(maxFailuresAMinuteFromNetwork);

let console: TestBff;
let server: Server;
let port: number;
let logLines: string[];
/** The requests that reached Next. A test server takes the place of Next. */
let asked: IncomingMessage[];
let slow: PromiseWithResolvers<void>;
let options: HostOptions;

beforeEach(async () => {
  console = await createTestBff({ staff: [{ email: "vera@test.example", role: "viewer" }, ...guessed.staff] });
  logLines = [];
  asked = [];
  slow = Promise.withResolvers();
  const page = async (incoming: IncomingMessage, outgoing: ServerResponse) => {
    asked.push(incoming);
    if (incoming.url === "/slow") await slow.promise;
    if (incoming.url === "/asking") {
      const { cookie = null } = incoming.headers;
      await console.bff.perform("GET /api/session", { cookieHeader: cookie }).catch(() => {});
    }
    if (incoming.url === "/broken") throw new Error("the page is broken");
    outgoing.end("<p>page</p>");
  };
  options = {
    bff: Promise.resolve(console.bff),
    pages: Promise.resolve(page),
    log: createLog("info", { write: (line) => void logLines.push(line) }),
    secure: true,
    development: false,
    origins: () => ["https://console.example"],
    clientAddress: createClientAddress(["192.0.2.0/24"]),
  };
  server = createHost(options);
  server.listen(0, "127.0.0.1");
  await once(server, "listening");
  port = (server.address() as AddressInfo).port;
});

afterEach(async () => {
  server.closeAllConnections();
  server.close();
  await console.close();
});

const raw = (lines: readonly string[]) => sendRaw(port, lines);

const get = (path: string, headers: readonly string[] = [], method = "GET") =>
  raw([`${method} ${path} HTTP/1.1`, "Host: evil.example", "Connection: close", ...headers]);

test("the BFF answers /api, and the pages answer everything else", async () => {
  expect(await get("/api/session")).toMatch(/^HTTP\/1\.1 401 [\s\S]*"code":"not_signed_in"/);
  expect(await get("/api")).toMatch(/^HTTP\/1\.1 404 [\s\S]*"code":"not_found"/);
  expect(asked).toHaveLength(0);
  expect(await get("/apiary")).toMatch(/^HTTP\/1\.1 200 [\s\S]*<p>page/);
});

test("a page reports that the store is down, with the request's ID, and other files are still served", async () => {
  const failure = storeError(Object.assign(new Error("private words"), { code: "25006" }));
  const bff = { ...console.bff, checkStore: async () => failure };
  const down = createHost({ ...options, bff: Promise.resolve(bff) });
  down.listen(0, "127.0.0.1");
  await once(down, "listening");
  const address = `http://127.0.0.1:${(down.address() as AddressInfo).port}`;
  for (const headers of [
    { accept: "text/html,*/*" },
    { accept: "*/*", rsc: "1" },
    // Uptime checks send this header.
    { accept: "*/*" },
    { accept: "application/json" },
    { accept: "text/plain;q=0.5" },
  ]) {
    const answer = await fetch(`${address}/production/customers`, { headers });
    const text = await answer.text();
    expect([answer.status, answer.headers.get("retry-after")]).toEqual([503, "5"]);
    expect(answer.headers.get("content-type")).toBe("text/html; charset=utf-8");
    expect(text).toContain(failure.message);
    expect(text).toContain(answer.headers.get("x-request-id"));
    expect(text).not.toMatch(/private words|<script/);
  }
  const head = await fetch(`${address}/`, { method: "HEAD" });
  expect([head.status, await head.text()]).toEqual([503, ""]);
  const { port: at } = down.address() as AddressInfo;
  expect(await sendRaw(at, ["GET / HTTP/1.1", "Host: x", "Connection: close"])).toMatch(/^HTTP\/1\.1 503 [\s\S]*<h1>/);
  expect(asked).toHaveLength(0);
  const files = ["/_next/static/chunks/a.js", ...readdirSync("public").map((name) => `/${name}`)];
  for (const path of files) {
    const file = await fetch(`${address}${path}`, { headers: { accept: "*/*" } });
    expect([path, file.status]).toEqual([path, 200]);
  }
  expect(asked).toHaveLength(files.length);
  await closeHost(down, 0);
});

test("a page that fails because of the store is replaced by the error page, whatever Next writes", async () => {
  const failure = storeError(Object.assign(new Error("private words"), { code: "57P01" }));
  const pages = async ({ url }: IncomingMessage, outgoing: ServerResponse) => {
    if (url !== "/fine") setPageStoreFailure(failure);
    outgoing.setHeader("Content-Type", "text/html; charset=utf-8");
    if (url === "/head") outgoing.writeHead(500, { ETag: "one" });
    else outgoing.statusCode = url === "/shown" ? 200 : 500;
    if (url === "/pieces") outgoing.write("<p>a page");
    outgoing.end("<p>the end");
  };
  const failing = createHost({ ...options, pages: Promise.resolve(pages) });
  failing.listen(0, "127.0.0.1");
  await once(failing, "listening");
  const { port: at } = failing.address() as AddressInfo;
  for (const encoding of ["br", "identity"]) {
    for (const path of ["/head", "/pieces", "/whole"]) {
      const headers = { accept: "*/*", "accept-encoding": encoding };
      const answer = await fetch(`http://127.0.0.1:${at}${path}`, { headers });
      expect([path, answer.status, answer.headers.get("retry-after")]).toEqual([path, 503, "5"]);
      const text = await answer.text();
      expect(text).toContain(failure.message);
      expect(text).toContain(answer.headers.get("x-request-id"));
      expect(text).not.toContain("<p>the end");
    }
    for (const [path, status] of [
      ["/fine", 500],
      ["/shown", 200],
    ] as const) {
      const answer = await fetch(`http://127.0.0.1:${at}${path}`, { headers: { accept: "text/html" } });
      expect([path, answer.status, await answer.text()]).toEqual([path, status, "<p>the end"]);
    }
  }
  await closeHost(failing, 0);
});

test("pages get the client's headers, except the headers that only the console may set", async () => {
  await get("/production/customers?limit=10", [
    "X-Middleware-Subrequest: proxy:proxy:proxy:proxy:proxy",
    "X-Nonce: evil",
    "Content-Security-Policy: script-src *",
    "X-Forwarded-Host: evil.example",
    "X-Forwarded-Proto: https",
    "Next-Action: evil",
    "RSC: 1",
    "X-Request-ID: evil",
  ]);
  const headers = asked[0]?.headers ?? {};
  expect(headers).toEqual({
    host: "console.example",
    connection: "close",
    rsc: "1",
    "x-request-id": expect.stringMatching(/^[0-9a-f-]{36}$/),
  });
  expect(asked[0]?.rawHeaders.join("\n")).not.toContain("evil");
});

test("pages have their headers and a request ID, which is also in the log", async () => {
  const answer = await get("/sign-in?returnTo=%2Fprivate");
  const requestID = /x-request-id: (\S+)/i.exec(answer)?.[1];
  expect(answer).toMatch(/x-content-type-options: nosniff/i);
  expect(answer).toMatch(/strict-transport-security: max-age=/i);
  expect(answer).toMatch(/content-security-policy: default-src 'none'/i);
  const line = JSON.parse(logLines[0] ?? "{}");
  expect(line).toMatchObject({ method: "GET", path: "/sign-in", status: 200, requestID });
  expect(logLines).toHaveLength(1);
});

test("the log line of a page names the signed-in person, or nobody without a session", async () => {
  const cookie = await console.signIn("vera@test.example");
  const session = await console.send("GET", "/api/session", { cookie });
  const { staff } = (await session.json()) as { staff: { staffID: string } };
  await Promise.all([get("/asking", [`Cookie: ${cookie}`]), get("/asking")]);
  const staffIDs = logLines.map((line) => JSON.parse(line).staffID);
  expect(staffIDs).toHaveLength(2);
  expect(new Set(staffIDs)).toEqual(new Set([staff.staffID, undefined]));
});

test("a page that fails shows only its request ID", async () => {
  const answer = await get("/broken");
  expect(answer).toMatch(/^HTTP\/1\.1 500 [\s\S]*Request ID: [0-9a-f-]{36}/);
  expect(answer).not.toContain("the page is broken");
  expect(logLines.join("")).toContain("the page is broken");
});

test.each(["/favicon.ico", "/icon.svg", "/icon-production.svg"])("%s may be cached for an hour", async (path) => {
  expect(await get(path)).toMatch(/cache-control: public, max-age=3600, must-revalidate\r/i);
});

test.each(["/production/customers", "/api/session"])("a request for %s with two hosts is refused", async (path) => {
  const answer = await get(path, ["hOsT: console.example"]);
  expect(answer).toMatch(/^HTTP\/1\.1 400 [\s\S]*x-content-type-options: nosniff[\s\S]*more than one Host/i);
  expect(asked).toEqual([]);
});

test("a request is answered and logged even if the handler fails, and even if the log fails", async () => {
  const bff = { ...console.bff, answer: () => Promise.reject(new Error("private words")) };
  const broken = () => {
    throw new Error("the log is broken");
  };
  const failing = createHost({
    ...options,
    bff: Promise.resolve(bff),
    log: Object.assign(createLog("silent"), { error: broken }),
  });
  failing.listen(0, "127.0.0.1");
  await once(failing, "listening");
  for (const path of ["/api/session", "/broken"]) {
    const answer = await fetch(`http://127.0.0.1:${(failing.address() as AddressInfo).port}${path}`);
    expect(answer.status).toBe(500);
    expect(await answer.text()).toMatch(/^Something went wrong. Request ID: [0-9a-f-]{36}\n$/);
  }
  await closeHost(failing, 0);
});

describe("pages accept only reads", () => {
  test.each(["POST", "PUT", "PATCH", "DELETE", "OPTIONS", "PROPFIND", "TRACE"])(
    "the method %s is not allowed",
    async (method) => {
      expect(await get("/production/customers", ["Content-Length: 0"], method)).toMatch(
        /^HTTP\/1\.1 405 [\s\S]*Allow: GET, HEAD\r/,
      );
      expect(asked).toHaveLength(0);
    },
  );

  test("the method HEAD is allowed", async () => {
    expect(await get("/production/customers", [], "HEAD")).toMatch(/^HTTP\/1\.1 200 /);
  });
});

test.each([
  "/_next/image",
  "/_next/image?url=%2Fx&w=64&q=75",
  "//_next/image",
  "/_next%2fimage",
  "/_next%2Fimage/x",
  "/_global-error",
  "/_global-error/",
  "/_global-error.rsc",
  "/%5Fglobal%2derror",
  "/__nextjs_attach-nodejs-inspector",
  "/__nextjs_original-stack-frames",
  "/__nextjs_source-map?filename=server/main.ts",
  "/__NEXTJS_launch-editor",
  "/%5f%5fnextjs_restart_dev",
  "/x/__nextjs_devtools_config",
  "/x/../__nextjs_server_status",
  "/%5c__nextjs_disable_dev_indicator",
  "/_next/mcp",
  "/_next/mcp/",
  "/_next/static/chunks/a.js.map",
  "/_next/static/chunks/a.js.br",
  "/_next//mcp",
  "/_next/static/../mcp",
  "/_next/static/%2e%2e/mcp",
])("%s is answered with 404", async (path) => {
  expect(await get(path)).toMatch(/^HTTP\/1\.1 404 /);
  expect(asked).toHaveLength(0);
});

/** The headers of a request that switches to another protocol. Next listens for such requests on every server. */
const upgradeHeaders = [
  "Upgrade: websocket",
  "Sec-WebSocket-Version: 13",
  "Sec-WebSocket-Key: AAAAAAAAAAAAAAAAAAAAAA==",
];

describe("a protocol upgrade", () => {
  test.each(["/_next/webpack-hmr", "/sign-in", "/nothing/"])(
    "a protocol upgrade on %s is answered as a missing page",
    async (path) => {
      server.on("upgrade", () => {});
      const answer = await raw([`GET ${path} HTTP/1.1`, "Host: x", "Connection: close, Upgrade", ...upgradeHeaders]);
      expect(answer).toMatch(/^HTTP\/1\.1 200 [\s\S]*<p>page/);
      expect(JSON.parse(logLines[0] ?? "{}")).toMatchObject({ path, status: 200, msg: "request" });
    },
  );

  test("a protocol upgrade on the API is answered as a missing page too", async () => {
    server.on("upgrade", () => {});
    const answer = await raw(["GET /api/session HTTP/1.1", "Host: x", "Connection: close, Upgrade", ...upgradeHeaders]);
    expect(answer).toMatch(/^HTTP\/1\.1 401 /);
  });
});

test("failed sign-ins are counted by the address of the connection, not by the client's headers", async () => {
  const attempt = async (index: number) => {
    const body = JSON.stringify({ email: guessed.emailOf(index), password: "wrong" });
    const response = await fetch(`http://127.0.0.1:${port}/api/session`, {
      method: "POST",
      headers: {
        origin: testOrigin,
        "x-switchboard": "1",
        "content-type": "application/json",
        "x-forwarded-for": `203.0.113.${index}`,
        "x-real-ip": `203.0.113.${index}`,
      },
      body,
    });
    return response.status;
  };
  const statuses: number[] = [];
  for (let index = 0; index < maxFailuresAMinuteFromNetwork + 2; index += 1) statuses.push(await attempt(index));
  expect(statuses.filter((status) => status === 401)).toHaveLength(maxFailuresAMinuteFromNetwork);
  expect(statuses.slice(maxFailuresAMinuteFromNetwork)).toEqual([429, 429]);
});

test.each([
  [
    "another host's address",
    ["GET http://evil.example/api/session HTTP/1.1", "Host: evil.example", "Connection: close"],
    400,
  ],
  ["the asterisk", ["OPTIONS * HTTP/1.1", "Host: x", "Connection: close"], 400],
  ["a request that is not HTTP", ["HELLO"], 400],
  [
    "a request with two lengths",
    ["POST /api/session HTTP/1.1", "Host: x", "Content-Length: 1", "Content-Length: 2"],
    400,
  ],
  ["a cookie of 64 KB", ["GET /api/session HTTP/1.1", "Host: x", `Cookie: switchboard=${"x".repeat(65_536)}`], 431],
])("%s is refused", async (_what, lines, status) => {
  const answer = await raw(lines);
  expect(answer).toMatch(new RegExp(`^HTTP/1\\.1 ${status} `));
  expect(answer).toMatch(/x-request-id: [0-9a-f-]{36}/i);
});

test("the pages get only a path that can be decoded, and no router state that Next cannot read", async () => {
  const lines = [
    "GET /sandbox/jobs/%zz?x=% HTTP/1.1",
    "Host: x",
    "RSC: 1",
    "Next-Router-State-Tree: %",
    "Connection: close",
  ];
  expect(await raw(lines)).toMatch(/^HTTP\/1\.1 200 /);
  expect(asked[0]?.url).toBe("/sandbox/jobs/%25zz?x=%");
  expect(asked[0]?.headers).not.toHaveProperty("next-router-state-tree");
});
