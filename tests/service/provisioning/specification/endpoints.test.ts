import { expect } from "vitest";
import { credentials } from "../test-service.ts";
import { expectLimits, expectMessage, expectRefused, newCustomer, people, section } from "./expect-rules.ts";

/** Tests every rule in section 4 of the Partner Provisioning API specification. */

const recent = people.recent.map(({ companyName }) => companyName);

section("4", [
  [
    "Except for POST /auth, every endpoint requires the header Authorization with the Bearer scheme.",
    async ({ app, prefix, signIn }) => {
      expect((await signIn()).status).toBe(200);
      const routed = app.routes.filter(
        ({ method, path }) => method !== "ALL" && path.startsWith(`${prefix}/`) && !path.endsWith("/auth"),
      );
      expect(new Set(routed.map(({ method, path }) => method + path)).size).toBe(8);
      for (const { method, path } of routed) {
        const url = path.replace(/:\w+/, crypto.randomUUID());
        await expectMessage(await app.request(url, { method }), 401);
        await expectMessage(await app.request(url, { method, headers: { Authorization: "Basic YTpi" } }), 401);
      }
    },
  ],
]);

section("4.1", [
  [
    "No Bearer token required. Header Content-Type: application/json.",
    async ({ app, prefix, environment, signIn }) => {
      expect((await signIn()).status).toBe(200);
      const body = JSON.stringify(credentials[environment]);
      for (const type of ["text/plain", "application/x-www-form-urlencoded"]) {
        const response = await app.request(`${prefix}/auth`, {
          method: "POST",
          headers: { "Content-Type": type },
          body,
        });
        await expectRefused(response, "Content-Type must be application/json");
      }
    },
  ],
  [
    "keyID: string (UUID): required: yes",
    async ({ signIn, environment }) => {
      const { secret } = credentials[environment];
      for (const body of [{ secret }, { keyID: "abc", secret }, { keyID: 1, secret }])
        await expectRefused(await signIn(body), /^keyID /);
    },
  ],
  [
    "secret: string: required: yes",
    async ({ signIn, environment }) => {
      const { keyID } = credentials[environment];
      for (const body of [{ keyID }, { keyID, secret: 1 }, { keyID, secret: "" }])
        await expectRefused(await signIn(body), /^secret /);
    },
  ],
  [
    "Response: the token response (section 2). Errors: 400 for an invalid keyID or secret body.",
    async ({ signIn, environment }) => {
      const answer = (await (await signIn()).json()) as object;
      expect(Object.keys(answer).sort()).toEqual(["access_token", "expires_in", "token_type"]);
      await expectRefused(await signIn({ ...credentials[environment], secret: "wrong" }), /not a key/);
      await expectRefused(await signIn({ ...credentials[environment], keyID: crypto.randomUUID() }), /not a key/);
    },
  ],
]);

