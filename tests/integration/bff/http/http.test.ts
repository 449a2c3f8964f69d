import { createHash } from "node:crypto";
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { problemSchema } from "#lib/contract/errors.ts";
import { openStore } from "#server/bff/store/open-store.ts";
import { storeError } from "#server/bff/store/store-error.ts";
import { createTestBff, createTestClock, type TestBff, testOrigin } from "#tests/fixtures/console/create-test-bff.ts";

let console: TestBff;
let cookie: string;

beforeAll(async () => {
  console = await createTestBff({ staff: [{ email: "vera@test.example", role: "viewer" }] });
  cookie = await console.signIn("vera@test.example");
});

afterAll(() => console.close());

const code = async (response: Response) => problemSchema.parse(await response.json()).code;

describe("addresses and methods", () => {
  test.each(["/api", "/api/", "/api/sessions", "/api/session/", "/api//session", "/api/Session", "/api/production"])(
    "%s is answered with 404",
    async (path) => {
      const response = await console.send("GET", path, { cookie });
      expect(response.status).toBe(404);
      expect(await code(response)).toBe("not_found");
    },
  );

  test.each([
    ["PUT", "/api/session", "POST, GET, DELETE, HEAD, OPTIONS"],
    ["PATCH", "/api/session/extend", "POST, OPTIONS"],
    ["GET", "/api/session/extend", "POST, OPTIONS"],
    ["PATCH", "/api/production/customers", "GET, POST, HEAD, OPTIONS"],
    ["DELETE", "/api/health", "GET, HEAD, OPTIONS"],
  ])("%s %s is not allowed, and the answer names the allowed methods", async (method, path, allow) => {
    const response = await console.send(method, path, { cookie });
    expect([response.status, response.headers.get("allow")]).toEqual([405, allow]);
    expect(await code(response)).toBe("method_not_allowed");
  });

  test("HEAD answers like GET without a body", async () => {
    const response = await console.send("HEAD", "/api/session", { cookie });
    expect([response.status, await response.text()]).toEqual([200, ""]);
    expect((await console.send("HEAD", "/api/session")).status).toBe(401);
  });

  test("OPTIONS lists the methods and allows no other site", async () => {
    const response = await console.send("OPTIONS", "/api/session", {
      headers: { origin: "https://evil.example", "access-control-request-method": "DELETE" },
    });
    expect([response.status, response.headers.get("allow")]).toEqual([204, "POST, GET, DELETE, HEAD, OPTIONS"]);
    expect([...response.headers.keys()].filter((name) => name.startsWith("access-control"))).toEqual([]);
  });
});

describe("queries", () => {
  test.each([
    ["limit=10&limit=20", "limit"],
    ["datefrom=2026-01-01&datefrom=2025-01-01", "datefrom"],
    ["limit=0", "limit"],
    ["limit=101", "limit"],
    ["limit=1e1", "limit"],
    ["offset=-1", "offset"],
    ["sort=webhooks", "sort"],
    ["ascending=yes", "ascending"],
    ["datefrom=2026-02-30", "datefrom"],
    ["datefrom=2026-02-02&dateto=2026-02-01", "dateto"],
    ["dateFrom=2026-02-02", "dateFrom"],
    ["__proto__=x", "__proto__"],
    [`searchTerm=${"x".repeat(201)}`, "searchTerm"],
  ])("%s is refused, and the answer names the field", async (query, field) => {
    const response = await console.send("GET", `/api/production/customers?${query}`, { cookie });
    const problem = problemSchema.parse(await response.json());
    expect([response.status, problem.code]).toEqual([400, "invalid_request"]);
    expect(problem.errors.map((error) => error.field)).toContain(field);
  });

  test("the number of listed errors has a limit", async () => {
    const query = Array.from({ length: 30 }, (_, index) => `unknown${index}=1`).join("&");
    const response = await console.send("GET", `/api/production/customers?${query}`, { cookie });
    expect(problemSchema.parse(await response.json()).errors).toHaveLength(20);
  });

  test("a route without a query accepts no parameters", async () => {
    expect((await console.send("GET", "/api/session?full=true", { cookie })).status).toBe(400);
  });
});

