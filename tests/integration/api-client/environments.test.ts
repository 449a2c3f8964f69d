import { expect, onTestFinished, test } from "vitest";
import { environments } from "#lib/contract/values/environments.ts";
import { mixCalls } from "#tests/fixtures/api/mix-calls.ts";
import { startOtherApi } from "#tests/fixtures/other-api/start-other-api.ts";
import { everything, startClient } from "./start-client.ts";

async function setUp() {
  const api = await startOtherApi();
  const clients = {
    production: startClient("production", api.origin, api.keys.production),
    sandbox: startClient("sandbox", api.origin, api.keys.sandbox),
  };
  onTestFinished(async () => {
    await Promise.all([clients.production.close(), clients.sandbox.close()]);
    await api.close();
  });
  return { api, clients };
}

test("1,000 interleaved calls with expiring tokens and an unstable API never reach the wrong environment", async () => {
  const mixed = await mixCalls(1_000);
  expect(mixed).toMatchObject({ calls: 1_000, wrongTokens: 0, wrongKeys: 0, wrongAnswers: 0, wrongRequestIDs: 0 });
  expect(mixed.answered + mixed.failed).toBe(1_000);
  expect(mixed.answered).toBeGreaterThan(500);
  expect(mixed.stale).toBeGreaterThan(0);
});

test("a cold start with 1,000 calls requests one token for each environment", async () => {
  const { api, clients } = await setUp();
  await Promise.all(
    Array.from({ length: 1_000 }, (_, index) =>
      clients[index % 2 === 0 ? "production" : "sandbox"].listCustomers(
        { ...everything, offset: index },
        { requestID: "test" },
      ),
    ),
  );
  for (const environment of environments) {
    const auths = api.calls.filter((call) => call.environment === environment && call.path.endsWith("/auth"));
    expect(auths).toHaveLength(1);
  }
  expect(api.calls.filter(({ path }) => path.endsWith("/customers"))).toHaveLength(1_000);
});

test("a key of the other environment is refused, and the error names the environment", async () => {
  const { api } = await setUp();
  const crossed = startClient("sandbox", api.origin, api.keys.production);
  onTestFinished(() => crossed.close());
  await expect(crossed.listCustomers(everything, { requestID: "test" })).rejects.toMatchObject({
    code: "upstream_credentials",
    upstreamStatus: 400,
    message: expect.stringContaining("PROVISIONING_SANDBOX_KEY_ID"),
  });
});
