import { afterAll, beforeAll, expect, onTestFinished, test } from "vitest";
import { maxClientRequestsAMinute, maxWritesAMinute } from "#server/bff/access/limits/write-limit.ts";
import type { AnyRoute } from "#server/bff/core/route.ts";
import { errorsOfRoute } from "#server/bff/openapi/errors-of-route.ts";
import { routes } from "#server/bff/rooms.ts";
import { type ConsoleStore, openStore } from "#server/bff/store/open-store.ts";
import { createAssistant } from "#tests/fixtures/assistants/assistant-client.ts";
import type { AccessCase } from "#tests/fixtures/console/access-cases/access-case.ts";
import { accessCases } from "#tests/fixtures/console/access-cases/access-cases.ts";
import { createTestClient, sendWithKey } from "#tests/fixtures/console/api-client.ts";
import { createTestBff, type TestBff } from "#tests/fixtures/console/create-test-bff.ts";
import { queryStore } from "#tests/fixtures/database/query-store.ts";

/**
 * The OpenAPI document lists the errors that the pipeline can return on each route. The list is derived from the members
 * of the route (server/bff/openapi/errors-of-route.ts). This test provokes each error on each route, and compares the
 * answers with the list. Any route answers a fault of the program with `internal`.
 */
const table: readonly AnyRoute[] = routes;

/** The number of changes of one person is limited, so several administrators share the routes. */
const administrators = Array.from({ length: 8 }, (_, index) => `ada${index}@test.example`);

let console: TestBff;
let store: ConsoleStore;
beforeAll(async () => {
  console = await createTestBff({
    async openStore(url, given) {
      store = await openStore(url, given);
      return store;
    },
    staff: [
      ...administrators.map((email) => ({ email, role: "administrator" as const })),
      { email: "stale@test.example", role: "administrator" },
      { email: "busy@test.example", role: "administrator" },
      { email: "elsewhere@test.example", role: "administrator", environments: ["production"] },
    ],
  });
});
afterAll(() => console.close());

const isChange = ({ method }: AnyRoute) => method !== "GET";
const caseOf = ({ key }: AnyRoute) => accessCases[key] as AccessCase;

type Answers = (route: AnyRoute, index: number) => Promise<Response>;

const provoked = new Map<string, Set<string>>(table.map(({ key }) => [key, new Set()]));

/** Sends one request to each of these routes, and records the code of each answer with an error. */
async function provoke(of: readonly AnyRoute[], answer: Answers): Promise<void> {
  for (const [index, route] of of.entries()) {
    const response = await answer(route, index);
    await record(route, response);
  }
}

async function record({ key }: AnyRoute, response: Response): Promise<void> {
  const isProblem = response.headers.get("content-type")?.startsWith("application/problem+json") === true;
  if (!isProblem) {
    await response.body?.cancel();
    return;
  }
  const { code } = (await response.json()) as { code: string };
  provoked.get(key)?.add(`${response.status} ${code}`);
}

