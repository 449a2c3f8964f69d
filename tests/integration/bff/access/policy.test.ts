import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { roles } from "#lib/contract/session.ts";
import type { AnyRoute } from "#server/bff/core/route.ts";
import { routes } from "#server/bff/routes.ts";
import { createTestBff, type TestBff, testOrigin } from "#tests/fixtures/create-test-bff.ts";
import { createOtherCustomers } from "#tests/fixtures/other-api/other-customers.ts";
import { variablesFor } from "#tests/fixtures/other-api/start-console-before.ts";
import { startOtherApi } from "#tests/fixtures/other-api/start-other-api.ts";

const table: readonly AnyRoute[] = routes;

const customerID = createOtherCustomers("sandbox", 1, 0)[0]?.uuid ?? "";

const mayWrite = ["editor", "administrator"];

/** Every route must stand here, with a request that it accepts and the roles that get through. */
const expected: Record<
  string,
  { path: string; body?: unknown; headers?: Record<string, string>; open: readonly string[]; status: number }
> = {
  "POST /api/session": {
    path: "/api/session",
    body: { email: "nobody@test.example", password: "x" },
    open: ["anonymous", ...roles],
    status: 401,
  },
  "GET /api/session": { path: "/api/session", open: roles, status: 200 },
  "DELETE /api/session": { path: "/api/session", open: roles, status: 204 },
  "POST /api/session/extend": { path: "/api/session/extend", open: roles, status: 200 },
  "GET /api/:environment/customers": { path: "/api/sandbox/customers", open: roles, status: 200 },
  "POST /api/:environment/customers": {
    path: "/api/sandbox/customers",
    body: { companyName: "Acme", plan: "essential", term: "monthly", adminUser: { email: "anna@acme.example" } },
    headers: { "idempotency-key": "0d3c2f86-51a7-4b0e-9c1d-7e5f4a3b2c1d" },
    open: mayWrite,
    status: 202,
  },
  "PATCH /api/:environment/customers/:customerID/contract": {
    path: `/api/sandbox/customers/${customerID}/contract`,
    body: { term: "monthly" },
    open: mayWrite,
    status: 200,
  },
  "GET /api/:environment/operations": { path: "/api/sandbox/operations", open: roles, status: 200 },
  "GET /api/:environment/operations/:operationID": {
    path: "/api/sandbox/operations/none",
    open: roles,
    status: 404,
  },
  "GET /api/:environment/customers/export": {
    path: "/api/sandbox/customers/export?format=csv",
    open: roles,
    status: 200,
  },
  "GET /api/:environment/customers/:customerID": {
    path: `/api/sandbox/customers/${customerID}`,
    open: roles,
    status: 200,
  },
  "GET /api/:environment/customers/:customerID/activities": {
    path: `/api/sandbox/customers/${customerID}/activities`,
    open: roles,
    status: 200,
  },
  "GET /api/:environment/customers/:customerID/activities/summary": {
    path: `/api/sandbox/customers/${customerID}/activities/summary`,
    open: roles,
    status: 200,
  },
  "GET /api/:environment/overview": { path: "/api/sandbox/overview", open: roles, status: 200 },
  "GET /api/:environment/customers/:customerID/numbers": {
    path: `/api/sandbox/customers/${customerID}/numbers`,
    open: roles,
    status: 200,
  },
  "GET /api/:environment/customers/:customerID/jobs": {
    path: `/api/sandbox/customers/${customerID}/jobs`,
    open: roles,
    status: 200,
  },
  "GET /api/:environment/contract-values": { path: "/api/sandbox/contract-values", open: roles, status: 200 },
  "GET /api/:environment/jobs": { path: "/api/sandbox/jobs", open: roles, status: 200 },
  "GET /api/:environment/lookup": { path: "/api/sandbox/lookup?q=acme", open: roles, status: 200 },
  "GET /api/:environment/jobs/events": { path: "/api/sandbox/jobs/events?id=none", open: roles, status: 200 },
  "GET /api/:environment/jobs/:jobID": { path: "/api/sandbox/jobs/none", open: roles, status: 404 },
  "GET /api/:environment/webhooks": { path: "/api/sandbox/webhooks", open: roles, status: 200 },
  "GET /api/:environment/numbers": { path: "/api/sandbox/numbers", open: roles, status: 200 },
  "GET /api/:environment/bulk": { path: "/api/sandbox/bulk", open: roles, status: 200 },
  "POST /api/:environment/bulk": {
    path: "/api/sandbox/bulk",
    body: { change: { term: "monthly" }, source: { kind: "ids", customerIDs: [customerID] } },
    open: mayWrite,
    status: 202,
  },
  "GET /api/:environment/bulk/:bulkID": { path: "/api/sandbox/bulk/none", open: roles, status: 404 },
  "GET /api/:environment/bulk/:bulkID/receipts": { path: "/api/sandbox/bulk/none/receipts", open: roles, status: 404 },
  "POST /api/:environment/bulk/:bulkID/pause": { path: "/api/sandbox/bulk/none/pause", open: mayWrite, status: 404 },
  "POST /api/:environment/bulk/:bulkID/resume": { path: "/api/sandbox/bulk/none/resume", open: mayWrite, status: 404 },
  "POST /api/:environment/bulk/:bulkID/cancel": { path: "/api/sandbox/bulk/none/cancel", open: mayWrite, status: 404 },
  "GET /api/views": { path: "/api/views", open: roles, status: 200 },
  // A view that is not there: whoever gets through is told so.
  "POST /api/views": { path: "/api/views", body: { name: "", query: "" }, open: roles, status: 400 },
  "PATCH /api/views/:viewID": { path: "/api/views/none", body: { name: "New" }, open: roles, status: 404 },
  "DELETE /api/views/:viewID": { path: "/api/views/none", open: roles, status: 404 },
  "GET /api/health": { path: "/api/health", open: ["anonymous", ...roles], status: 200 },
  "GET /api/ready": { path: "/api/ready", open: ["anonymous", ...roles], status: 200 },
};

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
  expect(table.map(({ key }) => key).sort()).toEqual(Object.keys(expected).sort());
});

