import { getEventListeners } from "node:events";
import { setImmediate } from "node:timers/promises";
import { expect, test } from "vitest";
import { answerOf, hang } from "./fake-upstream.ts";
import { canaries, createTestClient, emptyList, everything, from } from "./test-client.ts";

const call = { requestID: "request-1" };
const token = (number: number) => `Bearer ${canaries.token}${number}`;

test("a call contains every parameter, its request ID and its token, and the key is sent only to /auth", async () => {
  const { client, upstream } = createTestClient(() => answerOf(200, emptyList));
  await client.listCustomers({ ...everything, dateto: "2026-11-20", searchTerm: "O'Brien & Söhne" }, call);
  const [auth, list] = upstream.requests;
  expect(auth?.url).toBe("https://api.example/base/v2/auth");
  expect(auth?.method).toBe("POST");
  expect(JSON.parse(auth?.body ?? "")).toEqual({ keyID: canaries.keyID, secret: canaries.secret });
  expect(auth?.headers).toMatchObject({ "content-type": "application/json", "x-request-id": "request-1" });
  expect(auth?.headers).not.toHaveProperty("authorization");
  const url = new URL(list?.url ?? "");
  expect(url.origin + url.pathname).toBe("https://api.example/base/v2/customers");
  expect(Object.fromEntries(url.searchParams)).toEqual({
    limit: "25",
    offset: "0",
    sort: "created",
    ascending: "false",
    datefrom: "1970-01-01",
    dateto: "2026-11-20",
    searchTerm: "O'Brien & Söhne",
    includeDeleted: "false",
  });
  expect(list?.headers).toEqual({
    accept: "application/json",
    "accept-encoding": "identity",
    authorization: token(1),
    "x-request-id": "request-1",
  });
});

test.each([
  ["ftp://api.example"],
  ["https://api.example/?a=1"],
  ["https://api.example/#a"],
  ["https://me@api.example"],
  ["api"],
])("the text %s is not a base URL", (baseUrl) => {
  expect(() => createTestClient(() => answerOf(200, emptyList), { baseUrl })).toThrow(TypeError);
});

test("1,000 different calls on a cold start request one token", async () => {
  const { client, upstream } = createTestClient(() => answerOf(200, emptyList));
  await Promise.all(Array.from({ length: 1_000 }, (_, index) => client.listCustomers(from(index), call)));
  expect(upstream.count("/auth")).toBe(1);
  expect(upstream.count("/customers")).toBe(1_000);
});

test("a 401 causes one new token and one repeat", async () => {
  const { client, upstream, calls } = createTestClient((sent) =>
    sent === token(1) ? answerOf(401) : answerOf(200, emptyList),
  );
  await client.listCustomers(everything, call);
  expect(upstream.requests.map(({ headers }) => headers.authorization)).toEqual([
    undefined,
    token(1),
    undefined,
    token(2),
  ]);
  expect(calls.map(({ path, attempt, status, outcome }) => [path, attempt, status, outcome])).toEqual([
    ["/auth", 1, 200, "ok"],
    ["/customers", 1, 401, "upstream_credentials"],
    ["/auth", 1, 200, "ok"],
    ["/customers", 2, 200, "ok"],
  ]);
});

test("many simultaneous calls that get a 401 share one new token", async () => {
  const { client, upstream } = createTestClient((sent) =>
    sent === token(1) ? answerOf(401) : answerOf(200, emptyList),
  );
  await Promise.all(
    Array.from({ length: 20 }, (_, index) => client.listCustomers(from(index), { ...call, caller: `caller ${index}` })),
  );
  expect(upstream.count("/auth")).toBe(2);
  expect(upstream.count("/customers")).toBe(40);
});

test("an API that always answers 401 is called twice, and the error says what to check and contains no secret", async () => {
  const { client, upstream } = createTestClient((sent) => answerOf(401, { message: `not accepted: ${sent.slice(7)}` }));
  const error = await client.listCustomers(everything, call).catch((thrown: unknown) => thrown);
  expect(error).toMatchObject({
    code: "upstream_credentials",
    status: 502,
    upstreamStatus: 401,
    errors: [{ message: "not accepted: [hidden]" }],
    message: expect.stringMatching(/production API.*PROVISIONING_PRODUCTION_KEY_ID.*PROVISIONING_PRODUCTION_SECRET/),
  });
  expect(upstream.count("/auth")).toBe(2);
  expect(upstream.count("/customers")).toBe(2);
});