describe("bodies", () => {
  const post = (body: BodyInit, headers: HeadersInit) => console.send("POST", "/api/session", { body, headers });

  test.each([
    "text/plain",
    "application/x-www-form-urlencoded",
    "multipart/form-data; boundary=x",
    "application/jsonp",
  ])("%s is not valid JSON", async (type) => {
    const response = await post('{"email":"a@b.example","password":"x"}', { "content-type": type });
    expect([response.status, await code(response)]).toEqual([415, "unsupported_media_type"]);
  });

  test.each([
    ["{", 400],
    ['{"email":', 400],
    [`${"[".repeat(10_000)}${"]".repeat(10_000)}`, 400],
    [`{"email":"a@b.example","password":"${"x".repeat(1024 * 1024)}"}`, 413],
  ])("the body %.20s is answered with %i", async (body, status) => {
    expect((await post(body, {})).status).toBe(status);
  });

  test("a body without an end is read only to its limit", async () => {
    let sent = 0;
    const endless = new ReadableStream<Uint8Array>({
      pull(controller) {
        sent += 1;
        controller.enqueue(new Uint8Array(16 * 1024).fill(32));
      },
    });
    const response = await console.bff.fetch(
      new Request(`${testOrigin}/api/session`, {
        method: "POST",
        headers: { origin: testOrigin, "x-switchboard": "1", "content-type": "application/json" },
        body: endless,
        duplex: "half",
      } as RequestInit),
    );
    expect(response.status).toBe(413);
    expect(sent).toBeLessThan(10);
  });

  test("a route without a body accepts only an empty object", async () => {
    const extend = async (body?: unknown) =>
      (await console.send("POST", "/api/session/extend", { cookie, body })).status;
    const { status: plain } = await console.send("POST", "/api/session/extend", { cookie });
    expect(plain).toBeLessThan(300);
    expect(await extend({})).toBe(plain);
    for (const body of [{ minutes: 600 }, [], [{}], "null", '"{}"', "0"])
      expect([body, await extend(body)]).toEqual([body, 400]);
  });
});

describe("headers and log lines of every answer", () => {
  test.each([
    ["GET", "/api/session", 200],
    ["GET", "/api/nothing", 404],
    ["PUT", "/api/session", 405],
    ["POST", "/api/session/extend?x=1", 400],
    ["GET", "/api/production/customers", 502],
  ])("%s %s (%i) has strict security headers, is private and has a request ID", async (method, path, status) => {
    const response = await console.send(method, path, { cookie });
    expect(response.status).toBe(status);
    expect(Object.fromEntries(response.headers)).toMatchObject({
      "cache-control": "private, no-store",
      "content-security-policy": expect.stringMatching(/^default-src 'none';.*frame-ancestors 'none'/),
      "x-content-type-options": "nosniff",
      "x-frame-options": "DENY",
      "referrer-policy": "same-origin",
      "permissions-policy": expect.any(String),
      "cross-origin-opener-policy": "same-origin",
      "cross-origin-resource-policy": "same-origin",
      "x-request-id": expect.stringMatching(/^[0-9a-f-]{36}$/),
    });
    expect(response.headers.get("strict-transport-security")).toBeNull();
    if (status >= 400) {
      expect(response.headers.get("content-type")).toBe("application/problem+json; charset=utf-8");
      expect(await response.json()).toMatchObject({ status, requestID: response.headers.get("x-request-id") });
    }
  });

  test("an answer keeps a request ID that a load balancer could have made, and no other ID", async () => {
    const given = "2f1a7c1e-0000-4000-8000-00000000abcd";
    const ofNginx = "9f3b1c5d7e2a4b6c8d0e1f2a3b4c5d6e";
    const ask = async (id: string) =>
      (await console.send("GET", "/api/health", { headers: { "x-request-id": id } })).headers.get("x-request-id");
    expect(await ask(given)).toBe(given);
    expect(await ask(ofNginx)).toBe(ofNginx);
    expect(await ask('x" injected')).toMatch(/^[0-9a-f-]{36}$/);
    expect(await ask("x".repeat(500))).toMatch(/^[0-9a-f-]{36}$/);
  });
});

test("each request writes one log line, without the query, the cookie or anybody's address", async () => {
  console.logLines.length = 0;
  await console.send("GET", "/api/production/customers?searchTerm=Very%20Private%0aNews&limit=0", { cookie });
  await console.send("POST", "/api/session", { body: { email: "vera@test.example", password: "a wrong password" } });
  const requests = console.logLines.map((line) => JSON.parse(line)).filter(({ msg }) => msg === "request");
  expect(requests).toHaveLength(2);
  expect(requests[0]).toMatchObject({
    method: "GET",
    path: "/api/production/customers",
    status: 400,
    ms: expect.any(Number),
    requestID: expect.any(String),
    staffID: expect.any(String),
    code: "invalid_request",
  });
  for (const secret of ["Private", "wrong password", "vera@", cookie.slice(20)]) {
    expect(console.logLines.join("")).not.toContain(secret);
  }
});