describe.each(table.map((route) => ({ key: route.key, method: route.method })))("$key", ({ key, method }) => {
  const { path, body, headers, open, status } = expected[key] as (typeof expected)[string];

  test.each(["anonymous", ...roles])("as %s follows its policy", async (who) => {
    const cookie = who === "anonymous" ? undefined : await console.signIn(`${who}@test.example`);
    const response = await console.send(method, path, { body, cookie, ...(headers ? { headers } : {}) });
    const refused = who === "anonymous" ? 401 : 403;
    expect(response.status).toBe(open.includes(who) ? status : refused);
  });
});

describe.each(table.filter(({ method }) => method !== "GET").map(({ key, method }) => ({ key, method })))(
  "$key, which changes something,",
  ({ key, method }) => {
    const { path, body, headers: own, status } = expected[key] as (typeof expected)[string];

    test.each([
      ["no X-Switchboard", { "x-switchboard": "" }],
      ["a foreign origin", { origin: "https://evil.example" }],
      ["the origin null", { origin: "null" }],
      ["an origin that begins like ours", { origin: `${testOrigin}.evil.example` }],
      ["no origin and no word from the browser", { origin: "" }],
      ["no origin, from another site", { origin: "", "sec-fetch-site": "cross-site" }],
      ["our origin, but from another site", { "sec-fetch-site": "cross-site" }],
      ["our origin, but from a sibling site", { "sec-fetch-site": "same-site" }],
      ["no origin, from a sibling site", { origin: "", "sec-fetch-site": "same-site" }],
    ])("refuses %s", async (_variant, wrong) => {
      const cookie = await console.signIn("administrator@test.example");
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
      const cookie = await console.signIn("administrator@test.example");
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

test("the door for server components checks the same", async () => {
  const params = { environment: "production" };
  const ask = (cookieHeader: string | null) =>
    console.bff.perform("GET /api/:environment/customers", { cookieHeader, params, query: { limit: "10" } });
  await expect(ask(null)).rejects.toMatchObject({ name: "AppError", code: "not_signed_in" });
  await expect(ask(await console.signIn("narrow@test.example"))).rejects.toMatchObject({ code: "not_found" });
  const list = await ask(await console.signIn("viewer@test.example"));
  expect(list).toMatchObject({ limit: 10, offset: 0, window: { defaulted: true } });
});

test("the door for server components takes no route that changes something", async () => {
  const cookieHeader = await console.signIn("viewer@test.example");
  const perform = console.bff.perform as (key: string, request: { cookieHeader: string }) => Promise<unknown>;
  await expect(perform("DELETE /api/session", { cookieHeader })).rejects.toMatchObject({ code: "method_not_allowed" });
  expect((await console.send("GET", "/api/session", { cookie: cookieHeader })).status).toBe(200);
});
