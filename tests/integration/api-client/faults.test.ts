import { gzipSync } from "node:zlib";
import { expect, onTestFinished, test } from "vitest";
import type { ErrorCode } from "#lib/contract/errors.ts";
import { type Clock, systemClock } from "#server/api-client/clock.ts";
import type { CallRecord } from "#server/api-client/transport/call-record.ts";
import { createFakeClock } from "#tests/unit/server/api-client/fake-clock.ts";
import { rawAnswer, startFaultServer } from "./fault-server.ts";
import { everything, startClient } from "./start-client.ts";

type Fault = Parameters<typeof startFaultServer>[0];

const secretive = "what the upstream sent";
const json = ["content-type: application/json"];

async function setUp(fault: Fault, clock: Clock = systemClock) {
  const server = await startFaultServer(fault);
  const calls: CallRecord[] = [];
  const credentials = { keyID: "canary-key", secret: "canary-secret" };
  const client = startClient("production", server.origin, credentials, {
    clock,
    random: () => 0,
    onCall: (call) => calls.push(call),
  });
  onTestFinished(async () => {
    await server.close();
    await client.close();
  });
  const list = (signal?: AbortSignal) =>
    client.listCustomers(everything, { requestID: "test", ...(signal === undefined ? {} : { signal }) });
  return { server, calls, client, list };
}

const writes =
  (...parts: (string | Uint8Array)[]): Fault =>
  (socket) => {
    for (const part of parts) socket.write(part);
  };

const compressed = gzipSync(JSON.stringify({ customers: [], total: 0 }));
const headOf = (length: number, ...headers: string[]) =>
  ["HTTP/1.1 200 OK", ...headers, `content-length: ${length}`, "", ""].join("\r\n");

const faults: [name: string, fault: Fault, code: ErrorCode, message: RegExp][] = [
  ["a reset before any byte", (socket) => socket.resetAndDestroy(), "upstream_unreachable", /cannot be reached/],
  [
    "a reset in the middle of the body",
    (socket) => socket.write(`${headOf(1_000, ...json)}{"customers": [`, () => socket.resetAndDestroy()),
    "upstream_unreachable",
    /cannot be reached/,
  ],
  [
    "an end in the middle of the body",
    (socket) => socket.end(`${headOf(1_000, ...json)}{"customers": [`),
    "upstream_unreachable",
    /cannot be reached/,
  ],
  [
    "HTML with status 200",
    writes(rawAnswer("200 OK", `<!doctype html><h1>${secretive}</h1>`, ["content-type: text/html"])),
    "upstream_malformed",
    /an HTML page/,
  ],
  [
    "truncated JSON",
    writes(rawAnswer("200 OK", `{"customers": [{"companyName": "${secretive}`)),
    "upstream_malformed",
    /JSON that is broken or cut off/,
  ],
  ["an empty body", writes(rawAnswer("200 OK", "")), "upstream_malformed", /an empty body/],
  ["no content", writes("HTTP/1.1 204 No Content\r\n\r\n"), "upstream_malformed", /an empty body/],
  ["plain text", writes(rawAnswer("200 OK", secretive)), "upstream_malformed", /plain text/],
  ["the wrong type", writes(rawAnswer("200 OK", `"${secretive}"`)), "upstream_malformed", /a text in place of a list/],
  ["bytes that are not text", writes(headOf(2), Buffer.from([0xff, 0xfe])), "upstream_malformed", /binary data/],
  [
    "a compressed body",
    writes(headOf(compressed.length, "content-encoding: gzip"), compressed),
    "upstream_malformed",
    /a compressed body/,
  ],
  ["an answer that is not HTTP", writes(`${secretive}\r\n\r\n`), "upstream_malformed", /something that is not HTTP/],
  [
    "endless headers",
    writes(`HTTP/1.1 200 OK\r\nx-long: ${"x".repeat(70_000)}\r\n\r\n`),
    "upstream_malformed",
    /headers that are too long/,
  ],
  [
    "a redirect",
    writes(rawAnswer("302 Found", "", ["location: /v2/customers?elsewhere"])),
    "upstream_malformed",
    /a redirect \(302\), which is never followed/,
  ],
  [
    "500 with HTML",
    writes(rawAnswer("500 Internal Server Error", `<html>${secretive}</html>`, ["content-type: text/html"])),
    "upstream_failed",
    /failed with status 500/,
  ],
];

