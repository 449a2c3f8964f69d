import { once } from "node:events";
import { createServer, type Server } from "node:http";
import { type AddressInfo, connect } from "node:net";
import { getRequestListener } from "@hono/node-server";
import { afterAll, beforeAll, expect, test } from "vitest";
import { createLog } from "#server/bff/core/log/log.ts";
import { createClientAddress } from "#server/bff/http/listener/client-address.ts";
import { createHost, type HostedBff } from "#server/bff/http/listener/host.ts";
import { routes } from "#server/bff/rooms.ts";
import { createTestBff, type TestBff, testPassword } from "#tests/fixtures/console/create-test-bff.ts";

let console: TestBff;
let upstream: Server;
/**
 * One server passes Node's own objects to the BFF, as `npm start` does. The other server passes web-standard objects.
 */
let ports: { node: number; web: number };
const servers: Server[] = [];
let cookie: string;

const json = { "Content-Type": "application/json" };
const customers = [{ customerID: "a-customer", companyName: "Example", contract: {}, adminUser: {}, more: [1] }];

async function listen(server: Server): Promise<number> {
  servers.push(server.listen(0, "127.0.0.1"));
  await once(server, "listening");
  return (server.address() as AddressInfo).port;
}

beforeAll(async () => {
  upstream = createServer((incoming, outgoing) => {
    incoming.resume();
    const token = { access_token: "a-token-of-a-test", token_type: "Bearer", expires_in: 900 };
    const list = { customers, total: 1, limit: 25, offset: 0 };
    outgoing.writeHead(200, json).end(JSON.stringify(incoming.url?.endsWith("/auth") ? token : list));
  });
  const baseUrl = `http://127.0.0.1:${await listen(upstream)}`;
  console = await createTestBff({ baseUrl, staff: [{ email: "anna@test.example", role: "administrator" }] });
  const host = (bff: HostedBff) =>
    listen(
      createHost({
        bff: Promise.resolve(bff),
        pages: Promise.resolve(async (_, outgoing) => void outgoing.end("page")),
        log: createLog("silent"),
        secure: false,
        development: false,
        origins: () => ["http://localhost:3000"],
        clientAddress: createClientAddress([]),
      }),
    );
  const listener = getRequestListener((request) => console.bff.fetch(request), { overrideGlobalObjects: false });
  const ofWeb: HostedBff = {
    ...console.bff,
    answer: async (incoming, outgoing) => void (await listener(incoming, outgoing)),
  };
  ports = { node: await host(console.bff), web: await host(ofWeb) };
  cookie = await console.signIn("anna@test.example");
});

afterAll(async () => {
  for (const server of servers) {
    server.closeAllConnections();
    server.close();
  }
  await console.close();
});

/** Sends the lines unchanged. Keeps the client's side of the connection open, so that slow answers also arrive. */
async function send(port: number, lines: readonly string[]): Promise<string> {
  const socket = connect(port, "127.0.0.1");
  socket.write(`${lines.join("\r\n")}\r\n\r\n`);
  let answer = "";
  socket.setEncoding("utf8").on("data", (text) => {
    answer += text;
  });
  await once(socket, "close");
  return answer;
}

const instant = /\d{4}-\d\d-\d\dT[\d:.]+Z/g;

/** Joins the chunks of a chunked body. */
function joinedChunks(body: string): string {
  const bytes = Buffer.from(body);
  const pieces: Buffer[] = [];
  for (let at = 0; at < bytes.length; ) {
    const end = bytes.indexOf("\r\n", at);
    const length = Number.parseInt(bytes.toString("latin1", at, end), 16);
    if (length === 0) break;
    pieces.push(bytes.subarray(end + 2, end + 2 + length));
    at = end + 2 + length + 2;
  }
  return Buffer.concat(pieces).toString();
}

/** Returns the status, the headers and the body of an answer. Omits the parts that differ in every answer. */
async function answerOf(port: number, lines: readonly string[]) {
  const answer = await send(port, [lines[0] ?? "", "Connection: close", ...lines.slice(1)]);
  const headEnd = answer.indexOf("\r\n\r\n");
  const [head, body] = [answer.slice(0, headEnd), answer.slice(headEnd + 4)];
  const [status = "", ...headers] = head.split("\r\n");
  const named = headers.map((line) => line.replace(/^[^:]+/, (name) => name.toLowerCase()));
  const same = named.filter((line) => !/^(date|x-request-id|content-length|connection|transfer-encoding):/.test(line));
  const whole = named.includes("transfer-encoding: chunked") ? joinedChunks(body) : body;
  const text = whole.replace(/"requestID":"[^"]*"/g, "").replaceAll(instant, "<instant>");
  return { status, headers: same.sort(), text, hasID: named.some((line) => line.startsWith("x-request-id: ")) };
}

