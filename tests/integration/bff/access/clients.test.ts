import { afterAll, beforeAll, expect, test } from "vitest";
import { clientListSchema } from "#lib/contract/access/clients.ts";
import { maxClientRequestsAMinute } from "#server/bff/access/limits/write-limit.ts";
import type { AnyRoute } from "#server/bff/core/route.ts";
import { routes } from "#server/bff/rooms.ts";
import type { AccessCase } from "#tests/fixtures/console/access-cases/access-case.ts";
import { accessCases } from "#tests/fixtures/console/access-cases/access-cases.ts";
import { createTestClient, sendWithKey } from "#tests/fixtures/console/api-client.ts";
import { createTestBff, createTestClock, type TestBff, testOrigin } from "#tests/fixtures/console/create-test-bff.ts";
import { queryStore } from "#tests/fixtures/database/query-store.ts";
import { createOtherCustomers } from "#tests/fixtures/other-api/other-customers.ts";
import { variablesFor } from "#tests/fixtures/other-api/start-console-before.ts";
import { startOtherApi } from "#tests/fixtures/other-api/start-other-api.ts";
import { readAudit } from "#tests/fixtures/read-audit.ts";

const clock = createTestClock(Date.now());
const customerID = createOtherCustomers("sandbox", 1, 0)[0]?.uuid ?? "";
const contractPath = `/api/sandbox/customers/${customerID}/contract`;

let api: Awaited<ReturnType<typeof startOtherApi>>;
let console: TestBff;
let cookie: string;
beforeAll(async () => {
  api = await startOtherApi({ customers: 5 });
  console = await createTestBff({
    baseUrl: api.origin,
    variables: variablesFor(api),
    clock,
    staff: [{ email: "ada@test.example", role: "administrator" }],
  });
  cookie = await console.signIn("ada@test.example");
});
afterAll(async () => {
  await console.close();
  await api.close();
});

const problemOf = async (response: Response) => [response.status, ((await response.json()) as { code: string }).code];

test("a key reads and writes with its role and under its name, without a cookie or the console's headers", async () => {
  const { client, key } = await createTestClient(console, cookie, { name: "Nightly change", role: "editor" });
  expect((await sendWithKey(console, key, "GET", "/api/sandbox/customers")).status).toBe(200);
  const changed = await sendWithKey(console, key, "PATCH", contractPath, { body: { term: "monthly" } });
  expect(changed.status).toBe(200);
  expect(changed.headers.getSetCookie()).toEqual([]);
  const { operation } = (await changed.json()) as { operation: { actor: unknown } };
  expect(operation.actor).toEqual({ staffID: client.clientID, email: "Nightly change" });
  const events = (await readAudit(console.databaseUrl)).filter(({ actor }) => actor.id === client.clientID);
  expect(events.map(({ action }) => action)).toContain("operation.recorded");
  expect(events[0]?.actor).toEqual({ kind: "client", id: client.clientID, email: "Nightly change" });
  const people = await (await console.send("GET", "/api/sandbox/operations/people", { cookie })).json();
  expect(JSON.stringify(people)).toContain("Nightly change");
});

test("the key is shown once and stored as a hash", async () => {
  const { client, key } = await createTestClient(console, cookie);
  expect(key).toMatch(/^swb_[\w-]{43}$/);
  expect(key.endsWith(client.keyEnd)).toBe(true);
  const list = await (await console.send("GET", "/api/clients", { cookie })).text();
  expect(list).toContain(client.clientID);
  expect(list).not.toContain(key);
  const stored = await queryStore(console.databaseUrl, 'select * from "apiClients"');
  const audited = JSON.stringify(await readAudit(console.databaseUrl));
  for (const text of [JSON.stringify(stored), audited, console.logLines.join("")]) {
    expect(text).not.toContain(key);
    expect(text).not.toContain(key.slice(4));
  }
});

test("an API client does not appear in the list of staff", async () => {
  const { client, key } = await createTestClient(console, cookie, { role: "administrator" });
  const staff = await (await console.send("GET", "/api/staff?limit=100", { cookie })).text();
  expect(staff).not.toContain(client.clientID);
  const promoted = await console.send("PATCH", `/api/staff/${client.clientID}`, { cookie, body: { role: "viewer" } });
  expect(promoted.status).toBe(404);
  const body = { email: `client:${client.clientID}`, password: key };
  expect((await console.send("POST", "/api/session", { body })).status).toBe(401);
});

