import { expect, test } from "vitest";
import { answerOf } from "#tests/unit/server/api-client/fake-upstream.ts";
import { canaries, createTestClient, emptyList, from } from "#tests/unit/server/api-client/test-client.ts";

const call = { requestID: "request-1" };

/** Creates a client whose key the test may replace. The API accepts only the secret `good`. */
function setUp(good: string, refusal = () => answerOf(400, { message: "bad key" })) {
  const pair = { keyID: canaries.keyID, secret: "old-secret-1a" };
  const sentSecrets: string[] = [];
  const set = createTestClient(() => answerOf(200, emptyList), {
    credentials: () => ({ ...pair }),
    auth: (_, body) => {
      const { secret } = JSON.parse(body);
      sentSecrets.push(secret);
      return secret === good
        ? answerOf(200, { access_token: `token-${sentSecrets.length}`, expires_in: 900 })
        : refusal();
    },
  });
  let offset = 0;
  const list = () => {
    offset += 1;
    return set.client.listCustomers(from(offset), call);
  };
  return { ...set, pair, sentSecrets, list };
}

test("a thousand calls with a bad key cause one request, and each call gets the same configuration error", async () => {
  const { list, sentSecrets, upstream } = setUp("another");
  const refused = await Promise.allSettled(Array.from({ length: 1_000 }, list));
  for (const outcome of refused) expect(outcome).toMatchObject({ reason: { code: "upstream_credentials" } });
  for (let calls = 0; calls < 100; calls += 1) await expect(list()).rejects.toMatchObject({ upstreamStatus: 400 });
  expect(sentSecrets).toHaveLength(1);
  expect(upstream.count("/customers")).toBe(0);
});

test("a bad key is tried again after 2 s, 4 s and so on up to one minute", async () => {
  const { list, sentSecrets, clock } = setUp("another");
  const triedAt = [];
  for (let second = 0; second < 200; second += 1) {
    const before = sentSecrets.length;
    await list().catch(() => {});
    if (sentSecrets.length > before) triedAt.push(second);
    await clock.advance(1_000);
  }
  expect(triedAt).toEqual([0, 2, 6, 14, 30, 62, 122, 182]);
});

test("a new pair of key and secret is tried at once, and works without a restart", async () => {
  const { list, sentSecrets, pair } = setUp("new-secret-2b");
  await expect(list()).rejects.toMatchObject({ code: "upstream_credentials" });
  pair.secret = "new-secret-2b";
  await list();
  expect(sentSecrets).toEqual(["old-secret-1a", "new-secret-2b"]);
});

test("another key with the same secret is a new pair", async () => {
  const { list, sentSecrets, pair } = setUp("new-secret-2b");
  await expect(list()).rejects.toMatchObject({ code: "upstream_credentials" });
  pair.keyID = "other-key";
  await expect(list()).rejects.toMatchObject({ code: "upstream_credentials" });
  await expect(list()).rejects.toMatchObject({ code: "upstream_credentials" });
  expect(sentSecrets).toHaveLength(2);
});

test("a rotated key is used for the next token, without a single error", async () => {
  const { list, sentSecrets, pair, clock } = setUp("old-secret-1a");
  await list();
  pair.secret = "old-secret-1a ";
  pair.keyID = "other-key";
  await clock.advance(800_000);
  await list();
  expect(sentSecrets).toHaveLength(1);
  await clock.advance(99_500);
  await list().catch(() => {});
  expect(sentSecrets).toEqual(["old-secret-1a", "old-secret-1a "]);
});

test("a key that is revoked while calls run is replaced by the rotated key after its first 401", async () => {
  const pair = { keyID: canaries.keyID, secret: "old-secret-1a" };
  let revoked = "";
  const { client, upstream } = createTestClient(
    (token) => (token === revoked ? answerOf(401) : answerOf(200, emptyList)),
    {
      credentials: () => ({ ...pair }),
      auth: (_, body) => answerOf(200, { access_token: `token-of-${JSON.parse(body).secret}`, expires_in: 900 }),
    },
  );
  await client.listCustomers(from(1), call);
  pair.secret = "new-secret-2b";
  revoked = "Bearer token-of-old-secret-1a";
  await client.listCustomers(from(2), call);
  expect(upstream.requests.at(-1)?.headers.authorization).toBe("Bearer token-of-new-secret-2b");
  expect(upstream.count("/auth")).toBe(2);
});

test("a rotated secret is still hidden in the API's messages", async () => {
  const { list, pair } = setUp("new", () => answerOf(400, { message: "old-secret-1a and new-secret-2b are wrong" }));
  await list().catch(() => {});
  pair.secret = "new-secret-2b";
  await expect(list()).rejects.toMatchObject({ errors: [{ message: "[hidden] and [hidden] are wrong" }] });
});

test.each([[500], [503], [429]])(
  "a token request that fails with %i is repeated, with one call for all callers",
  async (status) => {
    let failures = 0;
    const { client, clock, upstream } = createTestClient(() => answerOf(200, emptyList), {
      auth: () => {
        failures += 1;
        return failures === 1 ? answerOf(status) : answerOf(200, { access_token: "token", expires_in: 900 });
      },
    });
    const all = Array.from({ length: 10 }, (_, index) => client.listCustomers(from(index), call));
    await clock.passUntil(Promise.all(all));
    expect(upstream.count("/auth")).toBe(2);
    expect(upstream.count("/customers")).toBe(10);
    expect(client.status().breaker.state).toBe("closed");
  },
);

test("HTML instead of a token is not requested again with each call", async () => {
  const { list, sentSecrets } = setUp("another", () => answerOf(200, "<html>", { "content-type": "text/html" }));
  for (let calls = 0; calls < 100; calls += 1) {
    await expect(list()).rejects.toMatchObject({ code: "upstream_malformed" });
  }
  expect(sentSecrets).toHaveLength(1);
});

test("a thousand calls to an API that always answers 401 cause only eleven token requests", async () => {
  const { client, upstream, clock } = createTestClient(() => answerOf(401));
  for (let index = 0; index < 1_000; index += 1) {
    await expect(client.listCustomers(from(index), call)).rejects.toMatchObject({ code: "upstream_credentials" });
  }
  expect(upstream.count("/auth")).toBe(11);
  expect(upstream.count("/customers")).toBeLessThanOrEqual(1_011);
  // After these eleven tokens, the client requests only one new token every ten seconds.
  for (const tokens of [12, 13]) {
    await clock.advance(10_000);
    for (let index = 0; index < 10; index += 1) await client.listCustomers(from(index), call).catch(() => {});
    expect(upstream.count("/auth")).toBe(tokens);
  }
});