async function expectSame(lines: readonly string[]) {
  const node = await answerOf(ports.node, lines);
  const web = await answerOf(ports.web, lines);
  expect([lines, node]).toEqual([lines, web]);
  expect(node.hasID).toBe(true);
  return node;
}

const read = (path: string, ...headers: string[]) => [`GET ${path} HTTP/1.1`, "Host: localhost", ...headers];
const signedIn = () => `Cookie: ${cookie}`;

const example: Record<string, string> = { environment: "production" };
const reading = routes
  .filter(({ method, path }) => method === "GET" && !/^\/api\/(sso|.*events$)/.test(path))
  .map(({ path }) => path.replace(/:(\w+)/g, (_, name) => example[name] ?? "a-customer"));

test.each(reading)("the Node and the web-standard server answer %s in the same way", async (path) => {
  await expectSame(read(path));
  const answer = await expectSame(read(path, signedIn()));
  expect(answer.text).not.toContain('"code":"internal"');
  await expectSame(read(`${path}?unknown=1&unknown=2`, signedIn()));
  await expectSame([`HEAD ${path} HTTP/1.1`, "Host: localhost", signedIn()]);
});

test("a list is answered with its rows", async () => {
  const list = "/api/production/customers?limit=25&searchTerm=a%20b%2Bc&datefrom=2020-01-01";
  const first = await expectSame(read(list, signedIn()));
  expect(first.status).toBe("HTTP/1.1 200 OK");
  expect(JSON.parse(first.text)).toMatchObject({ customers: [{ customerID: "a-customer" }], total: 1 });
  expect(first.text).not.toContain('"more"');
  for (let time = 0; time < 3; time += 1) expect(await expectSame(read(list, signedIn()))).toEqual(first);
  const raw = await expectSame(read(`${list}&raw=true`, signedIn()));
  expect(raw.text).toContain('"more":[1]');
});

const jsonType = "Content-Type: application/json";
const own = ["Host: localhost", "Origin: http://localhost:3000", "X-Switchboard: 1"];

/** The lines of a write with a body. */
const change = (first: string, body: string, ...headers: string[]) => [
  `${first} HTTP/1.1`,
  ...own,
  ...headers,
  `Content-Length: ${Buffer.byteLength(body)}`,
  "",
  body,
];

test.each([
  ["an escaped path", read("/api/production/customers/a%2Fb")],
  ["an escaped word of a route", read("/api/%73ession")],
  ["a path with dots", read("/api/production/../session")],
  ["a path with escaped dots", read("/api/production/%2e%2e/session")],
  ["a path with two slashes", read("/api//session")],
  ["a path that ends with a slash", read("/api/session/")],
  ["a path that ends where a parameter begins", read("/api/production/customers/")],
  ["a path that cannot be decoded", read("/api/production/customers/%zz")],
  ["a path that does not exist", read("/api/no-such-thing")],
  ["a HEAD", ["HEAD /api/session HTTP/1.1", "Host: localhost"]],
  ["a HEAD of a path without GET", ["HEAD /api/session/extend HTTP/1.1", "Host: localhost"]],
  ["an OPTIONS", ["OPTIONS /api/session HTTP/1.1", "Host: localhost"]],
  ["an OPTIONS of a path that does not exist", ["OPTIONS /api/no-such-thing HTTP/1.1", "Host: localhost"]],
  ["a method that the path does not have", ["PUT /api/session HTTP/1.1", "Host: localhost"]],
  ["a body", read("/api/session", "Transfer-Encoding: chunked", "", "0")],
  ["a query with a character that a URL escapes", read('/api/session?a="b"')],
  ["a change", ["DELETE /api/session HTTP/1.1", "Host: localhost"]],
])("the Node and the web-standard server answer %s in the same way", async (_, lines) => {
  await expectSame(lines);
});