test.each([[400], [401], [403], [404], [422]])("a key refused with %i is a configuration error", async (status) => {
  const echo = { message: `unknown key ${canaries.keyID} / ${canaries.secret}` };
  const { client, upstream } = createTestClient(() => answerOf(200, emptyList), { auth: () => answerOf(status, echo) });
  await expect(client.listCustomers(everything, call)).rejects.toMatchObject({
    code: "upstream_credentials",
    status: 502,
    upstreamStatus: status,
    errors: [{ message: "unknown key [hidden] / [hidden]" }],
  });
  expect(upstream.count("/auth")).toBe(1);
  expect(upstream.count("/customers")).toBe(0);
});

test.each([
  ["no token", {}, "without a usable access_token"],
  ["an empty token", { access_token: "" }, "without a usable access_token"],
  ["a token with a line end", { access_token: "canary-token-\r\nx: y" }, "without a usable access_token"],
  ["a number", { access_token: 5 }, "without a usable access_token"],
  ["a type that is not text", { access_token: "canary-token-1", token_type: {} }, "without a usable token_type"],
  ["an array", [], "a response that is not a token"],
  ["nothing", null, "a response that is not a token"],
])("a token response with %s is malformed, and its error quotes nothing of it", async (_, body, what) => {
  const { client } = createTestClient(() => answerOf(200, emptyList), { auth: () => answerOf(200, body) });
  const error = await client.listCustomers(everything, call).catch((thrown: Error) => thrown);
  expect(error).toMatchObject({ code: "upstream_malformed", message: expect.stringContaining(what) });
  expect(error).not.toMatchObject({ message: expect.stringContaining("canary") });
});

test.each([[undefined], [null], ["bearer"], ["JWT"]])("the token_type %j is ignored", async (type) => {
  const { client, upstream } = createTestClient(() => answerOf(200, emptyList), {
    auth: () => answerOf(200, { access_token: "opaque", token_type: type }),
  });
  await client.listCustomers(everything, call);
  expect(upstream.requests[1]?.headers.authorization).toBe("Bearer opaque");
});

test.each([
  [429, "upstream_rate_limited", 503, 3],
  [500, "upstream_failed", 502, 2],
  [501, "upstream_failed", 502, 2],
  [502, "upstream_failed", 502, 2],
  [503, "upstream_failed", 502, 3],
  [504, "upstream_failed", 502, 2],
  [400, "upstream_refused", 400, 1],
  [403, "upstream_refused", 403, 1],
  [404, "upstream_refused", 404, 1],
  [409, "upstream_refused", 409, 1],
  [422, "upstream_refused", 422, 1],
  [407, "upstream_refused", 502, 1],
  [408, "upstream_refused", 502, 1],
  [302, "upstream_malformed", 502, 1],
  [304, "upstream_malformed", 502, 1],
])(
  "an answer of %i becomes the error %s with status %i after %i requests",
  async (upstreamStatus, code, status, requests) => {
    const { client, clock, upstream, calls } = createTestClient(() =>
      answerOf(upstreamStatus, ["the API's own words"]),
    );
    await expect(clock.passUntil(client.listCustomers(everything, call))).rejects.toMatchObject({
      code,
      status,
      upstreamStatus,
      errors: upstreamStatus < 400 ? [] : [{ message: "the API's own words" }],
    });
    expect(upstream.count("/customers")).toBe(requests);
    expect(calls.at(-1)).toMatchObject({ status: upstreamStatus, outcome: code, attempt: requests });
  },
);

test.each([
  ["30", "2026-11-20T12:00:30.000Z"],
  ["Fri, 20 Nov 2026 12:01:00 GMT", "2026-11-20T12:01:00.000Z"],
])("Retry-After %j is returned as retryAt, and the client does not wait for it", async (header, retryAt) => {
  for (const status of [429, 503]) {
    const { client, upstream } = createTestClient(() => answerOf(status, "", { "retry-after": header }));
    await expect(client.listCustomers(everything, call)).rejects.toMatchObject({ upstreamStatus: status, retryAt });
    expect(upstream.count("/customers")).toBe(1);
  }
});

