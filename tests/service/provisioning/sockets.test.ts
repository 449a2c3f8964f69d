import { once } from "node:events";
import { connect } from "node:net";
import { afterEach, describe, expect, test, vi } from "vitest";
import { listen, type RunningServer, type TimeLimits } from "#server/provisioning/listen.ts";
import { createTestService, credentials } from "./test-service.ts";

let listener: RunningServer | undefined;
afterEach(async () => {
  await listener?.close();
  listener = undefined;
});

/** A time limit that is longer than any test runs, so it never closes a connection. */
const endlessMs = 2 ** 31 - 1;

async function start(timeLimits: Partial<TimeLimits> = {}) {
  const service = await createTestService();
  const { fetch } = service.app;
  listener = await listen({ fetch, host: "127.0.0.1", port: 0, log: service.log, timeLimits });
  return { ...service, listener };
}

/** Sends bytes unchanged. Returns everything that arrives until the service closes the connection. */
async function exchange(port: number, ...parts: string[]): Promise<string> {
  const socket = connect(port, "127.0.0.1");
  let answer = "";
  socket.setEncoding("utf8").on("data", (text: string) => {
    answer += text;
  });
  // Ignores the client's error. A service that refuses a request may close the connection before the client has sent
  // everything.
  socket.on("error", () => undefined);
  for (const part of parts) socket.write(part);
  await once(socket, "close");
  return answer;
}

function parsed(answer: string) {
  const [head = "", body = ""] = answer.split("\r\n\r\n");
  const [statusLine = "", ...lines] = head.split("\r\n");
  const headers = new Headers(lines.map((line) => line.split(": ", 2) as [string, string]));
  return { status: Number(statusLine.split(" ")[1]), headers, body: JSON.parse(body) as unknown };
}

const token = "POST /v2/auth HTTP/1.1\r\nHost: localhost\r\nContent-Type: application/json\r\n";

describe("requests that never reach the app", () => {
  const cases: [what: string, request: string, status: number, body: unknown][] = [
    ["a request that is not HTTP", "hello\r\n\r\n", 400, [expect.any(String)]],
    ["a method that HTTP does not know", "FOO /v2/customers HTTP/1.1\r\nHost: x\r\n\r\n", 400, [expect.any(String)]],
    [
      "a header with a control character",
      "GET /health HTTP/1.1\r\nHost: x\r\nA: \u0001\r\n\r\n",
      400,
      [expect.any(String)],
    ],
    ["two lengths", `${token}Content-Length: 2\r\nContent-Length: 3\r\n\r\n{}`, 400, [expect.any(String)]],
    [
      "a length and chunks",
      `${token}Content-Length: 2\r\nTransfer-Encoding: chunked\r\n\r\n0\r\n\r\n`,
      400,
      [expect.any(String)],
    ],
    [
      "33 KB of headers",
      `GET /health HTTP/1.1\r\nHost: x\r\nCookie: ${"x".repeat(33_000)}\r\n\r\n`,
      431,
      { message: "The headers are too large." },
    ],
    [
      "a URL of 9 KB",
      `GET /health?${"x".repeat(9_000)} HTTP/1.1\r\nHost: x\r\nConnection: close\r\n\r\n`,
      414,
      { message: "The URL is longer than 8192 characters." },
    ],
    [
      "a body that is announced as 50 MB",
      `${token}Content-Length: 50000000\r\nConnection: close\r\n\r\n{`,
      413,
      { message: "The body is larger than 65536 bytes." },
    ],
  ];
  test.each(cases)("the service answers %s in its own format", async (_what, request, status, body) => {
    const { listener, logLines } = await start();
    const answer = parsed(await exchange(listener.port, request));
    expect(answer).toMatchObject({ status, body });
    const line = { level: 30, requestID: answer.headers.get("X-Request-ID"), status };
    expect(JSON.parse(logLines.at(-1) ?? "")).toMatchObject(line);
    expect(answer.headers.get("Content-Type")).toMatch(/^application\/json/);
    expect(answer.headers.get("X-Request-ID")).toMatch(/^[\w-]+$/);
    expect(answer.headers.get("Cache-Control")).toBe("no-store");
  });
});

