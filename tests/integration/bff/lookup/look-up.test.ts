import { randomUUID } from "node:crypto";
import { expect, test } from "vitest";
import type { Environment } from "#lib/contract/environment.ts";
import { operationAnswerSchema } from "#lib/contract/operations/operation.ts";
import { formatPhone } from "#server/bff/numbers/format-phone.ts";
import type { CustomerRecord } from "#server/provisioning/store/customers/customer-record.ts";
import type { Fault, ProxiedRequest } from "#tests/fixtures/api/fault-proxy.ts";
import { customer } from "#tests/service/provisioning/test-service.ts";
import { startLookup } from "./start-lookup.ts";

const year = 24 * 365;

const acme: Record<Environment, CustomerRecord> = {
  production: customer(year, { companyName: "Acme", adminEmail: "ada@acme.example" }),
  sandbox: customer(year, { companyName: "Acme Sandbox", adminEmail: "ada@acme.example" }),
};

const start = (
  options: { customers?: CustomerRecord[]; fault?: (request: ProxiedRequest) => Fault | undefined } = {},
) =>
  startLookup({
    customers: { production: [acme.production, ...(options.customers ?? [])], sandbox: [acme.sandbox] },
    fault: options.fault,
  });

const inNotation = (e164: string) => `00${e164.slice(1, 3)} (0)${e164.slice(3, 5)} / ${e164.slice(5)}`;

test("a number in a foreign notation leads to its customer, only in its own environment", async () => {
  const { lookUp, assign } = await start();
  const [number = ""] = await assign("production", acme.production, 1);
  await assign("sandbox", acme.sandbox, 1);
  const answer = await lookUp(inNotation(number));
  expect(answer.hits).toEqual([
    {
      kind: "number",
      id: number,
      label: formatPhone(number),
      detail: "Acme",
      customerID: acme.production.customerID,
      row: 0,
    },
  ]);
  expect((await lookUp(number, "sandbox")).hits).toEqual([]);
});

test("a search through the numbers stops at its limit with its progress, and continues from there", async () => {
  const { lookUp, assign, proxy } = await start();
  const [oldest = ""] = await assign("production", acme.production, 1);
  await assign("production", acme.production, 2_400, 1_000);
  const first = await lookUp(oldest);
  expect(first.hits).toEqual([]);
  const walk = first.looked.find(({ by }) => by === "walk");
  expect(walk).toMatchObject({ what: "numbers", complete: false, walked: { from: 0, to: 2_000, total: 2_401 } });
  expect(proxy.count("/numbers")).toBe(20);
  const second = await lookUp(oldest, "production", `&from=${walk?.walked?.to}`);
  expect(second.hits).toMatchObject([{ kind: "number", id: oldest, row: 2_400, detail: "Acme" }]);
  expect(second.looked).toMatchObject([
    { what: "numbers", by: "walk", complete: true, walked: { from: 2_000, total: 2_401 } },
  ]);
  expect(proxy.count("/numbers")).toBe(25);
});

test("a search through the numbers stops at the pages that contain the number", async () => {
  const { lookUp, assign, proxy } = await start();
  await assign("production", acme.production, 900);
  const [newest = ""] = await assign("production", acme.production, 1, 1_000);
  const { hits, looked } = await lookUp(newest);
  expect(hits).toHaveLength(1);
  expect(looked[0]).toMatchObject({ complete: true, walked: { to: 100, total: 901 } });
  expect(proxy.count("/numbers")).toBe(1);
  // Several numbers may end with the same digits. So the answer says how many rows were searched.
  const byEnd = await lookUp(newest.slice(3));
  expect(byEnd.looked[0]).toMatchObject({ complete: false, walked: { to: 100, total: 901 } });
});

test("a search for a name covers all time and deleted customers, shows the best hits first, and shows their number", async () => {
  const customers = [
    customer(1, { companyName: "New Acme Ltd" }),
    customer(2, { companyName: "Bacme" }),
    customer(year * 3, { companyName: "Acme Old", deletedMs: Date.UTC(2026, 0, 1) }),
    ...Array.from({ length: 12 }, (_, index) => customer(10 + index, { companyName: `The Bacme ${index}` })),
  ];
  const { lookUp } = await start({ customers });
  const { hits, looked } = await lookUp("acme");
  expect(hits.map(({ label }) => label).slice(0, 3)).toEqual(["Acme", "Acme Old", "New Acme Ltd"]);
  expect(hits[0]).toMatchObject({ kind: "customer", id: acme.production.customerID, detail: "ada@acme.example" });
  expect(hits[1]).toMatchObject({ deleted: true });
  expect(hits).toHaveLength(6);
  expect(looked).toEqual([{ what: "customers", by: "search", complete: false, term: "acme", total: 16 }]);
});

test("an e-mail address is found in any surrounding text", async () => {
  const { lookUp } = await start();
  for (const text of ["ADA@acme.example", "Ada <ada@acme.example>", "mailto:ada@acme.example?subject=x"]) {
    expect((await lookUp(text)).hits).toMatchObject([{ kind: "customer", label: "Acme" }]);
  }
});