/** How often the client sends a request that fails with this error. Default: once. */
const requestsAfter: Partial<Record<ErrorCode, number>> = { upstream_unreachable: 3, upstream_failed: 2 };

test.each(faults)("%s causes a typed error that quotes no data", async (_, fault, code, message) => {
  const { server, calls, list } = await setUp(fault);
  const error = await list().catch((thrown: unknown) => thrown);
  expect(error).toMatchObject({ name: "AppError", code, errors: [], message: expect.stringMatching(message) });
  expect(error).not.toMatchObject({ message: expect.stringContaining(secretive) });
  expect((error as Error).cause).toBeUndefined();
  expect(server.requests()).toBe(requestsAfter[code] ?? 1);
  expect(calls.at(-1)).toMatchObject({ path: "/customers", outcome: code });
});

test("after a broken connection, the same call works", async () => {
  let isBroken = true;
  const { server, list } = await setUp((socket) => {
    if (isBroken) socket.resetAndDestroy();
    else socket.write(rawAnswer("200 OK", JSON.stringify({ customers: [], total: 0 })));
    isBroken = false;
  });
  await expect(list()).resolves.toMatchObject({ customers: [], total: 0 });
  expect(server.requests()).toBe(2);
});

test("a body with an announced length of 17 MB is not read", async () => {
  const { server, list } = await setUp((socket) => socket.write(`${headOf(17 * 1024 * 1024, ...json)}[`));
  await expect(list()).rejects.toMatchObject({ code: "upstream_too_large", message: expect.stringContaining("16 MB") });
  await server.left;
});

test("a body of 17 MB without an announced length is cut off at 16 MB", async () => {
  const megabyte = "x".repeat(1024 * 1024);
  let sent = 0;
  const { server, list } = await setUp((socket) => {
    socket.write("HTTP/1.1 200 OK\r\ntransfer-encoding: chunked\r\n\r\n");
    for (; sent < 17; sent += 1) socket.write(`100000\r\n${megabyte}\r\n`);
  });
  await expect(list()).rejects.toMatchObject({ code: "upstream_too_large" });
  await server.left;
});

test("a call to an API that hangs before its answer times out", async () => {
  const clock = createFakeClock();
  const { server, list } = await setUp(() => clock.advance(10_000), clock);
  await expect(list()).rejects.toMatchObject({ code: "upstream_timeout", status: 504 });
  await server.left;
});

test("a call to an API that hangs in the middle of its answer times out", async () => {
  const clock = createFakeClock();
  const { server, list } = await setUp((socket) => {
    socket.write(`${headOf(1_000, ...json)}{"customers": [`, () => clock.advance(10_000));
  }, clock);
  await expect(list()).rejects.toMatchObject({ code: "upstream_timeout" });
  await server.left;
});

test("a call to an API that always answers 401 is sent twice", async () => {
  const { server, list } = await setUp(writes(rawAnswer("401 Unauthorized", '{"message": "no"}')));
  await expect(list()).rejects.toMatchObject({ code: "upstream_credentials", upstreamStatus: 401 });
  expect(server.requests()).toBe(2);
});

test("when the caller leaves, the request to the API ends", async () => {
  const leaving = new AbortController();
  const { server, list } = await setUp(() => leaving.abort(new Error("gone")));
  await expect(list(leaving.signal)).rejects.toThrow("gone");
  await server.left;
});

test("an API that does not listen is reported as unreachable, with the reason", async () => {
  const { server, list } = await setUp(() => {});
  await server.close();
  await expect(list()).rejects.toMatchObject({
    code: "upstream_unreachable",
    message: "The production API cannot be reached: the connection was refused.",
    reason: "ECONNREFUSED",
  });
});
