import { randomUUID } from "node:crypto";
import { expect, onTestFinished, test } from "vitest";
import { recentFactorMs } from "#lib/contract/console/session.ts";
import { environments } from "#lib/contract/values/environments.ts";
import { quietHeader } from "#lib/contract/values/headers.ts";
import { maxRecorded } from "#server/bff/audit/refusal-recorder.ts";
import { polledRoutes } from "#server/bff/http/audit-denial.ts";
import { routes } from "#server/bff/rooms.ts";
import { accessCases } from "#tests/fixtures/console/access-cases/access-cases.ts";
import {
  createTestBff,
  createTestClock,
  type TestBff,
  type TestBffOptions,
  testPassword,
} from "#tests/fixtures/console/create-test-bff.ts";
import { variablesFor } from "#tests/fixtures/other-api/start-console-before.ts";
import { startOtherApi } from "#tests/fixtures/other-api/start-other-api.ts";
import { readAudit } from "#tests/fixtures/read-audit.ts";

const staff = [
  { email: "vera@test.example", role: "viewer" as const },
  { email: "emre@test.example", role: "editor" as const },
  { email: "ada@test.example", role: "administrator" as const },
];

async function startConsole(options: TestBffOptions = {}) {
  const console = await createTestBff({ staff, ...options });
  onTestFinished(() => console.close());
  return { ...console, audit: () => readAudit(console.databaseUrl) };
}

test("a sign-in, a failed sign-in and a sign-out are recorded with their network address", async () => {
  const console = await startConsole();
  const headers = { "user-agent": "Firefox", "x-request-id": "0123456789abcdef" };
  const body = { email: "vera@test.example", password: testPassword };
  const from = { address: "192.0.2.7", headers };
  await console.send("POST", "/api/session", { ...from, body: { ...body, password: "wrong password" } });
  const cookie = (await console.send("POST", "/api/session", { ...from, body })).headers.getSetCookie()[0] ?? "";
  await console.send("DELETE", "/api/session", { ...from, cookie });
  const events = await console.audit();
  expect(events.map(({ action, outcome }) => `${action} ${outcome}`)).toEqual([
    "sign-in.failed failed",
    "sign-in done",
    "sign-out done",
  ]);
  for (const event of events) {
    expect(event).toMatchObject({ address: "192.0.2.7", userAgent: "Firefox", requestID: "0123456789abcdef" });
  }
  const vera = { kind: "staff", email: "vera@test.example", role: "viewer" };
  expect(events.map(({ actor }) => actor)).toEqual([
    { kind: "anonymous" },
    expect.objectContaining(vera),
    expect.objectContaining(vera),
  ]);
  expect(JSON.stringify(events)).not.toContain("wrong password");
});

/**
 * Sends a request to every write route, without a session and from one network. Each request causes a different
 * refusal.
 */
async function flood(console: Pick<TestBff, "send">, address: string): Promise<number> {
  let count = 0;
  for (const { method, path, policy } of routes) {
    if (method === "GET" || policy === "anyone") continue;
    for (const environment of path.includes(":environment") ? environments : ["production" as const]) {
      count += 1;
      await console.send(method, path.replace(":environment", environment).replaceAll(/:\w+/g, "x"), { address });
    }
  }
  return count;
}

test("many requests without a session hide neither a wrong password nor the refusals of another network", async () => {
  const console = await startConsole();
  expect(await flood(console, "2001:db8:1:1::7")).toBeGreaterThan(maxRecorded);
  const guess = { body: { email: "vera@test.example", password: "wrong password" } };
  await console.send("POST", "/api/session", { ...guess, address: "2001:db8:1:1::8" });
  await console.send("POST", "/api/sandbox/probe", { address: "2001:db8:1:2::7" });
  const events = await console.audit();
  const of = (network: string) => events.filter(({ address }) => address?.startsWith(network));
  expect(of("2001:db8:1:1:").at(-1)).toMatchObject({ action: "sign-in.failed", after: { code: "sign_in_failed" } });
  expect(of("2001:db8:1:2:")).toMatchObject([{ action: "access.denied" }]);
  expect(of("2001:db8:1:1:")).toHaveLength(maxRecorded + 1);
});

test("one event counts repeated guesses and refusals, so that they cannot fill the log", async () => {
  const console = await startConsole();
  const cookie = await console.signIn("vera@test.example");
  for (let count = 0; count < 30; count += 1) await console.send("POST", "/api/sandbox/probe", { cookie });
  await flood(console, "198.51.100.7");
  // A person's refusal is recorded even after many refusals from outside.
  await console.send("POST", "/api/sandbox/probe", { cookie: await console.signIn("emre@test.example") });
  // When the console stops, it writes the refusals that it has only counted.
  await console.bff.close();
  const events = await console.audit();
  const denied = events.filter(({ action }) => action === "access.denied");
  expect(denied.filter(({ actor }) => actor.kind === "anonymous").length).toBe(maxRecorded + 1);
  const ofEmre = denied.filter(({ actor }) => actor.email === "emre@test.example");
  expect(ofEmre.map(({ target }) => target)).toEqual([{ kind: "route", id: "POST /api/:environment/probe" }]);
  const ofVera = denied.filter(({ actor }) => actor.email === "vera@test.example");
  expect(ofVera.map(({ after }) => after)).toEqual([
    { code: "forbidden" },
    { code: "forbidden", repeated: 29, since: expect.any(String) },
  ]);
  expect(ofVera[0]).toMatchObject({ outcome: "denied", target: { kind: "route", id: "POST /api/:environment/probe" } });
  expect(denied.at(-1)).toMatchObject({
    actor: { kind: "anonymous" },
    address: "198.51.100.7",
    after: { repeated: expect.any(Number) },
  });
});

