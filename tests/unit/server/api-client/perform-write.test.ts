import { expect, test } from "vitest";
import { AppError } from "#lib/contract/operations/app-error.ts";
import { createApiClient } from "#server/api-client/create-api-client.ts";
import type { UpstreamRequest, UpstreamResponse } from "#server/api-client/transport/upstream-answer.ts";
import { answerOf, hang } from "./fake-upstream.ts";
import { createTestClient, emptyList, everything } from "./test-client.ts";

const call = { requestID: "request-1" };
const body = { companyName: "Example", plan: "essential", term: "monthly" };

type Answer = (request: UpstreamRequest) => UpstreamResponse | Promise<UpstreamResponse>;

const accepted: Answer = () => answerOf(202, { jobID: "job-1", customerID: "customer-1" });
const refused =
  (status: number): Answer =>
  () =>
    answerOf(status, ["the API's own words"]);
const failure = (code: string) => Object.assign(new Error(code), { code });

/** The connection breaks after the request may have been sent. */
const reset: Answer = () => {
  throw failure("ECONNRESET");
};

/** An answer of which only the beginning arrives. */
const cutOff =
  (status: number): Answer =>
  () => ({
    ...answerOf(status),
    body: (async function* () {
      yield new TextEncoder().encode('{"message": "');
      throw failure("UND_ERR_SOCKET");
    })(),
  });

/**
 * Creates a client whose API answers writes with these answers one after another, and then repeats the last answer.
 * Reads succeed.
 */
function setUp(answers: Answer[], options: Parameters<typeof createTestClient>[1] = {}) {
  const writes: UpstreamRequest[] = [];
  const set = createTestClient((_, _signal, request) => {
    if (request.method === "GET") return answerOf(200, emptyList);
    writes.push(request);
    return (answers[Math.min(writes.length, answers.length) - 1] ?? accepted)(request);
  }, options);
  const create = (signal?: AbortSignal) =>
    set.clock.passUntil(set.client.write("POST /customers", {}, { body }, { ...call, ...(signal ? { signal } : {}) }));
  const change = (before?: () => Promise<void>) =>
    set.clock.passUntil(
      set.client.write(
        "PATCH /customers/{customerID}/contract",
        { customerID: "customer-1" },
        { body: { plan: "professional" }, before },
        call,
      ),
    );
  return { ...set, writes, create, change };
}

test("a creation is sent once and returns its job", async () => {
  const { create, writes } = setUp([accepted]);
  await expect(create()).resolves.toMatchObject({ outcome: "accepted", status: 202, value: { jobID: "job-1" } });
  expect(writes).toHaveLength(1);
  expect(JSON.parse(writes[0]?.body ?? "")).toEqual(body);
});

test.each([[400], [403], [404], [405], [409], [413], [415], [422]])(
  "a complete answer with %i is a refusal, and the creation is sent once",
  async (status) => {
    const { create, writes } = setUp([refused(status)]);
    await expect(create()).resolves.toMatchObject({
      outcome: "rejected",
      error: { code: "upstream_refused", upstreamStatus: status, errors: [{ message: "the API's own words" }] },
    });
    expect(writes).toHaveLength(1);
  },
);

test.each<[string, Answer]>([
  ["500", refused(500)],
  ["502", refused(502)],
  ["503", refused(503)],
  ["503 with Retry-After", () => answerOf(503, "", { "retry-after": "1" })],
  ["504", refused(504)],
  ["408", refused(408)],
  ["499", refused(499)],
  ["a redirect", refused(303)],
  ["a reset", reset],
  ["an answer that is cut off", cutOff(202)],
  ["a refusal that is cut off", cutOff(400)],
  ["HTML with status 200", () => answerOf(200, "<html>")],
  ["truncated JSON", () => answerOf(202, '{"jobID": "job-')],
  ["no answer", ({ signal }) => hang(signal)],
])("after %s, the outcome of a creation is unknown, and it was sent once", async (_, answer) => {
  const { create, writes } = setUp([answer]);
  await expect(create()).resolves.toMatchObject({ outcome: "unknown", error: { name: "AppError" } });
  expect(writes).toHaveLength(1);
});

