import { once } from "node:events";
import { createServer, type RequestListener } from "node:http";
import { type AddressInfo, createServer as createSocketServer } from "node:net";
import { afterEach, expect, test } from "vitest";
import { bodyTooLong } from "#server/api-client/transport/upstream-answer.ts";
import { createUpstreamFetch } from "#server/api-client/transport/upstream-fetch.ts";

const closers: (() => unknown)[] = [];
afterEach(async () => {
  for (const close of closers.splice(0)) await close();
});

async function start(answer: RequestListener): Promise<string> {
  const server = createServer(answer).listen(0, "127.0.0.1");
  await once(server, "listening");
  closers.push(() => {
    server.closeAllConnections();
    server.close();
  });
  return `http://127.0.0.1:${(server.address() as AddressInfo).port}/list`;
}

function read(url: string, signal = new AbortController().signal, maxBytes?: (status: number) => number) {
  const fetch = createUpstreamFetch({ connections: 1 });
  closers.push(() => fetch.close?.().catch(() => {}));
  const statuses: number[] = [];
  const send = () =>
    fetch(url, {
      method: "GET",
      headers: {},
      signal,
      onStatus: (status) => statuses.push(status),
      ...(maxBytes && { maxBytes }),
    });
  return { send, statuses };
}

const text = (body: unknown) => Buffer.from(body as Uint8Array).toString();

test("an answer in many pieces is one body, also after early hints, and its connection is reused", async () => {
  const connections = new Set<unknown>();
  const url = await start((incoming, outgoing) => {
    connections.add(incoming.socket);
    outgoing.writeEarlyHints({ link: "</a>; rel=preload" });
    outgoing.writeHead(203, { "X-Twice": ["a", "b"] });
    for (const piece of ["one ", "two ", "three"]) outgoing.write(piece);
    outgoing.end();
  });
  const { send, statuses } = read(url);
  for (let time = 0; time < 3; time += 1) {
    const answer = await send();
    expect([answer.status, answer.headers.get("X-Twice"), text(answer.body)]).toEqual([203, "a, b", "one two three"]);
  }
  expect(statuses).toEqual([203, 203, 203]);
  expect(connections.size).toBe(1);
});

test.each([
  ["announced", { "Content-Length": "200" }],
  ["not announced", {}],
])("a body that is too long for its status, %s, closes its connection", async (_, headers) => {
  let closed: Promise<unknown> = Promise.resolve();
  const url = await start((incoming, outgoing) => {
    closed = once(incoming.socket, "close");
    // The answer is never completed.
    outgoing.writeHead(500, headers).write("x".repeat(101));
  });
  const answer = await read(url, undefined, (status) => (status === 500 ? 100 : 1_000)).send();
  expect([answer.status, answer.body]).toEqual([500, bodyTooLong]);
  await closed;
});

test.each([
  ["before the answer begins", () => {}, []],
  [
    "in the middle of the body",
    (_: unknown, outgoing: Parameters<RequestListener>[1]) => void outgoing.write("a part"),
    [200],
  ],
])("an abort %s ends the request with the signal's reason, and closes its connection", async (_, answer, expected) => {
  const leaving = new AbortController();
  const asked = Promise.withResolvers<{ closed: Promise<unknown> }>();
  const url = await start((incoming, outgoing) => {
    // The promise is wrapped in an object, because `resolve` would wait for a bare promise. This promise resolves only
    // when the socket closes.
    asked.resolve({ closed: once(incoming.socket, "close") });
    (answer as RequestListener)(incoming, outgoing);
  });
  const { send, statuses } = read(url, leaving.signal);
  const reading = send();
  const { closed } = await asked.promise;
  if (expected.length > 0) await expect.poll(() => statuses).toEqual(expected);
  const reason = new Error("the browser has left");
  leaving.abort(reason);
  await expect(reading).rejects.toBe(reason);
  await closed;
});

test("a request that is cancelled while it waits for a connection is never sent", async () => {
  let requests = 0;
  const release = Promise.withResolvers<void>();
  const url = await start(async (_, outgoing) => {
    requests += 1;
    await release.promise;
    outgoing.end("done");
  });
  const fetch = createUpstreamFetch({ connections: 1 });
  closers.push(() => fetch.close?.().catch(() => {}));
  const send = (signal: AbortSignal) => fetch(url, { method: "GET", headers: {}, signal });
  const first = send(new AbortController().signal);
  const leaving = new AbortController();
  const second = send(leaving.signal);
  const third = send(new AbortController().signal);
  await expect.poll(() => requests).toBe(1);
  const reason = new Error("the browser has left");
  leaving.abort(reason);
  await expect(second).rejects.toBe(reason);
  release.resolve();
  expect(text((await first).body)).toBe("done");
  expect(text((await third).body)).toBe("done");
  expect(requests).toBe(2);
  await expect(send(leaving.signal)).rejects.toBe(reason);
});

test("an answer that breaks off is an error, not a short body", async () => {
  const server = createSocketServer((socket) => {
    socket.once("data", () => socket.end("HTTP/1.1 200 OK\r\nContent-Length: 100\r\n\r\nonly a part"));
  }).listen(0, "127.0.0.1");
  closers.push(() => server.close());
  await once(server, "listening");
  await expect(read(`http://127.0.0.1:${(server.address() as AddressInfo).port}/`).send()).rejects.toThrow();
});

test("every path is requested exactly as a URL writes it, even after requests for other paths", async () => {
  const seen: string[] = [];
  const url = await start((incoming, outgoing) => outgoing.end(seen.push(incoming.url ?? "").toString()));
  const fetch = createUpstreamFetch();
  closers.push(() => fetch.close?.());
  const { origin } = new URL(url);
  const rest = [
    "/list?a=1",
    "/list?a=2",
    "/list?a=ü b&c=?'\"",
    "/list",
    "/list?",
    "/other/ü?a=1",
    "/list?a=1#b",
    "/./list?a=1",
  ];
  for (const path of rest) {
    await fetch(origin + path, { method: "GET", headers: {}, signal: new AbortController().signal });
  }
  const written = rest.map((path) => new URL(origin + path)).map(({ pathname, search }) => pathname + search);
  expect(seen).toEqual(written);
});