const requestLines = () => console.logLines.map((line) => JSON.parse(line)).filter(({ msg }) => msg === "request");

test("a request's log line names the trace of the request, but never a malformed trace", async () => {
  const traceID = "0af7651916cd43dd8448eb211c80319c";
  const ask = async (traceparent: string) => {
    console.logLines.length = 0;
    await console.send("GET", "/api/health", { headers: { traceparent } });
    return requestLines()[0].traceID;
  };
  expect(await ask(`00-${traceID}-b7ad6b7169203331-01`)).toBe(traceID);
  expect(await ask(`00-${"0".repeat(32)}-b7ad6b7169203331-01`)).toBeUndefined();
  expect(await ask(`00-${traceID}-injected`)).toBeUndefined();
});

test("a refused sign-in is logged with a hash of its account and its network address", async () => {
  console.logLines.length = 0;
  await console.send("POST", "/api/session", { body: { email: "Vera@test.example", password: "a wrong password" } });
  const line = console.logLines.map((text) => JSON.parse(text)).find(({ msg }) => msg === "sign-in refused");
  const account = createHash("sha256").update("vera@test.example").digest("hex").slice(0, 16);
  expect(line).toMatchObject({ level: 40, code: "sign_in_failed", account });
  expect(console.logLines.join("")).not.toMatch(/vera@|wrong password/i);
});

test("the console is ready until it drains, and is healthy all the time", async () => {
  const other = await createTestBff();
  expect((await other.send("GET", "/api/ready")).status).toBe(200);
  other.bff.beginDrain();
  const ready = await other.send("GET", "/api/ready");
  expect([ready.status, await code(ready)]).toEqual([503, "draining"]);
  expect((await other.send("GET", "/api/health")).status).toBe(200);
  await other.close();
});

test.each([
  ["no_answer", "ECONNRESET"],
  ["read_only", "25006"],
  ["full", "53100"],
])("the console is not ready if its store cannot be written, and gives the reason %s", async (reason, code) => {
  let isBroken = false;
  const clock = createTestClock();
  const other = await createTestBff({
    clock,
    openStore: async (url, options) => {
      const store = await openStore(url, options);
      const fail = () => Promise.reject(storeError(Object.assign(new Error("private words"), { code })));
      return { ...store, proveWritable: () => (isBroken ? fail() : store.proveWritable()) };
    },
  });
  expect((await other.send("GET", "/api/ready")).status).toBe(200);
  isBroken = true;
  clock.advance(2_000);
  const ready = await other.send("GET", "/api/ready");
  const problem = problemSchema.parse(await ready.json());
  expect([ready.status, ready.headers.get("retry-after")]).toEqual([503, "5"]);
  expect(problem).toMatchObject({ code: "store_unavailable", reason });
  expect(problem.detail).not.toContain("private");
  // The process survives while the store is down.
  expect((await other.send("GET", "/api/health")).status).toBe(200);
  isBroken = false;
  clock.advance(2_000);
  expect((await other.send("GET", "/api/ready")).status).toBe(200);
  await other.close();
});

test("the console is unhealthy only if a call of its store never ends", async () => {
  const clock = createTestClock();
  const other = await createTestBff({
    clock,
    openStore: async (url, options) => ({
      ...(await openStore(url, options)),
      proveWritable: () => new Promise<void>(() => {}),
    }),
  });
  expect((await other.send("GET", "/api/health")).status).toBe(200);
  clock.advance(60_001);
  const health = await other.send("GET", "/api/health");
  expect([health.status, problemSchema.parse(await health.json()).reason]).toEqual([503, "stuck"]);
  await other.close();
});

test("without its store, the console says so, and gives the reason only in the log", async () => {
  const other = await createTestBff({ staff: [{ email: "vera@test.example", role: "viewer" }] });
  const signedIn = await other.signIn("vera@test.example");
  await other.bff.close();
  const answers = await Promise.all([
    other.send("GET", "/api/session", { cookie: signedIn }),
    other.send("POST", "/api/session", { body: { email: "vera@test.example", password: "x" } }),
  ]);
  for (const answer of answers) {
    const problem = problemSchema.parse(await answer.json());
    expect([answer.status, problem.code]).toEqual([503, "store_unavailable"]);
    expect(problem.detail).not.toMatch(/driver|sqlite|statement/i);
  }
  expect(answers.map(({ headers }) => headers.get("retry-after"))).toEqual(["5", "5"]);
  expect(other.logLines.join("")).toMatch(/driver|database/i);
  await other.close();
});
