import { once } from "node:events";
import { createServer, type Server } from "node:http";
import { type AddressInfo, connect } from "node:net";
import { afterAll, beforeAll, expect, test } from "vitest";
import { createLog } from "#server/bff/core/log/log.ts";
import { createClientAddress } from "#server/bff/http/listener/client-address.ts";
import { createHost, type HostedBff } from "#server/bff/http/listener/host.ts";
import { routes } from "#server/bff/rooms.ts";
import { createTestBff, type TestBff } from "#tests/fixtures/console/create-test-bff.ts";

let console: TestBff;
let upstream: Server;
/** One host that answers plain requests directly, and one that leaves all to the Hono app. */
let ports: { direct: number; web: number };
const servers: Server[] = [];
let answeredPlainly = 0;
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
  const direct: HostedBff = {
    ...console.bff,
    async answerPlain(incoming, outgoing) {
      const isPlain = await console.bff.answerPlain(incoming, outgoing);
      answeredPlainly += Number(isPlain);
      return isPlain;
    },
  };
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
  const answerNone = { ...console.bff, answerPlain: async () => false };
  ports = { direct: await host(direct), web: await host(answerNone) };
  cookie = await console.signIn("anna@test.example");
});

afterAll(async () => {
  for (const server of servers) {
    server.closeAllConnections();
    server.close();
  }
  await console.close();
});

/** Sends lines as they are and leaves its side of the connection open, so that slow answers come as well. */
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

/** Status, headers and body of an answer, without what differs from one request to the next. */
async function answerOf(port: number, lines: readonly string[]) {
  const [head = "", body = ""] = (await send(port, [lines[0] ?? "", "Connection: close", ...lines.slice(1)])).split(
    "\r\n\r\n",
    2,
  );
  const [status = "", ...headers] = head.split("\r\n");
  const named = headers.map((line) => line.replace(/^[^:]+/, (name) => name.toLowerCase()));
  const same = named.filter((line) => !/^(date|x-request-id|content-length|connection|transfer-encoding):/.test(line));
  const text = body.replace(/"requestID":"[^"]*"/g, "").replaceAll(instant, "<instant>");
  return { status, headers: same.sort(), text, hasID: named.some((line) => line.startsWith("x-request-id: ")) };
}

async function expectSame(lines: readonly string[], isPlain?: boolean) {
  const before = answeredPlainly;
  const direct = await answerOf(ports.direct, lines);
  if (isPlain !== undefined) expect([lines[0], answeredPlainly - before]).toEqual([lines[0], Number(isPlain)]);
  const web = await answerOf(ports.web, lines);
  expect([lines, direct]).toEqual([lines, web]);
  expect(direct.hasID).toBe(true);
  return direct;
}

const read = (path: string, ...headers: string[]) => [`GET ${path} HTTP/1.1`, "Host: localhost", ...headers];
const signedIn = () => `Cookie: ${cookie}`;

const example: Record<string, string> = { environment: "production" };
const reading = routes
  .filter(({ method, path }) => method === "GET" && !/^\/api\/(sso|.*events$)/.test(path))
  .map(({ path, streams }) => ({
    path: path.replace(/:(\w+)/g, (_, name) => example[name] ?? "a-customer"),
    isStream: streams === true,
  }));

test.each(reading)("$path is answered in the same way directly and by the Hono app", async ({ path, isStream }) => {
  await expectSame(read(path));
  const answer = await expectSame(read(path, signedIn()), !isStream);
  expect(answer.text).not.toContain('"code":"internal"');
  await expectSame(read(`${path}?unknown=1&unknown=2`, signedIn()));
});

test("a list is answered directly, with its rows", async () => {
  const list = "/api/production/customers?limit=25&searchTerm=a%20b%2Bc&datefrom=2020-01-01";
  const first = await expectSame(read(list, signedIn()), true);
  expect(first.status).toBe("HTTP/1.1 200 OK");
  expect(JSON.parse(first.text)).toMatchObject({ customers: [{ customerID: "a-customer" }], total: 1 });
  expect(first.text).not.toContain('"more"');
  // From the third time on it is parsed and printed once.
  for (let time = 0; time < 3; time += 1) expect(await expectSame(read(list, signedIn()), true)).toEqual(first);
  const raw = await expectSame(read(`${list}&raw=true`, signedIn()), true);
  expect(raw.text).toContain('"more":[1]');
});

test.each([
  ["an escaped path", read("/api/production/customers/a%2Fb")],
  ["a path with dots", read("/api/production/../session")],
  ["a path with two slashes", read("/api//session")],
  ["a path that ends with a slash", read("/api/session/")],
  ["a path that does not exist", read("/api/no-such-thing")],
  ["a HEAD", ["HEAD /api/session HTTP/1.1", "Host: localhost"]],
  ["an OPTIONS", ["OPTIONS /api/session HTTP/1.1", "Host: localhost"]],
  ["a body", read("/api/session", "Transfer-Encoding: chunked", "", "0")],
  ["a query with a character that a URL escapes", read('/api/session?a="b"')],
  ["a change", ["DELETE /api/session HTTP/1.1", "Host: localhost"]],
])("%s is left to the Hono app", async (_, lines) => {
  await expectSame(lines, false);
});

test.each([
  ["two cookies headers", () => read("/api/session", signedIn(), "cookie: other=1")],
  ["the cookie twice", () => read("/api/session", signedIn(), signedIn())],
  ["two keys", () => read("/api/session", "Authorization: Bearer a", "authorization: Bearer b")],
  ["a key and a cookie", () => read("/api/production/customers", "Authorization: Bearer swb_a_b", signedIn())],
  ["headers that clients may not send", () => read("/api/session", "X-Forwarded-For: 192.0.2.1", signedIn())],
  ["an environment that does not exist", () => read("/api/staging/customers", signedIn())],
  ["a member of the query twice", () => read("/api/production/customers?limit=1&limit=2", signedIn())],
])("%s: the same directly", async (_, lines) => {
  await expectSame(lines(), true);
});

test("a browser that leaves before its answer is in the log with 499", async () => {
  const leaving = new AbortController();
  upstream.removeAllListeners("request");
  const asked = once(upstream, "request");
  const url = `http://127.0.0.1:${ports.direct}/api/production/customers?offset=77`;
  const left = fetch(url, { headers: { cookie }, signal: leaving.signal }).catch((error: unknown) => error);
  await asked;
  leaving.abort();
  expect(await left).toBeInstanceOf(DOMException);
  const line = () => console.logLines.find((one) => one.includes('"status":499'));
  await expect.poll(line).toContain("/api/production/customers");
});
