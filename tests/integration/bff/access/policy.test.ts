import { afterAll, beforeAll, describe, expect, test } from "vitest";
import type { StaffList } from "#lib/contract/access/staff.ts";
import type { Session } from "#lib/contract/console/session.ts";
import { roles } from "#lib/contract/values/access/roles.ts";
import type { AnyRoute } from "#server/bff/core/route.ts";
import { routes } from "#server/bff/rooms.ts";
import type { AccessCase } from "#tests/fixtures/console/access-cases/access-case.ts";
import { accessCases } from "#tests/fixtures/console/access-cases/access-cases.ts";
import { createTestClient, sendWithKey } from "#tests/fixtures/console/api-client.ts";
import type { TestBff } from "#tests/fixtures/console/create-test-bff.ts";
import { createTestBff, testOrigin } from "#tests/fixtures/console/create-test-bff.ts";
import { crossSiteVariants } from "#tests/fixtures/console/network/cross-site-variants.ts";
import { queryStore } from "#tests/fixtures/database/query-store.ts";
import { variablesFor } from "#tests/fixtures/other-api/start-console-before.ts";
import { startOtherApi } from "#tests/fixtures/other-api/start-other-api.ts";

const table: readonly AnyRoute[] = routes;

/**
 * The session cookies, by email address. All requests of a person share one session, because the number of sign-ins is
 * limited. Only a request that may end its session gets a new session.
 */
const cookies = new Map<string, Promise<string>>();
function cookieFor(email: string, key: string): Promise<string> {
  if (key.endsWith(" /api/session")) return console.signIn(email);
  // This route ends all other sessions of the person.
  if (key === "DELETE /api/me/sessions") {
    cookies.delete(email);
    return console.signIn(email);
  }
  const kept = cookies.get(email) ?? console.signIn(email);
  cookies.set(email, kept);
  return kept;
}

let api: Awaited<ReturnType<typeof startOtherApi>>;
let console: TestBff;

beforeAll(async () => {
  api = await startOtherApi({ customers: 20 });
  console = await createTestBff({
    baseUrl: api.origin,
    variables: variablesFor(api),
    staff: [
      ...roles.map((role) => ({ email: `${role}@test.example`, role })),
      { email: "narrow@test.example", role: "administrator", environments: ["sandbox"] },
      { email: "elsewhere@test.example", role: "administrator", environments: ["production"] },
      { email: "one@test.example", role: "viewer", environments: ["production"] },
      { email: "gone@test.example", role: "administrator" },
      { email: "stale@test.example", role: "administrator" },
      // A second administrator. The number of changes per person and minute is limited, so one person cannot make all
      // changes of this file.
      { email: "second@test.example", role: "administrator" },
    ],
  });
});

/** The keys of API clients: one for each role, and one for the other environment only. */
const keys = new Map<string, string>();
/** The cookie of an administrator whose last proof of identity is too old. */
let staleCookie: string;
beforeAll(async () => {
  const cookie = await cookieFor("administrator@test.example", "");
  for (const role of roles) keys.set(role, (await createTestClient(console, cookie, { role })).key);
  const elsewhere = { role: "administrator", environments: ["production"] };
  keys.set("elsewhere", (await createTestClient(console, cookie, elsewhere)).key);
  staleCookie = await staleSession();
});

async function staleSession(): Promise<string> {
  const cookie = await console.signIn("stale@test.example");
  const those = `select "staffID" from "staff" where "email" = 'stale@test.example'`;
  await queryStore(console.databaseUrl, `update "sessions" set "factorAt" = 1 where "staffID" in (${those})`);
  return cookie;
}

/** The cookie of a person who was disabled while signed in. */
let disabledCookie: string;
beforeAll(async () => {
  disabledCookie = await console.signIn("gone@test.example");
  const cookie = await cookieFor("administrator@test.example", "");
  const { staff } = (await (await console.send("GET", "/api/staff", { cookie })).json()) as StaffList;
  const gone = staff.find(({ email }) => email === "gone@test.example")?.staffID;
  const disabled = await console.send("PATCH", `/api/staff/${gone}`, { cookie, body: { state: "disabled" } });
  expect(disabled.status).toBe(200);
});

afterAll(async () => {
  await console.close();
  await api.close();
});

/** Text is sent unchanged, as the content of a file. Everything else is sent as JSON. */
const bodyOf = (body: unknown) => (body === undefined ? null : typeof body === "string" ? body : JSON.stringify(body));

test("the list of this test contains every route of the table, and nothing else", () => {
  expect(table.map(({ key }) => key).sort()).toEqual(Object.keys(accessCases).sort());
});