test("a key that is wrong, expired or revoked gives no access from the next request on", async () => {
  const expiresAt = new Date(clock.now() + 60_000).toISOString();
  const expiring = await createTestClient(console, cookie, { expiresAt });
  const revoked = await createTestClient(console, cookie);
  const get = (key: string) => sendWithKey(console, key, "GET", "/api/sandbox/customers");
  expect([(await get(expiring.key)).status, (await get(revoked.key)).status]).toEqual([200, 200]);
  clock.advance(60_000);
  expect(await problemOf(await get(expiring.key))).toEqual([401, "invalid_key"]);
  expect((await console.send("DELETE", `/api/clients/${revoked.client.clientID}`, { cookie })).status).toBe(204);
  expect(await problemOf(await get(revoked.key))).toEqual([401, "invalid_key"]);
  for (const wrong of ["swb_wrong", `${revoked.key.slice(0, -1)}_`, "x".repeat(5_000)]) {
    expect(await problemOf(await get(wrong))).toEqual([401, "invalid_key"]);
  }
  const { clients } = clientListSchema.parse(
    await (await console.send("GET", "/api/clients?limit=100", { cookie })).json(),
  );
  const stateOf = (clientID: string) => clients.find((one) => one.clientID === clientID)?.state;
  expect([stateOf(expiring.client.clientID), stateOf(revoked.client.clientID)]).toEqual(["expired", "revoked"]);
});

/**
 * Routes that an API key may use although their paths contain no environment. The value explains why a key for only one
 * environment may use the route.
 */
const openToNarrowKeys: Readonly<Record<string, string>> = {
  "GET /api/announcement": "shows an announcement only to those environments that the key has",
  "GET /api/attention": "lists those environments that the key has",
  "GET /api/attention/count": "counts those environments that the key has",
  "POST /api/attention/:id/snooze": "finds items of those environments that the key has",
  "POST /api/attention/:id/handled": "finds items of those environments that the key has",
  "DELETE /api/attention/:id/snooze": "finds items of those environments that the key has",
  "DELETE /api/attention/:id/handled": "finds items of those environments that the key has",
  "GET /api/tickets/:ticket": "shows those environments that the key has",
  "GET /api/views": "a view names no environment",
  "POST /api/views": "a view names no environment",
  "PATCH /api/views/:viewID": "a view names no environment",
  "DELETE /api/views/:viewID": "a view names no environment",
  "POST /api/mcp": "each call of a tool names an environment, which the called route checks",
  "GET /api/openapi.json": "the document of the routes names no environment of its own",
  "GET /api/reference": "the routes name no environment of their own",
  "GET /api/reference/:operationID": "the routes name no environment of their own",
  "GET /api/policy": "how people sign in is about no environment",
  "GET /api/policy/tickets": "which writes need a ticket is about no environment",
  "GET /api/policy/known": "which changes outside the console alert is about no environment",
};

test("routes for all environments accept only a key for all environments", async () => {
  const role = "administrator";
  const narrow = await createTestClient(console, cookie, { role, environments: ["sandbox"] });
  const whole = await createTestClient(console, cookie, { role });
  const table: readonly AnyRoute[] = routes;
  const reachable = table.filter(
    ({ path, policy, peopleOnly, dangerous }) =>
      !path.includes(":environment") && policy !== "anyone" && !peopleOnly && !dangerous,
  );
  const narrowed = reachable.filter(({ everyEnvironment }) => !everyEnvironment).map(({ key }) => key);
  expect(narrowed.sort()).toEqual(Object.keys(openToNarrowKeys).sort());
  const covering = reachable.filter(({ everyEnvironment }) => everyEnvironment);
  expect(covering.map(({ key }) => key)).toEqual(
    expect.arrayContaining(["GET /api/audit/people", "GET /api/audit/verification", "GET /api/calls/bodies"]),
  );
  for (const { key, method } of covering) {
    const { path, body } = accessCases[key] as AccessCase;
    const refused = await sendWithKey(console, narrow.key, method, path, { body });
    expect([key, ...(await problemOf(refused))]).toEqual([key, 403, "forbidden"]);
    const answer = await sendWithKey(console, whole.key, method, path, { body });
    // A write gets no body here. So it may fail later, but not for lack of access.
    if (method === "GET") expect([key, answer.status]).toEqual([key, 200]);
    else expect([key, answer.status]).not.toEqual([key, 403]);
    await answer.text();
  }
});

test("recording contents needs a person with a recent proof of identity, so a key cannot start it", async () => {
  const { key } = await createTestClient(console, cookie, { role: "administrator" });
  const body = { staffID: "nobody", on: true };
  const answer = await sendWithKey(console, key, "POST", "/api/calls/bodies", { body });
  expect(await problemOf(answer)).toEqual([403, "not_for_clients"]);
});