test("every error of the pipeline is provoked on every route that lists it, and on no other route", async () => {
  const cookies: string[] = [];
  for (const email of administrators) cookies.push(await console.signIn(email));
  const [ada = ""] = cookies;
  const [stale, busy, elsewhere] = [
    await console.signIn("stale@test.example"),
    await console.signIn("busy@test.example"),
    await console.signIn("elsewhere@test.example"),
  ];
  const staleID = `select "staffID" from "staff" where "email" = 'stale@test.example'`;
  await queryStore(console.databaseUrl, `update "sessions" set "factorAt" = 1 where "staffID" in (${staleID})`);
  const { key } = await createTestClient(console, ada, { role: "administrator" });
  const bound = await createTestClient(console, ada, { role: "administrator", addresses: ["192.0.2.1"] });
  const flooding = await createTestClient(console, ada, { role: "administrator" });
  const assistant = await createAssistant(console, ada, "reading", { role: "administrator" });

  const headersOf = (route: AnyRoute) => caseOf(route).headers ?? {};
  const asPerson =
    (cookieOf: (index: number) => string, change: Record<string, string> = {}, body?: (route: AnyRoute) => unknown) =>
    (route: AnyRoute, index: number) =>
      console.send(route.method, caseOf(route).path, {
        body: body ? body(route) : caseOf(route).body,
        cookie: route.forAssistants ? undefined : cookieOf(index),
        headers: {
          ...headersOf(route),
          ...(route.forAssistants && { authorization: `Bearer ${assistant.key}` }),
          ...change,
        },
      });
  const administrator = (index: number) => cookies[index % cookies.length] ?? "";
  const asClient =
    (clientKey: string): Answers =>
    (route) =>
      sendWithKey(console, clientKey, route.method, caseOf(route).path, {
        body: caseOf(route).body,
        headers: headersOf(route),
      });
  const withAccess = table.filter(({ policy }) => policy !== "anyone");
  const changes = table.filter(isChange);

  // Nobody, a wrong key, a key from another address, and a key that may not do this.
  await provoke(withAccess, (route) => {
    const { path, body } = caseOf(route);
    return console.send(route.method, path, { body, headers: headersOf(route) });
  });
  await provoke(withAccess, asClient(`swb_${"a".repeat(43)}`));
  await provoke(withAccess, asClient(bound.key));
  await provoke(
    withAccess.filter(({ dangerous, peopleOnly }) => dangerous || peopleOnly),
    asClient(key),
  );
  await provoke(
    withAccess.filter((route) => isChange(route) && !route.forAssistants),
    asClient(assistant.key),
  );
  // Another environment, no recent proof of identity, and another site.
  await provoke(
    table.filter(({ path, forAssistants }) => path.includes(":environment") && !forAssistants),
    asPerson(() => elsewhere),
  );
  await provoke(
    table.filter(({ dangerous }) => dangerous),
    asPerson(() => stale),
  );
  await provoke(
    changes.filter(({ sentByServer }) => !sentByServer),
    asPerson(() => ada, { origin: "https://evil.example" }),
  );
  // Input that no route takes: the same parameter twice, another kind of body, and a body that is too large.
  const twice = "unknown=1&unknown=1";
  await provoke(table, (route, index) =>
    console.send(route.method, `${caseOf(route).path}${caseOf(route).path.includes("?") ? "&" : "?"}${twice}`, {
      // The route for other servers takes a form, which the list of requests does not send.
      body: route.sentByServer ? "logout_token=none" : caseOf(route).body,
      cookie: route.forAssistants ? undefined : administrator(index),
      headers: {
        ...headersOf(route),
        ...(route.sentByServer && { "content-type": "application/x-www-form-urlencoded" }),
        ...(route.forAssistants && { authorization: `Bearer ${assistant.key}` }),
      },
    }),
  );
  await provoke(
    changes,
    asPerson(administrator, { "content-type": "image/png" }, () => "x"),
  );
  await provoke(
    changes,
    asPerson(administrator, {}, ({ maxBodyBytes = 65_536 }) => "x".repeat(maxBodyBytes + 1)),
  );
  // Limits.
  const counted = table.filter((route) => !route.sentByServer && (route.countsAsWrite ?? isChange(route)));
  for (let index = 0; index < maxWritesAMinute; index += 1) {
    await console.send("PUT", "/api/me/preferences", { cookie: busy, body: "x" });
  }
  await provoke(
    counted,
    asPerson(() => busy),
  );
  for (let index = 0; index < maxClientRequestsAMinute; index += 1) {
    await sendWithKey(console, flooding.key, "GET", "/api/me");
  }
  await provoke(withAccess, asClient(flooding.key));
  // A required second factor, and a store that fails.
  const { policy } = await (await console.send("GET", "/api/policy", { cookie: ada })).json();
  const required = { secondFactorRequired: true, ssoRequired: false, version: policy.version };
  expect((await console.send("PUT", "/api/policy", { cookie: ada, body: required })).status).toBe(200);
  await provoke(
    withAccess.filter(({ beforeSecondFactor, forAssistants }) => !beforeSecondFactor && !forAssistants),
    asPerson(() => ada),
  );
  await store.close();
  await provoke(
    table,
    asPerson(() => ada),
  );

  const differences: unknown[] = [];
  let count = 0;
  for (const route of table) {
    const { errors: _, ...withoutOwn } = route;
    const listed = [...errorsOfRoute(withoutOwn)].flatMap(([status, codes]) =>
      codes.map((code) => `${status} ${code}`),
    );
    const expected = listed.filter((error) => error !== "500 internal").sort();
    const all = [...errorsOfRoute(route)].flatMap(([status, codes]) => codes.map((code) => `${status} ${code}`));
    const found = [...(provoked.get(route.key) ?? [])];
    const missing = expected.filter((error) => !found.includes(error));
    const unlisted = found.filter((error) => !all.includes(error));
    if (missing.length > 0 || unlisted.length > 0) differences.push({ key: route.key, missing, unlisted });
    count += expected.length;
  }
  expect(differences).toEqual([]);
  expect(count).toBeGreaterThan(1_000);
}, 300_000);

test("without known customers, the routes that list known_customers_off refuse what needs them, and no other route does", async () => {
  const off = await createTestBff({
    variables: { KNOWN_CUSTOMERS: "off" },
    staff: [{ email: "ada@test.example", role: "administrator" }],
  });
  onTestFinished(off.close);
  const cookie = await off.signIn("ada@test.example");
  const listed = table.filter(({ errors }) => errors?.includes("known_customers_off"));
  for (const route of listed) {
    const { path, body } = caseOf(route);
    // The lists need known customers only for a filter that the API does not have.
    const filter = /\/customers(\/export)?$/.test(route.path) ? "plan=essential" : "";
    const response = await off.send(route.method, `${path}${path.includes("?") ? "&" : "?"}${filter}`, {
      cookie,
      body,
    });
    expect([route.key, response.status, (await response.json()).code]).toEqual([route.key, 400, "known_customers_off"]);
  }
  expect(listed.length).toBeGreaterThan(0);
});
