import { expect } from "vitest";
import { type Description, operationsOf } from "../openapi-checker.ts";
import { credentials } from "../test-service.ts";
import { expectLimits, expectRefused, newCustomer, people, section, type World } from "./expect-rules.ts";

/**
 * Tests every rule of the Partner Provisioning API specification, except those in sections 4, 5 and 7. The
 * neighbouring files test these three sections. Section 6 contains no rule.
 */

const lists = ["/customers", "/jobs", "/webhooks", "/numbers"];
const paths = [...lists, `/customers/${people.deleted.customerID}/activities`];

section("1", [
  [
    "They use the same authentication method, paths and request/response shapes.",
    async ({ app }) => {
      const description = (await (await app.request("/openapi.json")).json()) as Description;
      expect(description.servers?.map(({ url }) => url)).toEqual(["/v2", "/sandbox"]);
      const shapes = (prefix: string) =>
        app.routes
          .filter(({ path }) => path.startsWith(`${prefix}/`))
          .map(({ path, method }) => method + path.slice(prefix.length));
      expect(shapes("/v2")).toEqual(shapes("/sandbox"));
      expect(operationsOf(description).length).toBeGreaterThan(8);
    },
  ],
  [
    "They differ only in the base address and in which key pair is used.",
    async ({ app, list, tokens }) => {
      const { customers, ...rest } = await list("/customers");
      for (const [prefix, token] of [
        ["/v2", tokens.production],
        ["/sandbox", tokens.sandbox],
      ] as const) {
        const response = await app.request(`${prefix}/customers`, { headers: { Authorization: `Bearer ${token}` } });
        expect(await response.json()).toEqual({ ...rest, customers });
      }
    },
  ],
  [
    "Production credentials are used only against the production prefix. Sandbox credentials are used only against the sandbox prefix. Credentials are not mixed across environments.",
    async ({ signIn, other, environment, raw, otherToken }) => {
      expect((await signIn(credentials[environment])).status).toBe(200);
      await expectRefused(await signIn(credentials[other]), /not a key of this environment/);
      await expectRefused(
        await signIn({ ...credentials[environment], secret: credentials[other].secret }),
        /not a key/,
      );
      for (const path of paths)
        expect((await raw("GET", path, { Authorization: `Bearer ${otherToken}` })).status).toBe(401);
    },
  ],
  [
    "Every path below is relative to the prefix of the chosen environment.",
    async ({ app, get, token }) => {
      for (const path of paths) {
        expect((await get(path)).status).toBe(200);
        expect((await app.request(path, { headers: { Authorization: `Bearer ${token}` } })).status).toBe(404);
      }
    },
  ],
  [
    "Some operations are asynchronous. A client follows them by polling a job, not by repeating the creating request.",
    async ({ post, get, engine }) => {
      const { jobID } = (await (await post("/customers", newCustomer)).json()) as { jobID: string };
      expect(["queued", "running"]).toContain(
        ((await (await get(`/jobs/${jobID}`)).json()) as { status: string }).status,
      );
      await engine.settled();
      expect(await (await get(`/jobs/${jobID}`)).json()).toMatchObject({ jobID, status: "succeeded", progress: 100 });
    },
  ],
]);