section("4.2", [
  [
    "Returns a list envelope whose collection member is customers.",
    async ({ list }) =>
      expect(Object.keys(await list("/customers")).sort()).toEqual(["customers", "limit", "offset", "total"]),
  ],
  ["limit: integer: 10: Max items; maximum 100", (world) => expectLimits(world, "/customers")],
  [
    "offset: integer: 0: Items to skip",
    async ({ list, get }) => {
      const all = (await list("/customers?limit=100")).customers;
      expect((await list("/customers?offset=4")).customers).toEqual(all.slice(4, 14));
      expect(await list("/customers?offset=9999")).toMatchObject({ customers: [], total: all.length });
      await expectRefused(await get("/customers?offset=-1"), /^offset /);
    },
  ],
  [
    "sort: enum: created, companyName, usersCount: created: Sort field",
    async ({ list, get }) => {
      expect(await list("/customers")).toEqual(await list("/customers?sort=created"));
      for (const sort of ["companyName", "usersCount"])
        expect((await list(`/customers?sort=${sort}`)).customers).toHaveLength(10);
      await expectRefused(await get("/customers?sort=plan"), /^sort must be one of/);
    },
  ],
  [
    "ascending: boolean (true/false): Sort direction",
    async ({ namesOf, get }) => {
      for (const sort of ["created", "companyName", "usersCount"]) {
        const up = await namesOf(`ascending=true&sort=${sort}`);
        expect(await namesOf(`ascending=false&sort=${sort}`)).toEqual(up.reverse());
      }
      await expectRefused(await get("/customers?ascending=yes"), /^ascending must be true or false/);
    },
  ],
  [
    "datefrom: ISO date: 7 days before the request: Customers created on or after this date",
    async ({ namesOf, clock, get }) => {
      expect(await namesOf("datefrom=2025-05-05")).toContain("Last year");
      expect(await namesOf("datefrom=2025-05-06")).not.toContain("Last year");
      expect(await namesOf("")).toContain("A week old");
      clock.nowMs += 1;
      expect(await namesOf("")).not.toContain("A week old");
      await expectRefused(await get("/customers?datefrom=yesterday"), /^datefrom /);
    },
  ],
  [
    "dateto: ISO date: none: Customers created on or before this date",
    async ({ namesOf, get }) => {
      expect(await namesOf("datefrom=2025-01-01&dateto=2025-05-05")).toEqual(["Last year"]);
      expect(await namesOf("datefrom=2025-01-01&dateto=2025-05-04")).toEqual([]);
      expect(await namesOf("dateto=2026-11-20")).toEqual(await namesOf(""));
      await expectRefused(await get("/customers?dateto=2026-02-30"), /^dateto /);
    },
  ],
  [
    "searchTerm: string: none: Filter by search term",
    async ({ namesOf }) => {
      expect((await namesOf("searchTerm=RECENT")).sort()).toEqual([...recent].sort());
      expect(await namesOf("searchTerm=nobody")).toEqual([]);
    },
  ],
  [
    "includeDeleted: boolean: false (deleted customers excluded unless true): Include deleted customers when true",
    async ({ namesOf }) => {
      expect(await namesOf("")).not.toContain("Deleted");
      expect(await namesOf("includeDeleted=false")).not.toContain("Deleted");
      expect(await namesOf("includeDeleted=true")).toEqual(expect.arrayContaining([...recent, "Deleted"]));
    },
  ],
  [
    "Rule: when datefrom is omitted, only customers created in the last 7 days are returned. To list older customers an explicit datefrom is passed.",
    async ({ namesOf }) => {
      expect((await namesOf("")).sort()).toEqual([...recent, "A week old", "Hardware"].sort());
      expect(await namesOf("datefrom=1970-01-01")).toEqual(expect.arrayContaining(["Older", "Last year"]));
    },
  ],
]);

section("4.3", [
  [
    "Creates a customer. Asynchronous; progress is followed through the jobs endpoints.",
    async ({ post, engine, get, list, namesOf }) => {
      const response = await post("/customers", newCustomer);
      expect(response.status).toBe(202);
      const { jobID, customerID } = (await response.json()) as { jobID: string; customerID: string };
      await engine.settled();
      expect(await (await get(`/jobs/${jobID}`)).json()).toMatchObject({ status: "succeeded", customerID });
      expect((await list("/jobs")).jobs).toEqual([expect.objectContaining({ jobID, progress: 100 })]);
      expect(await namesOf("searchTerm=nordlicht")).toEqual(["Nordlicht GmbH"]);
    },
  ],
  [
    "Known request rule: adminUser.email is required on every plan except hardware-only plans; otherwise 400.",
    async ({ post }) => {
      const { adminUser: _none, ...without } = newCustomer;
      for (const plan of ["essential", "professional", "enterprise"]) {
        await expectRefused(await post("/customers", { ...without, plan }), "adminUser.email is required");
      }
      expect((await post("/customers", { ...without, plan: "hardware-only" })).status).toBe(202);
    },
  ],
]);