test("a route is dangerous or closed to API clients exactly if the list of this test says so", () => {
  const flagsOf = ({ dangerous = false, peopleOnly = false }: { dangerous?: boolean; peopleOnly?: boolean }) => ({
    dangerous,
    peopleOnly,
  });
  expect(Object.fromEntries(table.map((route) => [route.key, flagsOf(route)]))).toEqual(
    Object.fromEntries(Object.entries(accessCases).map(([key, one]) => [key, flagsOf(one)])),
  );
});

test("only the route of assistants is for assistants", () => {
  expect(table.filter(({ forAssistants }) => forAssistants).map(({ key }) => key)).toEqual(["POST /api/mcp"]);
});

test("only a provider's request to sign people out has no origin", () => {
  expect(table.filter(({ sentByServer }) => sentByServer).map(({ key }) => key)).toEqual([
    "POST /api/sso/backchannel-logout",
  ]);
});

describe.each(table.map(({ key, method, forAssistants = false }) => ({ key, method, forAssistants })))(
  "$key",
  ({ key, method, forAssistants }) => {
    const { path, body, headers, open, status, dangerous, peopleOnly } = accessCases[key] as AccessCase;
    const isForAnyone = open.includes("anonymous");

    test.each(roles)(
      "the route follows its policy for an API client with the role %s, without a proof of origin",
      async (role) => {
        const response = await sendWithKey(console, keys.get(role) ?? "", method, path, {
          body,
          ...(headers && { headers }),
        });
        if (isForAnyone) {
          // The console ignores the key here. So the request is treated as a request without a session.
          expect(response.status).toBe(method === "GET" || path.includes("/sso/") ? status : 403);
        } else if (open.includes(role) && !dangerous && !peopleOnly && !forAssistants) {
          expect(response.status).toBe(status);
        } else {
          const code = open.includes(role) && !forAssistants ? "not_for_clients" : "forbidden";
          expect([response.status, await response.json()]).toMatchObject([403, { code }]);
        }
      },
    );

    test("without a recent proof of identity, the route is closed only if it is dangerous", async () => {
      const cookie = staleCookie;
      const response = await console.send(method, path, { body, cookie, ...(headers ? { headers } : {}) });
      if (dangerous) {
        expect([response.status, await response.json()]).toMatchObject([403, { code: "step_up_required" }]);
      } else {
        // Some requests need an earlier dangerous step, which was refused too. So these requests get 409.
        expect([status, 409]).toContain(response.status);
      }
      const endsSession = key.endsWith(" /api/session") || key === "POST /api/session/step-up";
      if (endsSession) staleCookie = await staleSession();
    });

    test.each(["anonymous", ...roles])("the route follows its policy for %s", async (who) => {
      const cookie = who === "anonymous" ? undefined : await cookieFor(`${who}@test.example`, key);
      const response = await console.send(method, path, { body, cookie, ...(headers ? { headers } : {}) });
      const refused = who === "anonymous" ? 401 : 403;
      expect(response.status).toBe(open.includes(who) ? status : refused);
    });

    test("the route is closed for a disabled person with an earlier session", async () => {
      const cookie = disabledCookie;
      const response = await console.send(method, path, { body, cookie, ...(headers ? { headers } : {}) });
      // The route of assistants refuses every cookie.
      const refused = forAssistants ? 400 : 401;
      expect(response.status).toBe(open.includes("anonymous") ? status : refused);
    });

    test.runIf(key.includes(":environment"))(
      "the route answers 404 to an administrator of the other environment",
      async () => {
        const cookie = await cookieFor("elsewhere@test.example", key);
        const response = await console.send(method, path, { body, cookie, ...(headers ? { headers } : {}) });
        expect(response.status).toBe(404);
        expect(await response.json()).toMatchObject({
          code: "not_found",
          detail: expect.stringContaining("environment"),
        });
        const byKey = await sendWithKey(console, keys.get("elsewhere") ?? "", method, path, {
          body,
          ...(headers && { headers }),
        });
        const refused = peopleOnly || dangerous ? [403, { code: "not_for_clients" }] : [404, { code: "not_found" }];
        expect([byKey.status, await byKey.json()]).toMatchObject(refused);
      },
    );
  },
);