test("a write is recorded before it is sent and when its result is known; exports, shared views and probes are recorded too", async () => {
  const api = await startOtherApi({ customers: 3 });
  onTestFinished(() => api.close());
  const console = await startConsole({ baseUrl: api.origin, variables: variablesFor(api) });
  const editor = await console.signIn("emre@test.example");
  const creation = accessCases["POST /api/:environment/customers"];
  const body = creation?.body;
  const headers = { "idempotency-key": randomUUID(), "x-request-id": "fedcba9876543210" };
  expect((await console.send("POST", "/api/sandbox/customers", { cookie: editor, body, headers })).status).toBe(202);
  await (await console.send("GET", "/api/sandbox/customers/export?format=csv", { cookie: editor })).text();
  const view = { name: "Newest", query: "" };
  await console.send("POST", "/api/views", { cookie: editor, body: view });
  await console.send("POST", "/api/views", { cookie: editor, body: { ...view, name: "Ours", shared: true } });
  const administrator = await console.signIn("ada@test.example");
  await console.send("POST", "/api/sandbox/probe", { cookie: administrator });

  const events = (await console.audit()).filter(({ action }) => action !== "sign-in");
  expect(events.map(({ action, actor }) => `${action} ${actor.email}`)).toEqual([
    "operation.recorded emre@test.example",
    "operation.settled emre@test.example",
    "export.started emre@test.example",
    "view.created emre@test.example",
    "api.probed ada@test.example",
  ]);
  const [recorded, settled, exported, created] = events;
  expect(recorded).toMatchObject({
    environment: "sandbox",
    requestID: "fedcba9876543210",
    after: { kind: "create-customer", request: { companyName: "Acme" } },
  });
  expect(settled).toMatchObject({ target: recorded?.target, after: { state: "accepted" } });
  expect(exported).toMatchObject({ environment: "sandbox", after: { what: "customers", format: "csv", expected: 4 } });
  expect(created).toMatchObject({ target: { kind: "view" }, after: { name: "Ours" } });
});

test("access to an environment that a person does not have is recorded as denied", async () => {
  const console = await startConsole({
    staff: [{ email: "narrow@test.example", role: "administrator", environments: ["sandbox"] }],
  });
  const cookie = await console.signIn("narrow@test.example");
  expect((await console.send("GET", "/api/production/customers", { cookie })).status).toBe(404);
  expect((await console.send("GET", "/api/staging/customers", { cookie })).status).toBe(404);
  const denied = (await console.audit()).filter(({ action }) => action === "access.denied");
  expect(denied).toMatchObject([{ environment: "production", after: { code: "not_found" } }]);
});

test("a denied request of a person is recorded, and a request that an open page repeats automatically is not", async () => {
  const console = await startConsole({
    staff: [{ email: "narrow@test.example", role: "viewer", environments: ["sandbox"] }],
  });
  const cookie = await console.signIn("narrow@test.example");
  const get = (path: string, quiet: boolean) =>
    console.send("GET", path, { cookie, ...(quiet && { headers: { [quietHeader]: "1" } }) });
  for (const path of ["/api/status", "/api/production/operations", "/api/production/bulk"]) {
    expect((await get(path, true)).status).toBeGreaterThanOrEqual(403);
  }
  expect((await console.audit()).filter(({ action }) => action === "access.denied")).toEqual([]);
  // The audit log omits a refusal only if two conditions are true: the request has the header, and pages send such
  // requests in the background.
  await get("/api/policy", true);
  await get("/api/status", false);
  const denied = (await console.audit()).filter(({ action }) => action === "access.denied");
  expect(denied.map(({ target }) => target?.id)).toEqual(["GET /api/policy", "GET /api/status"]);
});

test("the table contains every route that pages poll", () => {
  const keys = new Set<string>(routes.map(({ key }) => key));
  expect([...polledRoutes].filter((key) => !keys.has(key))).toEqual([]);
});

test("entering the password again counts for ten minutes, and a wrong password is recorded", async () => {
  const clock = createTestClock();
  const console = await startConsole({ clock });
  const cookie = await console.signIn("ada@test.example");
  clock.advance(recentFactorMs);
  const stepUp = (password: string) => console.send("POST", "/api/session/step-up", { cookie, body: { password } });
  const wrong = await stepUp("not the password");
  expect([wrong.status, await wrong.json()]).toMatchObject([
    403,
    { code: "step_up_failed", errors: [{ field: "password" }] },
  ]);
  expect((await stepUp(testPassword)).status).toBe(204);
  const events = (await console.audit()).filter(({ action }) => action === "step-up");
  expect(events.map(({ outcome }) => outcome)).toEqual(["failed", "done"]);
});