section("4.4", [
  [
    "Path parameter: customerID (UUID).",
    async ({ patch }) => {
      expect((await patch(`/customers/${people.hardware.customerID}/contract`, { term: "monthly" })).status).toBe(200);
      await expectRefused(await patch("/customers/abc/contract", { term: "monthly" }), "customerID must be a UUID");
    },
  ],
  [
    "Request body: exactly one of term or plan.",
    async ({ patch, contractPath }) => {
      expect(await (await patch(contractPath, { term: "12-months" })).json()).toEqual({
        term: "12-months",
        plan: "essential",
      });
      expect(await (await patch(contractPath, { plan: "professional" })).json()).toEqual({
        term: "12-months",
        plan: "professional",
      });
    },
  ],
  [
    "both term and plan present: 400, message says both cannot be updated at the same time",
    async ({ patch, contractPath }) =>
      expectRefused(
        await patch(contractPath, { term: "monthly", plan: "essential" }),
        "term and plan cannot be updated at the same time",
      ),
  ],
  [
    "neither present: 400, message says no contract updates were provided",
    async ({ patch, contractPath }) =>
      expectRefused(await patch(contractPath, {}), "no contract updates were provided"),
  ],
]);

section("4.5", [
  [
    "Path parameter: customerID (UUID).",
    async ({ get, activitiesPath }) => {
      expect((await get(activitiesPath)).status).toBe(200);
      await expectRefused(await get("/customers/abc/activities"), "customerID must be a UUID");
    },
  ],
  [
    "Notable filters: datefrom, dateto, type, direction.",
    async ({ patch, get, list, contractPath, activitiesPath }) => {
      await patch(contractPath, { term: "36-months" });
      const totalOf = async (query: string) => (await list(`${activitiesPath}?${query}`)).total;
      expect(await totalOf("type=provisioning&direction=internal&datefrom=2026-11-20&dateto=2026-11-20")).toBe(1);
      for (const none of ["type=call", "direction=inbound", "datefrom=2026-11-21", "dateto=2026-11-19"]) {
        expect(await totalOf(none)).toBe(0);
      }
      for (const name of ["type", "direction", "datefrom", "dateto"]) {
        await expectRefused(await get(`${activitiesPath}?${name}=x`), new RegExp(`^${name} `));
      }
    },
  ],
]);

section("4.6", [
  [
    "Query parameters: limit, offset only (defaults and maximum as in section 8).",
    async (world) => {
      await expectLimits(world, "/jobs");
      await expectRefused(await world.get("/jobs?status=failed"), /^status /);
    },
  ],
  [
    "Returns a list envelope with the collection member jobs.",
    async ({ create, list }) => {
      const { jobID } = await create();
      expect(await list("/jobs")).toMatchObject({ jobs: [{ jobID }], total: 1 });
    },
  ],
]);

section("4.7", [
  [
    "Returns the state of one asynchronous job; clients poll it.",
    async ({ create, get }) => {
      const { jobID, customerID } = await create();
      for (let poll = 0; poll < 3; poll += 1) {
        expect(await (await get(`/jobs/${jobID}`)).json()).toMatchObject({ jobID, customerID, status: "succeeded" });
      }
      await expectRefused(await get("/jobs/abc"), "jobID must be a UUID");
    },
  ],
]);

section("4.8", [
  ["Query parameters: limit, offset.", (world) => expectLimits(world, "/webhooks")],
  [
    "Returns a list envelope with the collection member webhooks.",
    async ({ list }) => expect(await list("/webhooks")).toEqual({ webhooks: [], total: 0, limit: 10, offset: 0 }),
  ],
]);

section("4.9", [
  [
    "A list of numbers exists (collection member numbers).",
    async ({ create, list }) => {
      const { customerID } = await create();
      expect((await list("/numbers")).numbers).toEqual(
        expect.arrayContaining([expect.objectContaining({ customerID })]),
      );
    },
  ],
]);
