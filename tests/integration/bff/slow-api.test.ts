import { expect, onTestFinished, test } from "vitest";
import { startFaultProxy } from "#tests/fixtures/api/fault-proxy.ts";
import { createTestBff } from "#tests/fixtures/console/create-test-bff.ts";
import { queryStore } from "#tests/fixtures/database/query-store.ts";
import { variablesFor } from "#tests/fixtures/other-api/start-console-before.ts";
import { startOtherApi } from "#tests/fixtures/other-api/start-other-api.ts";

/**
 * Starts a console in front of an API that never answers one kind of request. The console waits one second for each
 * attempt.
 */
async function setUp(isHeld: (method: string, url: string) => boolean) {
  const api = await startOtherApi({ customers: 5 });
  const proxy = await startFaultProxy(api.origin, ({ method, url }) =>
    isHeld(method, url) ? { kind: "black-hole", passed: false } : undefined,
  );
  const console = await createTestBff({
    baseUrl: proxy.origin,
    variables: { ...variablesFor(api), PROVISIONING_ATTEMPT_SECONDS: "1", PROVISIONING_CALL_SECONDS: "60" },
    staff: [{ email: "editor@test.example", role: "editor" }],
  });
  onTestFinished(async () => {
    await console.close();
    await proxy.close();
    await api.close();
  });
  return { proxy, console, cookie: await console.signIn("editor@test.example") };
}

test("a request takes as long as PROVISIONING_ATTEMPT_SECONDS allows, and the error names that time", async () => {
  const { console, cookie } = await setUp((_, url) => url.includes("/webhooks"));
  const response = await console.send("GET", "/api/sandbox/webhooks", { cookie });
  expect(response.status).toBe(504);
  await expect(response.json()).resolves.toMatchObject({
    code: "upstream_timeout",
    detail: "The sandbox API did not respond within 1 s.",
  });
});

test("a write belongs to its process for four times PROVISIONING_CALL_SECONDS", async () => {
  const { console, cookie, proxy } = await setUp((method, url) => method === "POST" && url.endsWith("/customers"));
  const body = { companyName: "Slow", plan: "essential", term: "12-months", adminUser: { email: "a@slow.example" } };
  const headers = { "Idempotency-Key": "5f0c0b3e-8f1c-4c56-9f0e-6f6f3b1d2a77" };
  const creating = console.send("POST", "/api/sandbox/customers", { cookie, body, headers });
  await expect.poll(() => proxy.requests.filter(({ method }) => method === "POST").length).toBeGreaterThan(1);
  const [stored] = await queryStore(console.databaseUrl, `select "dueAt", "sentAt", "state" from "operations"`);
  expect(stored).toMatchObject({ state: "sent", dueAt: Number(stored?.sentAt) + 240_000 });
  const answer = (await (await creating).json()) as { code?: string };
  expect(answer).toMatchObject({ operation: { state: "unknown" } });
});