test("a 401 causes a new token, and the creation is sent once more", async () => {
  const { create, writes, upstream } = setUp([refused(401), accepted]);
  await expect(create()).resolves.toMatchObject({ outcome: "accepted" });
  expect(writes).toHaveLength(2);
  expect(upstream.count("/auth")).toBe(2);
});

test("after two 401s the creation counts as not sent, and the error names the key", async () => {
  const { create, writes } = setUp([refused(401)]);
  await expect(create()).resolves.toMatchObject({ outcome: "not-sent", error: { code: "upstream_credentials" } });
  expect(writes).toHaveLength(2);
});

test("after a 401 without a new token the creation counts as not sent", async () => {
  let minted = 0;
  const { create, writes } = setUp([refused(401)], {
    auth: () => {
      minted += 1;
      return minted === 1 ? answerOf(200, { access_token: "token" }) : answerOf(500);
    },
  });
  await expect(create()).resolves.toMatchObject({ outcome: "not-sent", error: { code: "upstream_failed" } });
  expect(writes).toHaveLength(1);
});

test("a reset after a 401 leaves the outcome unknown", async () => {
  const { create, writes } = setUp([refused(401), reset]);
  await expect(create()).resolves.toMatchObject({ outcome: "unknown" });
  expect(writes).toHaveLength(2);
});

test("after a 429 the creation waits and is sent again", async () => {
  const { create, writes, clock } = setUp([() => answerOf(429, "", { "retry-after": "3" }), accepted]);
  await expect(create()).resolves.toMatchObject({ outcome: "accepted" });
  expect(writes).toHaveLength(2);
  expect(clock.monotonic()).toBe(3_000);
});

test("after a 429 and a reset the outcome is unknown, and there is no third attempt", async () => {
  const { create, writes } = setUp([() => answerOf(429, "", { "retry-after": "1" }), reset]);
  await expect(create()).resolves.toMatchObject({ outcome: "unknown" });
  expect(writes).toHaveLength(2);
});

test("after three 429s the creation counts as not sent, with the time of the next attempt", async () => {
  const { create, writes } = setUp([() => answerOf(429, "", { "retry-after": "2" })]);
  await expect(create()).resolves.toMatchObject({
    outcome: "not-sent",
    error: { code: "upstream_rate_limited", retryAt: expect.any(String) },
  });
  expect(writes).toHaveLength(3);
});

test.each([["ECONNREFUSED"], ["ENOTFOUND"], ["UND_ERR_CONNECT_TIMEOUT"]])(
  "a creation is sent again after %s, because no byte was written, and counts as not sent if that fails too",
  async (code) => {
    const set = setUp([accepted]);
    const { fetch } = set.upstream;
    let attempts = 0;
    let refusals = 2;
    const client = createApiClient({
      environment: "production",
      baseUrl: "https://api.example",
      credentials: () => ({ keyID: "key", secret: "secret" }),
      clock: set.clock,
      random: () => 0,
      fetch: async (url, request) => {
        if (request.method !== "POST" || url.endsWith("/auth")) return fetch(url, request);
        attempts += 1;
        if (attempts <= refusals) throw failure(code);
        return fetch(url, request);
      },
    });
    const create = () => set.clock.passUntil(client.write("POST /customers", {}, { body }, call));
    await expect(create()).resolves.toMatchObject({ outcome: "accepted" });
    expect(attempts).toBe(3);
    refusals = Number.POSITIVE_INFINITY;
    await expect(create()).resolves.toMatchObject({ outcome: "not-sent", error: { code: "upstream_unreachable" } });
    expect(attempts).toBe(6);
  },
);

test("without a token no creation is sent", async () => {
  const { create, writes } = setUp([accepted], { auth: () => answerOf(400) });
  await expect(create()).resolves.toMatchObject({ outcome: "not-sent", error: { code: "upstream_credentials" } });
  expect(writes).toHaveLength(0);
});