test("the lookup accepts the ID of a customer, a job or an operation", async () => {
  const { lookUp, console } = await start();
  const byID = await lookUp(`https://console.example/production/customers/${acme.production.customerID}`);
  expect(byID.hits).toMatchObject([{ kind: "customer", label: "Acme" }]);
  expect(byID.looked.map(({ what, complete }) => [what, complete])).toEqual([
    ["customers", true],
    ["jobs", true],
    ["operations", true],
  ]);
  expect((await lookUp(acme.production.customerID, "sandbox")).hits).toEqual([]);

  const response = await console.send("POST", "/api/production/customers", {
    cookie: await console.signIn("edith@test.example"),
    headers: { "idempotency-key": randomUUID() },
    body: { companyName: "Made", plan: "essential", term: "monthly", adminUser: { email: "m@made.example" } },
  });
  const { operation } = operationAnswerSchema.parse(await response.json());
  const { operationID, jobID = "", customerID } = operation;
  expect((await lookUp(jobID)).hits).toMatchObject([{ kind: "job", id: jobID, label: jobID, customerID }]);
  expect((await lookUp(operationID.toUpperCase())).hits).toEqual([
    {
      kind: "operation",
      id: operationID,
      label: "create-customer",
      detail: "Made · edith@test.example",
      outcome: "running",
      outcomeDetail: "running",
      customerID,
    },
  ]);
  expect((await lookUp(jobID, "sandbox")).hits).toEqual([]);
  expect((await lookUp(operationID, "sandbox")).hits).toEqual([]);
});

test("environments fail separately, and so do the parts of a lookup", async () => {
  let broken: (url: string) => boolean = (url) => url.startsWith("/sandbox/customers");
  const { ask, lookUp, assign } = await start({
    fault: ({ url }) => (broken(url) ? { kind: "answer", status: 400, body: '["not today"]' } : undefined),
  });
  const [number = ""] = await assign("sandbox", acme.sandbox, 1);
  expect((await lookUp("Acme")).hits).toHaveLength(1);
  const refused = await ask("Acme", "sandbox");
  expect(await refused.json()).toMatchObject({ code: "upstream_refused", errors: [{ message: "not today" }] });

  const half = await lookUp(number, "sandbox");
  expect(half.hits).toMatchObject([{ kind: "number", id: number, detail: "" }]);
  expect(half.looked).toMatchObject([
    { what: "numbers", complete: true },
    { what: "customers", complete: false, problem: { code: "upstream_refused" } },
  ]);

  broken = (url) => url.includes("/numbers");
  const other = await lookUp(number, "sandbox");
  expect(other.looked[0]).toMatchObject({ what: "numbers", problem: { code: "upstream_refused" } });
});

test("an API without numbers is reported, and the other searches still run", async () => {
  const { lookUp } = await start({
    fault: ({ url }) => (url.includes("/numbers") ? { kind: "answer", status: 404, body: "{}" } : undefined),
  });
  const { hits, looked } = await lookUp("+49 30 23125 000");
  expect(hits).toEqual([]);
  expect(looked[0]).toMatchObject({ what: "numbers", problem: { code: "not_offered" } });
});

test("bad input is never sent to the API", async () => {
  const { console, proxy } = await start();
  const cookie = await console.signIn("vera@test.example");
  const queries = {
    "q=": "q",
    "q=%20": "q",
    [`q=${"a".repeat(501)}`]: "q",
    "q=a&from=-1": "from",
    "q=a&deep=yes": "deep",
  };
  for (const [query, field] of Object.entries(queries)) {
    const response = await console.send("GET", `/api/production/lookup?${query}`, { cookie });
    expect(response.status).toBe(400);
    expect(await response.json()).toMatchObject({ errors: [{ field }] });
  }
  expect(proxy.requests).toEqual([]);
});

test("a customer that is found is followed by its open planned change, and by no other planned change", async () => {
  const { console, lookUp } = await start();
  const editor = await console.signIn("edith@test.example");
  const { customerID } = acme.production;
  const [found] = (await lookUp("Acme")).hits;
  expect(found).toMatchObject({ kind: "customer", id: customerID });
  const answer = await console.send("GET", `/api/production/customers/${customerID}`, { cookie: editor });
  const { contract } = (await answer.json()).customer;
  const plan = contract.plan === "enterprise" ? "essential" : "enterprise";
  const planned = await console.send("POST", "/api/production/planned", {
    cookie: editor,
    body: {
      customerID,
      change: { plan },
      at: new Date(Date.now() + 86_400_000).toISOString(),
      expected: contract,
    },
  });
  expect(planned.status, await planned.clone().text()).toBe(201);
  const { plannedChangeID, nextAt } = (await planned.json()).plannedChange;
  const { hits } = await lookUp("Acme");
  expect(hits.map(({ kind }) => kind)).toEqual(["customer", "planned"]);
  expect(hits[1]).toEqual({
    kind: "planned",
    id: plannedChangeID,
    customerID,
    label: "",
    detail: "Acme",
    planned: { change: { plan }, state: "scheduled", nextAt },
  });
  const cancelled = await console.send("POST", `/api/production/planned/${plannedChangeID}/cancel`, {
    cookie: editor,
    body: {},
  });
  expect(cancelled.status).toBe(200);
  expect((await lookUp("Acme")).hits.map(({ kind }) => kind)).toEqual(["customer"]);
});

test("while requests are paused, the answer and each of its hits show when the data were read", async () => {
  let isLimited = false;
  const limited = { status: 429, headers: { "retry-after": "3600" }, body: "" };
  const { lookUp } = await start({
    fault: ({ url }) => (isLimited && !url.endsWith("/auth") ? { kind: "answer", ...limited } : undefined),
  });
  const before = await lookUp("acme");
  expect(before).not.toHaveProperty("stale");
  expect(before.hits[0]).not.toHaveProperty("asOf");
  isLimited = true;
  const after = await lookUp("acme");
  expect(after).toMatchObject({ asOf: before.asOf, stale: true, retryAt: expect.any(String) });
  // The hits may also come from the store of known customers. Such hits are not confirmed.
  expect(after.hits).toMatchObject(before.hits.map(({ confirmed: _, ...hit }) => ({ ...hit, asOf: before.asOf })));
  expect(after.hits.some(({ confirmed }) => confirmed)).toBe(false);
});