describe("slow clients are answered with 408", () => {
  const timeLimits = { headMs: 50, requestMs: 100, checkMs: 20 };

  test.each([
    ["headers that never end", "GET /health HTTP/1.1\r\nHost: x\r\n"],
    ["a body that never ends", `${token}Content-Length: 100\r\n\r\n{"keyID":`],
  ])("a slow client gets 408 for %s", async (_what, request) => {
    const { listener, logLines } = await start(timeLimits);
    const answer = parsed(await exchange(listener.port, request));
    expect(answer).toMatchObject({ status: 408, body: { message: "The request took too long to arrive." } });
    expect(logLines.join("")).not.toContain("request failed");
  });
});

test("a client that disconnects in the middle of its body is no failure of the service", async () => {
  const { listener, logLines } = await start();
  logLines.length = 0;
  const socket = connect(listener.port, "127.0.0.1");
  socket.write(`${token}Content-Length: 100\r\n\r\n{"keyID":`, () => socket.destroy());
  await vi.waitFor(() => expect(logLines).toHaveLength(1), { timeout: 20_000 });
  expect(JSON.parse(logLines[0] ?? "")).toMatchObject({ level: 30, path: "/v2/auth", status: 400 });
});

test("30 KB of headers are accepted", async () => {
  const { listener } = await start();
  const request = `GET /health HTTP/1.1\r\nHost: x\r\nConnection: close\r\nCookie: ${"x".repeat(30_000)}\r\n\r\n`;
  expect(parsed(await exchange(listener.port, request))).toMatchObject({ status: 200, body: { status: "ok" } });
});

test("invalid bytes after a request never replace that request's answer", async () => {
  const { listener, store, tokens } = await start();
  const { promise: never } = Promise.withResolvers<never>();
  vi.spyOn(store.customers, "list").mockReturnValue(never);
  const request = `GET /v2/customers HTTP/1.1\r\nHost: x\r\nAuthorization: Bearer ${tokens.production}\r\n\r\n`;
  expect(await exchange(listener.port, `${request}nonsense\r\n\r\n`)).toBe("");
});

test("a forged Host changes nothing, and an invalid Host gets 400", async () => {
  const { listener } = await start();
  const get = (host: string) =>
    exchange(listener.port, `GET /openapi.json HTTP/1.1\r\nHost: ${host}\r\nConnection: close\r\n\r\n`);
  expect(await get("evil.example")).not.toContain("evil.example");
  expect(await get("a b/../c")).toMatch(/^HTTP\/1\.1 400 /);
});

describe("the end of the process", () => {
  test("a running request is finished, its connection is closed, and no new connection is accepted", async () => {
    const { listener: running, store, tokens } = await start();
    const list = store.customers.list.bind(store.customers);
    const { promise: released, resolve: release } = Promise.withResolvers<void>();
    const called = Promise.withResolvers<void>();
    vi.spyOn(store.customers, "list").mockImplementation(async (...selection) => {
      called.resolve();
      await released;
      return list(...selection);
    });
    const request = `GET /v2/customers HTTP/1.1\r\nHost: x\r\nAuthorization: Bearer ${tokens.production}\r\n\r\n`;
    const answer = exchange(running.port, request);
    await called.promise;
    const closed = running.close();
    await expect(fetch(`${running.origin}/health`)).rejects.toThrow();
    release();
    // The client asks to keep the connection open. The service announces in its answer that it will close the
    // connection, and then closes it.
    const { status, headers } = parsed(await answer);
    expect([status, headers.get("Connection")]).toEqual([200, "close"]);
    await closed;
    listener = undefined;
  });

  test("an idle kept-alive connection does not delay the end", async () => {
    const { listener: running } = await start({ drainMs: endlessMs });
    const socket = connect(running.port, "127.0.0.1");
    socket.write("GET /health HTTP/1.1\r\nHost: x\r\n\r\n");
    await once(socket, "data");
    const ended = once(socket.resume(), "close");
    await running.close();
    await ended;
    listener = undefined;
  });
});

test("a client gets a token over a real connection, with the body in two parts", async () => {
  const { listener } = await start();
  const body = JSON.stringify(credentials.production);
  const head = `${token}Connection: close\r\nContent-Length: ${body.length}\r\n\r\n`;
  expect(parsed(await exchange(listener.port, head + body.slice(0, 5), body.slice(5)))).toMatchObject({
    status: 200,
    body: { token_type: "Bearer" },
  });
});