test("while the breaker is open no creation is sent, and the call ends at once", async () => {
  const { create, change, writes, client, clock } = setUp([refused(500)]);
  for (let failures = 0; failures < 5; failures += 1) await create();
  expect(client.status().breaker.state).toBe("open");
  const before = clock.monotonic();
  await expect(create()).resolves.toMatchObject({ outcome: "not-sent", error: { code: "upstream_paused" } });
  await expect(change()).resolves.toMatchObject({ outcome: "not-sent", error: { code: "upstream_paused" } });
  expect(writes).toHaveLength(5);
  expect(clock.monotonic()).toBe(before);
});

test("a caller that aborts before sending gets not-sent, a later one gets unknown, and the call never throws", async () => {
  const { create, writes, client, clock } = setUp([({ signal }) => hang(signal)]);
  await expect(create(AbortSignal.abort(new Error("gone")))).resolves.toMatchObject({ outcome: "not-sent" });
  expect(writes).toHaveLength(0);
  const leaving = new AbortController();
  const left = client.write("POST /customers", {}, { body }, { ...call, signal: leaving.signal });
  await clock.advance(0);
  leaving.abort(new Error("gone"));
  await expect(left).resolves.toMatchObject({ outcome: "unknown", error: { code: "upstream_timeout" } });
  expect(writes).toHaveLength(1);
});

test.each<[string, Answer, number, string]>([
  ["503", refused(503), 3, "unknown"],
  ["a reset", reset, 3, "unknown"],
  ["429", refused(429), 3, "not-sent"],
  ["500", refused(500), 2, "unknown"],
  ["no answer", ({ signal }) => hang(signal), 2, "unknown"],
])(
  "a change of contract is repeated after %s, each time after reading the contract again",
  async (_, answer, times, outcome) => {
    let reads = 0;
    const before = async () => {
      reads += 1;
    };
    const lasting = setUp([answer]);
    await expect(lasting.change(before)).resolves.toMatchObject({ outcome });
    expect(lasting.writes).toHaveLength(times);
    expect(reads).toBe(times - 1);
    const passing = setUp([answer, () => answerOf(200, { plan: "professional" })]);
    await expect(passing.change(before)).resolves.toMatchObject({ outcome: "accepted", status: 200 });
    expect(passing.writes).toHaveLength(2);
  },
);

test("a refused change is sent once", async () => {
  const { change, writes } = setUp([refused(409)]);
  await expect(change()).resolves.toMatchObject({ outcome: "rejected", error: { upstreamStatus: 409 } });
  expect(writes).toHaveLength(1);
});

test("a refusal after an attempt with an unknown outcome leaves the outcome unknown", async () => {
  const { change } = setUp([reset, refused(409)]);
  await expect(change()).resolves.toMatchObject({ outcome: "unknown", error: { upstreamStatus: 409 } });
});

test("if the contract has changed in the meantime, the change is not sent again", async () => {
  const changed = async () => {
    throw new AppError("upstream_refused", "Somebody else has changed it.", { status: 409 });
  };
  const after429 = setUp([refused(429)]);
  await expect(after429.change(changed)).resolves.toMatchObject({ outcome: "not-sent", error: { status: 409 } });
  expect(after429.writes).toHaveLength(1);
  const afterReset = setUp([reset]);
  await expect(afterReset.change(changed)).resolves.toMatchObject({ outcome: "unknown", error: { status: 409 } });
  expect(afterReset.writes).toHaveLength(1);
});

test("an empty answer to a write counts as accepted", async () => {
  const { change } = setUp([() => ({ ...answerOf(204), body: null })]);
  await expect(change()).resolves.toMatchObject({ outcome: "accepted", status: 204 });
});

test("no caller joins a read that began before a write ended", async () => {
  const reads: PromiseWithResolvers<UpstreamResponse>[] = [];
  const { client, clock } = createTestClient((_, _signal, { method }) => {
    if (method === "POST") return answerOf(202, { jobID: "job-1" });
    const read = Promise.withResolvers<UpstreamResponse>();
    reads.push(read);
    return read.promise;
  });
  const early = client.listCustomers(everything, call);
  await clock.passUntil(client.write("POST /customers", {}, { body }, call));
  const late = client.listCustomers(everything, call);
  await clock.advance(0);
  expect(reads).toHaveLength(2);
  reads[0]?.resolve(answerOf(200, { ...emptyList, total: 1 }));
  reads[1]?.resolve(answerOf(200, { ...emptyList, total: 2 }));
  await expect(early).resolves.toMatchObject({ total: 1 });
  await expect(late).resolves.toMatchObject({ total: 2 });
});