test("a client cannot have a name that looks like a person's address", async () => {
  const body = { name: "ada@test.example", role: "editor", environments: ["sandbox"] };
  const made = await console.send("POST", "/api/clients", { cookie, body });
  expect([made.status, await made.json()]).toMatchObject([400, { errors: [{ field: "name" }] }]);
  const { client } = await createTestClient(console, cookie);
  const renamed = await console.send("PATCH", `/api/clients/${client.clientID}`, { cookie, body: { name: body.name } });
  expect(renamed.status).toBe(400);
});

test("a request with both a key and a session cookie is refused, even if one of them is valid", async () => {
  const { key } = await createTestClient(console, cookie, { role: "administrator" });
  for (const [sentKey, sentCookie] of [
    [key, cookie],
    [key, "switchboard=nonsense"],
    ["swb_wrong", cookie],
  ] as const) {
    const headers = { cookie: sentCookie };
    const answer = await sendWithKey(console, sentKey, "GET", "/api/sandbox/customers", { headers });
    expect(await problemOf(answer)).toEqual([400, "invalid_request"]);
  }
  const other = await sendWithKey(console, key, "GET", "/api/sandbox/customers", { headers: { cookie: "theme=dark" } });
  expect(other.status).toBe(200);
});

test("a cookie with another authorization scheme counts as a person's request, which must prove its origin", async () => {
  const headers = { cookie, authorization: "Basic YTpi", "content-type": "application/json" };
  const send = (more: Record<string, string>) =>
    console.bff.fetch(
      new Request(`${testOrigin}${contractPath}`, {
        method: "PATCH",
        headers: { ...headers, ...more },
        body: '{"term":"monthly"}',
      }),
    );
  expect(await problemOf(await send({}))).toEqual([403, "cross_site_request"]);
  expect((await send({ origin: testOrigin, "x-switchboard": "1" })).status).toBe(200);
});

test("a key with address ranges gives no access from other addresses", async () => {
  const { key } = await createTestClient(console, cookie, { addresses: ["192.0.2.0/24", "2001:db8::1"] });
  const from = async (address?: string) =>
    (await sendWithKey(console, key, "GET", "/api/sandbox/customers", address === undefined ? {} : { address })).status;
  expect(await from("192.0.2.77")).toBe(200);
  expect(await from("::ffff:192.0.2.77")).toBe(200);
  expect(await from("2001:db8::1")).toBe(200);
  expect(await from("192.0.3.1")).toBe(403);
  expect(await from()).toBe(403);
  const wrong = await console.send("POST", "/api/clients", {
    cookie,
    body: { name: "Wrong", role: "viewer", environments: ["sandbox"], addresses: ["0.0.0.0/0"] },
  });
  expect(await wrong.json()).toMatchObject({ errors: [{ field: "addresses" }] });
});

test("a client has its own limit, and a refusal says when to try again", async () => {
  const { key } = await createTestClient(console, cookie);
  const other = await createTestClient(console, cookie);
  const get = (own: string) => sendWithKey(console, own, "GET", "/api/sandbox/contract-values");
  const statuses = new Set<number>();
  for (let sent = 0; sent < maxClientRequestsAMinute; sent += 1) statuses.add((await get(key)).status);
  expect([...statuses]).toEqual([200]);
  const refused = await get(key);
  expect(Number(refused.headers.get("retry-after"))).toBeGreaterThan(0);
  expect(await problemOf(refused)).toEqual([429, "too_many_requests"]);
  expect((await get(other.key)).status).toBe(200);
});

test("the last use of a key is shown, and a new name is used from the next request on", async () => {
  const { client, key } = await createTestClient(console, cookie, { role: "editor" });
  expect(client.lastUsedAt).toBeUndefined();
  const renamed = await console.send("PATCH", `/api/clients/${client.clientID}`, { cookie, body: { name: "Renamed" } });
  expect(renamed.status).toBe(200);
  await sendWithKey(console, key, "POST", "/api/sandbox/bulk/none/pause");
  const { clients } = clientListSchema.parse(
    await (await console.send("GET", "/api/clients?limit=100", { cookie })).json(),
  );
  const shown = clients.find(({ clientID }) => clientID === client.clientID);
  expect(shown).toMatchObject({
    name: "Renamed",
    lastUsedAt: new Date(clock.now()).toISOString(),
    createdBy: "ada@test.example",
  });
});