describe.each(
  table
    // assistant-access.test.ts tests the origins of the route for assistants, which takes no cookie.
    .filter(({ method, sentByServer, forAssistants }) => method !== "GET" && !sentByServer && !forAssistants)
    .map(({ key, method }) => ({ key, method })),
)("$key as a route that changes something", ({ key, method }) => {
  const { path, body, headers: own, open, status } = accessCases[key] as AccessCase;

  test.each(crossSiteVariants(testOrigin))("the route refuses %s", async (_variant, wrong) => {
    const cookie = await cookieFor("administrator@test.example", key);
    const headers = new Headers({
      "content-type": "application/json",
      ...own,
      cookie,
      origin: testOrigin,
      "x-switchboard": "1",
    });
    for (const [name, value] of Object.entries(wrong)) {
      if (value === "") headers.delete(name);
      else headers.set(name, value);
    }
    const response = await console.bff.fetch(
      new Request(`${testOrigin}${path}`, {
        method,
        headers,
        body: bodyOf(body),
      }),
    );
    expect(response.status).toBe(403);
    expect(await response.json()).toMatchObject({ code: "cross_site_request" });
    expect((await console.send("GET", "/api/session", { cookie })).status).toBe(200);
  });

  test.runIf(!open.includes("anonymous"))(
    "the route refuses a key whose request also has a session cookie",
    async () => {
      const cookie = await cookieFor("administrator@test.example", key);
      const given = { body, headers: { ...own, cookie, origin: "https://evil.example" } };
      const response = await sendWithKey(console, keys.get("administrator") ?? "", method, path, given);
      expect([response.status, await response.json()]).toMatchObject([400, { code: "invalid_request" }]);
      expect((await console.send("GET", "/api/session", { cookie })).status).toBe(200);
    },
  );

  test("the route accepts a browser's Sec-Fetch-Site if the request has no origin", async () => {
    const cookie = await cookieFor("second@test.example", key);
    const headers = {
      "content-type": "application/json",
      ...own,
      cookie,
      "x-switchboard": "1",
      "sec-fetch-site": "same-origin",
    };
    const response = await console.bff.fetch(
      new Request(`${testOrigin}${path}`, {
        method,
        headers,
        body: bodyOf(body),
      }),
    );
    expect(response.status).toBe(status);
  });
});

test("an unknown environment and an environment without access both answer 404", async () => {
  const cookie = await console.signIn("narrow@test.example");
  const answers = await Promise.all(
    ["production", "staging", "__proto__", "%2e%2e", "PRODUCTION"].map((environment) =>
      console.send("GET", `/api/${environment}/customers`, { cookie }),
    ),
  );
  expect(answers.map(({ status }) => status)).toEqual([404, 404, 404, 404, 404]);
  expect((await console.send("GET", "/api/sandbox/customers", { cookie })).status).toBe(200);
  const session = await (await console.send("GET", "/api/session", { cookie })).json();
  expect(session).toMatchObject({ environments: ["sandbox"] });
});

test("a server component's request passes the same checks", async () => {
  const params = { environment: "production" };
  const ask = (cookieHeader: string | null) =>
    console.bff.perform("GET /api/:environment/customers", { cookieHeader, params, query: { limit: "10" } });
  await expect(ask(null)).rejects.toMatchObject({ name: "AppError", code: "not_signed_in" });
  await expect(ask(await console.signIn("narrow@test.example"))).rejects.toMatchObject({ code: "not_found" });
  const list = await ask(await console.signIn("viewer@test.example"));
  expect(list).toMatchObject({ limit: 10, offset: 0, window: { defaulted: true } });
});

test("a server component cannot call a route that changes something", async () => {
  const cookieHeader = await console.signIn("viewer@test.example");
  const perform = console.bff.perform as (key: string, request: { cookieHeader: string }) => Promise<unknown>;
  await expect(perform("DELETE /api/session", { cookieHeader })).rejects.toMatchObject({ code: "method_not_allowed" });
  expect((await console.send("GET", "/api/session", { cookie: cookieHeader })).status).toBe(200);
});

test("a session says that its person lacks an environment, unless the person may see what covers all environments anyway", async () => {
  const staffOf = async (email: string) => {
    const answer = await console.send("GET", "/api/session", { cookie: await console.signIn(email) });
    return ((await answer.json()) as Session).staff;
  };
  expect(await staffOf("one@test.example")).toMatchObject({ role: "viewer", lacksEnvironments: true });
  expect(await staffOf("viewer@test.example")).not.toHaveProperty("lacksEnvironments");
  // An administrator can give themselves any environment, so the administrator may read the audit log without it.
  expect(await staffOf("narrow@test.example")).not.toHaveProperty("lacksEnvironments");
  const cookie = await console.signIn("narrow@test.example");
  expect((await console.send("GET", "/api/audit", { cookie })).status).toBe(200);
});