test("a write that is sent at once is not checked again, and one that had to wait is checked before each attempt", async () => {
  const limited: Answer = () => answerOf(429, "", { "retry-after": "1" });
  const { client, clock, writes } = setUp([accepted, limited, accepted, limited]);
  let checks = 0;
  let lost: AppError | undefined;
  const afterWait = async () => {
    checks += 1;
    if (lost) throw lost;
  };
  const create = () => clock.passUntil(client.write("POST /customers", {}, { body, afterWait }, call));
  // The first write waits for the token.
  await expect(create()).resolves.toMatchObject({ outcome: "accepted" });
  expect(checks).toBe(1);
  // The second write is sent at once. The API asks for a pause, after which the write is checked and sent again.
  await expect(create()).resolves.toMatchObject({ outcome: "accepted" });
  expect([checks, writes.length]).toEqual([2, 3]);
  // If the check after the pause fails, the write is not sent again.
  for (const code of ["forbidden", "store_unavailable"] as const) {
    lost = new AppError(code, "Not any more.");
    await expect(create()).resolves.toMatchObject({ outcome: "not-sent", error: { code } });
    expect(writes).toHaveLength(code === "forbidden" ? 4 : 5);
    lost = undefined;
  }
});

test("a write whose connection opens slowly is checked each second, and is not sent if a check fails", async () => {
  let connectionMs = 0;
  const { client, clock, writes } = setUp([accepted], {
    connect: ({ method, signal }) =>
      method === "POST" && connectionMs > 0 ? clock.sleep(connectionMs, signal) : undefined,
  });
  let checks = 0;
  let lost: AppError | undefined;
  const afterWait = async () => {
    checks += 1;
    if (lost) throw lost;
  };
  const create = () => clock.passUntil(client.write("POST /customers", {}, { body, afterWait }, call));
  // The first write waits for the token.
  await create();
  [connectionMs, checks] = [900, 0];
  await expect(create()).resolves.toMatchObject({ outcome: "accepted" });
  expect([checks, writes.length]).toEqual([0, 2]);
  connectionMs = 3_500;
  await expect(create()).resolves.toMatchObject({ outcome: "accepted" });
  expect([checks, writes.length]).toEqual([3, 3]);
  lost = new AppError("forbidden", "Not any more.");
  await expect(create()).resolves.toMatchObject({ outcome: "not-sent", error: { code: "forbidden" } });
  expect([checks, writes.length]).toEqual([4, 3]);
  expect(clock.sleepers()).toBe(0);
});

test("a write is not checked any more while its answer is awaited, or after its connection could not be opened", async () => {
  let [answerMs, isClosed] = [3_500, false];
  const { client, clock, writes } = setUp(
    [({ signal }) => clock.sleep(answerMs, signal).then(() => answerOf(202, { customerID: "customer-1" }))],
    {
      connect: ({ method, signal }) => {
        if (method !== "POST" || !isClosed) return undefined;
        return clock.sleep(1_500, signal).then(() => Promise.reject(failure("ECONNREFUSED")));
      },
    },
  );
  let checks = 0;
  const afterWait = async () => {
    checks += 1;
  };
  const create = () => clock.passUntil(client.write("POST /customers", {}, { body, afterWait }, call));
  // The first write waits for the token.
  await create();
  checks = 0;
  await expect(create()).resolves.toMatchObject({ outcome: "accepted" });
  expect(checks).toBe(0);
  [answerMs, isClosed] = [0, true];
  await expect(create()).resolves.toMatchObject({ outcome: "not-sent", error: { code: "upstream_unreachable" } });
  const made = checks;
  await clock.advance(5_000);
  expect([checks, writes.length]).toEqual([made, 2]);
});
