import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { roles } from "#lib/contract/session.ts";
import type { AnyRoute } from "#server/bff/core/route.ts";
import { routes } from "#server/bff/routes.ts";
import type { AccessCase } from "#tests/fixtures/access-cases.ts";
import { accessCases, crossSiteVariants } from "#tests/fixtures/access-cases.ts";
import type { TestBff } from "#tests/fixtures/create-test-bff.ts";
import { createTestBff, testOrigin } from "#tests/fixtures/create-test-bff.ts";
import { variablesFor } from "#tests/fixtures/other-api/start-console-before.ts";
import { startOtherApi } from "#tests/fixtures/other-api/start-other-api.ts";

const table: readonly AnyRoute[] = routes;

/** One session for each person, because sign-ins of one person are bounded; a request that may end it gets its own. */
const cookies = new Map<string, Promise<string>>();
function cookieFor(email: string, key: string): Promise<string> {
  if (key.endsWith(" /api/session")) return console.signIn(email);
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
    ],
  });
});

afterAll(async () => {
  await console.close();
  await api.close();
});

test("every route of the table is expected here, and nothing else", () => {
  expect(table.map(({ key }) => key).sort()).toEqual(Object.keys(accessCases).sort());
});

describe.each(table.map((route) => ({ key: route.key, method: route.method })))("$key", ({ key, method }) => {
  const { path, body, headers, open, status } = accessCases[key] as AccessCase;

  test.each(["anonymous", ...roles])("as %s follows its policy", async (who) => {
    const cookie = who === "anonymous" ? undefined : await cookieFor(`${who}@test.example`, key);
    const response = await console.send(method, path, { body, cookie, ...(headers ? { headers } : {}) });
    const refused = who === "anonymous" ? 401 : 403;
    expect(response.status).toBe(open.includes(who) ? status : refused);
  });
});

describe.each(table.filter(({ method }) => method !== "GET").map(({ key, method }) => ({ key, method })))(
  "$key, which changes something,",
  ({ key, method }) => {
    const { path, body, headers: own, status } = accessCases[key] as AccessCase;

    test.each(crossSiteVariants(testOrigin))("refuses %s", async (_variant, wrong) => {
      const cookie = await cookieFor("administrator@test.example", key);
      const headers = new Headers({
        ...own,
        cookie,
        origin: testOrigin,
        "x-switchboard": "1",
        "content-type": "application/json",
      });
      for (const [name, value] of Object.entries(wrong)) {
        if (value === "") headers.delete(name);
        else headers.set(name, value);
      }
      const response = await console.bff.fetch(
        new Request(`${testOrigin}${path}`, {
          method,
          headers,
          body: body === undefined ? null : JSON.stringify(body),
        }),
      );
      expect(response.status).toBe(403);
      expect(await response.json()).toMatchObject({ code: "cross_site_request" });
      expect((await console.send("GET", "/api/session", { cookie })).status).toBe(200);
    });

    test("takes a browser's word where it sends no origin", async () => {
      const cookie = await cookieFor("administrator@test.example", key);
      const headers = {
        ...own,
        cookie,
        "x-switchboard": "1",
        "sec-fetch-site": "same-origin",
        "content-type": "application/json",
      };
      const response = await console.bff.fetch(
        new Request(`${testOrigin}${path}`, {
          method,
          headers,
          body: body === undefined ? null : JSON.stringify(body),
        }),
      );
      expect(response.status).toBe(status);
    });
  },
);

test("another environment is not there, whether it is unknown or not permitted", async () => {
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

test("a server component's request goes through the same checks", async () => {
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