test("an attempt without an answer ends after 10 s, together with its request, and is repeated once", async () => {
  const { client, clock, calls } = createTestClient((_, signal) => hang(signal));
  const failed = expect(client.listCustomers(everything, call)).rejects.toMatchObject({
    code: "upstream_timeout",
    status: 504,
    message: "The production API did not respond within 10 s.",
  });
  await setImmediate();
  await clock.advance(9_999);
  expect(calls).toHaveLength(1);
  await clock.advance(1);
  expect(calls[1]).toMatchObject({ attempt: 1, outcome: "upstream_timeout", durationMs: 10_000 });
  await clock.advance(10_000);
  await failed;
  expect(calls[2]).toMatchObject({ attempt: 2, outcome: "upstream_timeout", durationMs: 10_000 });
  expect(calls).toHaveLength(3);
});

test("the whole call ends when its time limit is reached, in every phase", async () => {
  const { client, clock } = createTestClient((_, signal) => hang(signal), { limits: { attemptTimeoutMs: 60_000 } });
  const failed = expect(client.listCustomers(everything, call)).rejects.toMatchObject({
    code: "upstream_timeout",
    message: "The production API did not respond within 30 s.",
  });
  await setImmediate();
  await clock.advance(30_000);
  await failed;
});

test("a caller that aborts gets its own reason, and the request to the API ends", async () => {
  const { client, upstream, calls } = createTestClient((_, signal) => hang(signal));
  const leaving = new AbortController();
  const left = client.listCustomers(everything, { ...call, signal: leaving.signal });
  await setImmediate();
  leaving.abort(new Error("gone"));
  await expect(left).rejects.toThrow("gone");
  expect(upstream.requests[1]?.signal.aborted).toBe(true);
  expect(calls[1]).toMatchObject({ outcome: "aborted" });
});

test("a call whose caller has already left sends nothing", async () => {
  const { client, upstream } = createTestClient(() => answerOf(200, emptyList));
  await expect(
    client.listCustomers(everything, { ...call, signal: AbortSignal.abort(new Error("gone")) }),
  ).rejects.toThrow("gone");
  expect(upstream.requests).toEqual([]);
});

test("an error whose body is too long keeps its type and has no messages", async () => {
  const { client, clock } = createTestClient(() => answerOf(500, "x".repeat(70_000)));
  await expect(clock.passUntil(client.listCustomers(everything, call))).rejects.toMatchObject({
    code: "upstream_failed",
    errors: [],
  });
});

test("calls leave no listener on the signal that their caller keeps", async () => {
  const { client } = createTestClient(() => answerOf(200, emptyList));
  const { signal } = new AbortController();
  await client.listCustomers(everything, { ...call, signal });
  expect(getEventListeners(signal, "abort")).toEqual([]);
});

test("no call leaves a timer", async () => {
  const { client, clock } = createTestClient((sent) => (sent === token(1) ? answerOf(401) : answerOf(200, emptyList)));
  await client.listCustomers(everything, call);
  expect(clock.sleepers()).toBe(0);
});

test("the records of calls and tokens contain no secret", async () => {
  const { client, calls } = createTestClient(() => answerOf(200, emptyList));
  await client.listCustomers({ ...everything, searchTerm: "private search" }, call);
  expect(client.tokenStatus()).toMatchObject({ state: "valid", minted: 1, expiresAt: "2026-11-20T12:15:00.000Z" });
  expect(client.status()).toMatchObject({
    environment: "production",
    breaker: { state: "closed" },
    queue: { running: 0, waiting: 0 },
    retryBudget: 10,
    reads: 1,
    requests: { ok: 2 },
    latency: { p50Ms: 0, p95Ms: 0 },
    lastAnswerAt: "2026-11-20T12:00:00.000Z",
  });
  expect(JSON.stringify([calls, client.tokenStatus(), client.status()])).not.toContain("canary");
  // Only the record of the call itself contains the query with the person's search text.
  const withoutQueries = calls.map(({ query: _, ...record }) => record);
  expect(JSON.stringify([withoutQueries, client.status()])).not.toContain("private");
});

test("JSON that is too deep to be printed again is malformed", async () => {
  const { client } = createTestClient(() => answerOf(200, "[".repeat(70) + "]".repeat(70)));
  await expect(client.listCustomers(everything, call)).rejects.toMatchObject({
    code: "upstream_malformed",
    message: expect.stringContaining("JSON of more than 64 levels"),
  });
});