test.each([
  ["two cookies headers", () => read("/api/session", signedIn(), "cookie: other=1")],
  ["the cookie twice", () => read("/api/session", signedIn(), signedIn())],
  ["two keys", () => read("/api/session", "Authorization: Bearer a", "authorization: Bearer b")],
  [
    "two keys for a list",
    () => read("/api/production/customers", "Authorization: Bearer a", "authorization: Bearer b"),
  ],
  ["a key and a cookie", () => read("/api/production/customers", "Authorization: Bearer swb_a_b", signedIn())],
  ["headers that clients may not send", () => read("/api/session", "X-Forwarded-For: 192.0.2.1", signedIn())],
  ["an environment that does not exist", () => read("/api/staging/customers", signedIn())],
  ["an escaped environment", () => read("/api/%70roduction/customers", signedIn())],
  ["a member of the query twice", () => read("/api/production/customers?limit=1&limit=2", signedIn())],
  ["a change", () => change("PATCH /api/production/customers/a/contract", "{}", signedIn(), jsonType)],
  ["a body in pieces", () => chunked("POST /api/session", '{"email":', '"anna@test.example"}')],
  ["a body that is not JSON", () => change("POST /api/session", "{", jsonType)],
  ["a body of another type", () => change("POST /api/session", "{}", "Content-Type: text/plain")],
  ["a body that is too large", () => change("POST /api/session", "x".repeat(70_000), jsonType)],
  ["a body in pieces that is too large", () => chunked("POST /api/session", ..."x".repeat(70).split("").map(thousand))],
  [
    "a file",
    () => change("POST /api/production/imports?name=a.csv", "a,b\n1,2\n", signedIn(), "Content-Type: text/csv"),
  ],
  ["a change from another origin", () => change("DELETE /api/session", "", "Origin: https://evil.example")],
])("the Node and the web-standard server give the same answer for %s", async (_, lines) => {
  await expectSame(lines());
});

/** The lines of a write whose body is sent in chunks, without a length. */
function chunked(first: string, ...pieces: string[]): string[] {
  const chunks = pieces.flatMap((piece) => [piece.length.toString(16), piece]);
  return [`${first} HTTP/1.1`, ...own, jsonType, "Transfer-Encoding: chunked", "", ...chunks, "0"];
}

const thousand = (character: string) => character.repeat(1_000);

test("cookies are set one by one", async () => {
  const signIn = JSON.stringify({ email: "anna@test.example", password: testPassword });
  const answers = await Promise.all(
    [ports.node, ports.web].map((port) => answerOf(port, change("POST /api/session", signIn, jsonType))),
  );
  for (const { status, headers } of answers) {
    const names = headers.filter((line) => line.startsWith("set-cookie: ")).map((line) => line.split("=", 1)[0]);
    expect([status, names.sort()]).toEqual([
      "HTTP/1.1 204 No Content",
      ["set-cookie: switchboard", "set-cookie: switchboard-browser"],
    ]);
  }
});

test("the next request on a connection is answered, even if nobody has read the body of the previous request", async () => {
  const tooLarge = change("POST /api/session", "x".repeat(3_000_000), jsonType);
  const piecemeal = chunked("POST /api/session", ..."x".repeat(200).split("").map(thousand));
  const unread = change("PATCH /api/no-such-thing", "x".repeat(3_000_000), jsonType);
  const last = read("/api/health", "Connection: close");
  const answers = await send(ports.node, [...tooLarge, ...piecemeal, "", ...unread, ...last]);
  expect(answers.match(/HTTP\/1\.1 \d+/g)).toEqual(["HTTP/1.1 413", "HTTP/1.1 413", "HTTP/1.1 404", "HTTP/1.1 200"]);
});

/** Reads the head and the first part of a stream. Then closes the connection, as a browser does. */
async function beginningOf(port: number, lines: readonly string[]): Promise<string> {
  const socket = connect(port, "127.0.0.1");
  socket.write(`${lines.join("\r\n")}\r\n\r\n`);
  let answer = "";
  for await (const piece of socket.setEncoding("utf8")) {
    answer += piece;
    if (/\r\n\r\n[\s\S]*\n\n/.test(answer)) break;
  }
  return answer;
}

test("the Node and the web-standard server begin a stream of events in the same way, and end it when the browser disconnects", async () => {
  const events = read("/api/production/jobs/events?id=a-job", signedIn());
  for (const port of [ports.node, ports.web]) {
    const answer = await beginningOf(port, events);
    expect(answer).toMatch(/^HTTP\/1\.1 200 /);
    expect(answer).toMatch(/content-type: text\/event-stream; charset=utf-8\r/i);
    const caching = [...answer.matchAll(/cache-control: (.*)\r/gi)].map(([, value]) => value);
    expect(caching.join(", ")).toBe("private, no-store, no-transform");
    expect(answer).toMatch(/x-accel-buffering: no\r/i);
    expect(answer).toContain("retry: 2000\n");
  }
});

test("a browser that disconnects before its answer is logged with 499", async () => {
  const leaving = new AbortController();
  upstream.removeAllListeners("request");
  const asked = once(upstream, "request");
  const url = `http://127.0.0.1:${ports.node}/api/production/customers?offset=77`;
  const left = fetch(url, { headers: { cookie }, signal: leaving.signal }).catch((error: unknown) => error);
  await asked;
  leaving.abort();
  expect(await left).toBeInstanceOf(DOMException);
  const line = () => console.logLines.find((one) => one.includes('"status":499'));
  await expect.poll(line).toContain("/api/production/customers");
});