section("2", [
  ...["customers", "jobs", "webhooks", "numbers"].map(
    (name) =>
      [
        `<collection name>: The items. The member name matches the resource: customers, jobs, webhooks, numbers, etc. (${name})`,
        async ({ list }: World) => {
          const { [name]: items, ...rest } = await list(`/${name}`);
          expect(items).toBeInstanceOf(Array);
          expect(Object.keys(rest).sort()).toEqual(["limit", "offset", "total"]);
        },
      ] as const,
  ),
  [
    "total: Total number of matching items",
    async ({ list }) => expect((await list("/customers?limit=1&searchTerm=recent")).total).toBe(people.recent.length),
  ],
  ["limit: The limit applied", async ({ list }) => expect((await list("/customers?limit=7")).limit).toBe(7)],
  ["offset: The offset applied", async ({ list }) => expect((await list("/customers?offset=3")).offset).toBe(3)],
  [
    "access_token: string (JWT): Token to send on all other requests",
    async ({ signIn, raw }) => {
      const { access_token: token } = (await (await signIn()).json()) as { access_token: string };
      expect(token.split(".").map((part) => part.length > 0)).toEqual([true, true, true]);
      for (const path of paths) expect((await raw("GET", path, { Authorization: `Bearer ${token}` })).status).toBe(200);
    },
  ],
  [
    "token_type: Always Bearer",
    async ({ signIn }) => expect(await (await signIn()).json()).toMatchObject({ token_type: "Bearer" }),
  ],
  [
    "expires_in: integer: Lifetime in seconds",
    async ({ signIn }) => expect(await (await signIn()).json()).toMatchObject({ expires_in: 900 }),
  ],
  [
    "customerID: string, UUID: Identifier; an invalid UUID format in a path yields 400",
    async ({ get, patch, list }) => {
      const uuid = /^[0-9a-f]{8}(-[0-9a-f]{4}){3}-[0-9a-f]{12}$/;
      for (const { customerID } of (await list("/customers")).customers) expect(customerID).toMatch(uuid);
      await expectRefused(await get("/customers/123/activities"), "customerID must be a UUID");
      await expectRefused(await patch("/customers/123/contract", { term: "monthly" }), "customerID must be a UUID");
    },
  ],
  [
    "companyName, usersCount, created: a sort key for the customer list",
    async ({ list }) => {
      const by = async (key: "companyName" | "usersCount" | "created") => {
        const { customers } = await list(`/customers?limit=100&ascending=true&sort=${key}`);
        return customers.map((found) => found[key]);
      };
      const names = await by("companyName");
      expect(names).toEqual([...names].sort((a, b) => (String(a).toLowerCase() < String(b).toLowerCase() ? -1 : 1)));
      const counts = await by("usersCount");
      expect(counts).toEqual([...counts].sort((a, b) => Number(a) - Number(b)));
      const times = await by("created");
      expect(times).toEqual([...times].sort());
    },
  ],
  [
    "created: timestamp: Creation time; a sort key and the basis of the date filters",
    async ({ list, namesOf }) => {
      for (const { created } of (await list("/customers")).customers)
        expect(new Date(created).toISOString()).toBe(created);
      expect(await namesOf("datefrom=2025-05-05&dateto=2025-05-05")).toEqual(["Last year"]);
    },
  ],
  [
    "adminUser.email: string, e-mail format: Required on customer creation unless the plan is hardware-only",
    async ({ post }) => {
      await expectRefused(
        await post("/customers", { ...newCustomer, adminUser: { email: "no address" } }),
        /adminUser\.email/,
      );
      await expectRefused(await post("/customers", { ...newCustomer, adminUser: {} }), /adminUser\.email/);
      const { adminUser: _none, ...without } = newCustomer;
      expect((await post("/customers", { ...without, plan: "hardware-only" })).status).toBe(202);
    },
  ],
  [
    "term: Update field; enumerated",
    async ({ patch, contractPath }) => {
      expect(await (await patch(contractPath, { term: "36-months" })).json()).toMatchObject({ term: "36-months" });
      await expectRefused(await patch(contractPath, { term: "forever" }), /term must be one of/);
    },
  ],
  [
    "plan: Update field; enumerated",
    async ({ patch, contractPath }) => {
      expect(await (await patch(contractPath, { plan: "enterprise" })).json()).toMatchObject({ plan: "enterprise" });
      await expectRefused(await patch(contractPath, { plan: "Enterprise" }), /plan must be one of/);
    },
  ],
]);

section("3", [
  [
    "The customer list can include deleted customers (see includeDeleted), so customers have a deleted condition, but nothing more is stated.",
    async ({ get }) => {
      const find = async (query: string) =>
        ((await (await get(`/customers?searchTerm=deleted${query}`)).json()) as { customers: unknown[] }).customers;
      expect(await find("")).toEqual([]);
      expect(await find("&includeDeleted=true")).toEqual([expect.objectContaining({ deletedAt: expect.any(String) })]);
    },
  ],
]);

section("8", [
  ...lists.map(
    (path) =>
      [
        `limit default 10, limit maximum 100, offset default 0 (${path})`,
        (world: World) => expectLimits(world, path),
      ] as const,
  ),
  [
    "limit default 10, limit maximum 100, offset default 0 (activities)",
    (world) => expectLimits(world, world.activitiesPath),
  ],
  [
    "Customer list default date window when datefrom is omitted: last 7 days",
    async ({ namesOf }) => {
      const names = await namesOf("");
      expect([names.includes("A week old"), names.includes("Older")]).toEqual([true, false]);
    },
  ],
  [
    "Token lifetime: given per token by expires_in, in seconds",
    async ({ signIn, raw, clock }) => {
      const { access_token: token, expires_in: seconds } = (await (await signIn()).json()) as {
        access_token: string;
        expires_in: number;
      };
      clock.nowMs += seconds * 1000 - 1;
      expect((await raw("GET", "/jobs", { Authorization: `Bearer ${token}` })).status).toBe(200);
      clock.nowMs += 1;
      expect((await raw("GET", "/jobs", { Authorization: `Bearer ${token}` })).status).toBe(401);
    },
  ],
]);

section("9", [
  [
    "The production interface is version 2, carried in the path prefix /v2.",
    async ({ app, tokens }) => {
      const headers = { Authorization: `Bearer ${tokens.production}` };
      expect((await app.request("/v2/customers", { headers })).status).toBe(200);
      for (const prefix of ["/v1", "/v3", ""])
        expect((await app.request(`${prefix}/customers`, { headers })).status).toBe(404);
    },
  ],
  [
    "The sandbox uses the prefix /sandbox with identical paths and shapes.",
    async ({ app, tokens }) => {
      const headers = { Authorization: `Bearer ${tokens.sandbox}` };
      for (const path of paths) expect((await app.request(`/sandbox${path}`, { headers })).status).toBe(200);
    },
  ],
  [
    "No version header or version parameter is stated.",
    async ({ get, raw, token }) => {
      const headers = {
        Authorization: `Bearer ${token}`,
        "API-Version": "1",
        Accept: "application/vnd.partner.v1+json",
      };
      expect((await raw("GET", "/customers", headers)).status).toBe(200);
      await expectRefused(await get("/customers?version=2"), /^version /);
    },
  ],
]);
