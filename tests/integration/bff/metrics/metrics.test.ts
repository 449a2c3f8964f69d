import { afterAll, beforeAll, expect, test } from "vitest";
import { createTestClient, sendWithKey } from "#tests/fixtures/console/api-client.ts";
import type { TestBff } from "#tests/fixtures/console/create-test-bff.ts";
import { createTestBff, testOrigin } from "#tests/fixtures/console/create-test-bff.ts";
import { labelValuesOf, metricNamesOf, readMetrics } from "#tests/fixtures/metrics/read-metrics.ts";
import { variablesFor } from "#tests/fixtures/other-api/start-console-before.ts";
import { startOtherApi } from "#tests/fixtures/other-api/start-other-api.ts";

const metricsToken = "Zt4Lw8Qe1Rv6Ny3Ub9Ik5Mo2Ap7Sd0Fg-Hj_Xc";

let api: Awaited<ReturnType<typeof startOtherApi>>;
let console: TestBff;
let cookie: string;

beforeAll(async () => {
  api = await startOtherApi({ customers: 20 });
  console = await createTestBff({
    baseUrl: api.origin,
    variables: { ...variablesFor(api), METRICS_TOKEN: metricsToken },
    staff: [{ email: "ada@test.example", role: "administrator" }],
  });
  cookie = await console.signIn("ada@test.example");
});

afterAll(async () => {
  await console.close();
  await api.close();
});

const ask = (headers: Record<string, string>) =>
  console.bff.fetch(new Request(`${testOrigin}/api/metrics`, { headers }));

test("the metrics accept METRICS_TOKEN as a bearer token, and use Prometheus's format", async () => {
  const response = await ask({ authorization: `Bearer ${metricsToken}` });
  expect(response.status).toBe(200);
  expect(response.headers.get("content-type")).toBe("text/plain; version=0.0.4; charset=utf-8");
  expect(response.headers.get("cache-control")).toBe("private, no-store");
  expect(await response.text()).toMatch(/^# TYPE switchboard_http_request_duration_seconds histogram$/m);
});

test.each([
  ["nothing", {}],
  ["another token", { authorization: `Bearer ${"x".repeat(metricsToken.length)}` }],
  ["the beginning of the token", { authorization: `Bearer ${metricsToken.slice(0, -1)}` }],
  ["the token as a password", { authorization: `Basic ${metricsToken}` }],
])("a request with %s is refused", async (_what, headers) => {
  const response = await ask(headers);
  expect(response.status).toBe(401);
  expect(await response.json()).toMatchObject({ code: "invalid_key" });
});

test("neither an administrator's session nor an API client gives access to the metrics, and the token opens no other route", async () => {
  expect((await console.send("GET", "/api/metrics", { cookie })).status).toBe(401);
  const { key } = await createTestClient(console, cookie, { role: "administrator" });
  expect((await sendWithKey(console, key, "GET", "/api/metrics")).status).toBe(401);
  expect((await sendWithKey(console, key, "GET", "/api/staff")).status).toBe(200);
  expect((await sendWithKey(console, metricsToken, "GET", "/api/staff")).status).toBe(401);
});

test("the metrics cover requests, calls of the API, the store and the workers", async () => {
  await console.send("GET", "/api/sandbox/customers?datefrom=1970-01-01", { cookie });
  await console.send("GET", "/api/sandbox/customers", { cookie: "" });
  const metrics = await readMetrics(console, metricsToken);
  const route = "/api/:environment/customers";
  const requests = "switchboard_http_request_duration_seconds_count";
  expect(metrics.value(requests, { method: "GET", route, status: "2xx" })).toBe(1);
  expect(metrics.value(requests, { method: "GET", route, status: "4xx" })).toBe(1);
  const sandbox = { environment: "sandbox" };
  expect(metrics.value("switchboard_api_requests_total", { ...sandbox, method: "GET", outcome: "ok" })).toBe(1);
  expect(metrics.value("switchboard_api_requests_total", { ...sandbox, method: "POST", outcome: "ok" })).toBe(1);
  expect(metrics.value("switchboard_api_availability", { ...sandbox, availability: "available" })).toBe(1);
  expect(metrics.value("switchboard_api_breaker", { ...sandbox, state: "open" })).toBe(0);
  expect(metrics.value("switchboard_api_token_remaining_seconds", sandbox)).toBeGreaterThan(0);
  expect(metrics.value("switchboard_store_up", {})).toBe(1);
  expect(metrics.value("switchboard_store_call_duration_seconds_count", { part: "sessions" })).toBeGreaterThan(0);
  expect(metrics.value("switchboard_worker_runs_total", { worker: "reconciler" })).toBeGreaterThan(0);
});

test("the metrics count operations, followed jobs and bulk changes", async () => {
  const body = {
    companyName: "Metrics & Sons",
    plan: "essential",
    term: "monthly",
    adminUser: { email: "m@x.example" },
  };
  const headers = { "idempotency-key": "2f1b2f0e-9f0c-4f3e-8a38-0d2c1a1f7b11" };
  const created = await console.send("POST", "/api/sandbox/customers", { cookie, body, headers });
  expect(created.status).toBe(202);
  const { operation } = (await created.json()) as { operation: { outcome: string } };
  const metrics = await readMetrics(console, metricsToken);
  const labels = { environment: "sandbox", outcome: operation.outcome };
  expect(metrics.value("switchboard_operations", labels)).toBe(1);
});

test("no label contains an ID, a name, an address or text from a request", async () => {
  for (const path of [
    "/api/sandbox/customers/c0ffee00-0000-4000-8000-000000000001",
    "/api/canary-path",
    "/api/canary/jobs",
  ]) {
    await console.send("GET", path, { cookie });
    await console.send("DELETE", path, { cookie });
  }
  const text = await (await ask({ authorization: `Bearer ${metricsToken}` })).text();
  expect(text).not.toMatch(/canary|@|ada|c0ffee00|Metrics & Sons/);
  expect(text).not.toMatch(/[0-9a-f]{8}-[0-9a-f]{4}-/);
  expect(labelValuesOf(text, "switchboard_http_request_duration_seconds_count", "route")).toContain("unmatched");
});

test("every metric is a known metric of the console or of Node", async () => {
  const text = await (await ask({ authorization: `Bearer ${metricsToken}` })).text();
  expect(metricNamesOf(text).filter((name) => !/^(switchboard|process|nodejs)_/.test(name))).toEqual([]);
  expect(text.split("\n").length).toBeLessThan(3_000);
});
