import { expect, onTestFinished, test } from "vitest";
import { environments } from "#lib/contract/environment.ts";
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

test("1,000 interleaved calls: each key and each token is seen on its own prefix alone", async () => {
  const { api, clients } = await setUp();
  const pages = await Promise.all(
    Array.from({ length: 1_000 }, async (_, index) => {
      const environment = index % 2 === 0 ? "production" : "sandbox";
      // Now and then every token dies, so that replacing them is interleaved as well.
      if (index % 250 === 249) api.revokeTokens();
      const page = await clients[environment].listCustomers(everything, { requestID: `${environment}-${index}` });
      return { environment, page };
    }),
  );
  for (const { environment, page } of pages) {
    const emails = page.customers.map(({ adminUser }) => adminUser.email).filter((email) => email !== undefined);
    expect(emails.length).toBeGreaterThan(0);
    expect(emails.every((email) => email.endsWith(`@${environment}.example`))).toBe(true);
  }
  const withToken = api.calls.filter(({ token }) => token !== undefined);
  expect(withToken.length).toBeGreaterThanOrEqual(1_000);
  const crossings = withToken.filter(({ token = "", environment }) => api.tokens.get(token) !== environment);
  expect(crossings).toEqual([]);
  for (const { headers, environment } of api.calls) expect(headers["x-request-id"]).toMatch(`${environment}-`);
});

test("a cold start with 1,000 calls asks each environment for one token", async () => {
  const { api, clients } = await setUp();
  await Promise.all(
    Array.from({ length: 1_000 }, (_, index) =>
      clients[index % 2 === 0 ? "production" : "sandbox"].listCustomers(everything, { requestID: "test" }),
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
