import { randomUUID } from "node:crypto";
import { expect, onTestFinished, test } from "vitest";
import { type Environment, environments } from "#lib/contract/environment.ts";
import { type LookupAnswer, lookupAnswerSchema } from "#lib/contract/lookup.ts";
import { operationAnswerSchema } from "#lib/contract/operation.ts";
import { listen } from "#server/provisioning/listen.ts";
import type { CustomerRecord } from "#server/provisioning/store/customer-store.ts";
import { createTestBff, createTestClock } from "#tests/fixtures/create-test-bff.ts";
import { type Fault, type ProxiedRequest, startFaultProxy } from "#tests/fixtures/fault-proxy.ts";
import { createTestService, credentials, customer } from "#tests/service/provisioning/test-service.ts";

const year = 24 * 365;

const acme: Record<Environment, CustomerRecord> = {
  production: customer(year, { companyName: "Acme", adminEmail: "ada@acme.example" }),
  sandbox: customer(year, { companyName: "Acme Sandbox", adminEmail: "ada@acme.example" }),
};

/** Our own service over HTTP with a proxy before it, and a console before that, with a viewer who has signed in. */
async function start(
  options: { customers?: CustomerRecord[]; fault?: (request: ProxiedRequest) => Fault | undefined } = {},
) {
  const service = await createTestService({
    customers: { production: [acme.production, ...(options.customers ?? [])], sandbox: [acme.sandbox] },
  });
  const listener = await listen({ fetch: service.app.fetch, host: "127.0.0.1", port: 0 });
  const proxy = await startFaultProxy(listener.origin, options.fault);
  const console = await createTestBff({
    baseUrl: proxy.origin,
    // How far a walk comes is bounded by time too, which a busy machine would take; what fails needs its pauses.
    ...(options.fault ? {} : { clock: createTestClock(Date.now()) }),
    staff: [
      { email: "vera@test.example", role: "viewer" },
      { email: "edith@test.example", role: "editor" },
    ],
    variables: Object.fromEntries(
      environments.flatMap((environment) => [
        [`PROVISIONING_${environment.toUpperCase()}_KEY_ID`, credentials[environment].keyID],
        [`PROVISIONING_${environment.toUpperCase()}_SECRET`, credentials[environment].secret],
      ]),
    ),
  });
  onTestFinished(async () => {
    await console.close();
    await proxy.close();
    await listener.close();
    await service.store.close();
  });
  const cookie = await console.signIn("vera@test.example");
  const ask = (q: string, environment: Environment = "production", more = "") =>
    console.send("GET", `/api/${environment}/lookup?q=${encodeURIComponent(q)}${more}`, { cookie });
  const lookUp = async (...given: Parameters<typeof ask>): Promise<LookupAnswer> => {
    const response = await ask(...given);
    expect(response.status).toBe(200);
    return lookupAnswerSchema.parse(await response.json());
  };
  const assign = (environment: Environment, { customerID }: CustomerRecord, count: number, atMs = 0) =>
    service.store.numbers.assign(environment, { customerID, count, atMs, seeded: false });
  return { service, proxy, console, ask, lookUp, assign };
}

const inNotation = (e164: string) => `00${e164.slice(1, 3)} (0)${e164.slice(3, 5)} / ${e164.slice(5)}`;

test("a number in a foreign notation leads to its customer, in its own environment only", async () => {
  const { lookUp, assign } = await start();
  const [number = ""] = await assign("production", acme.production, 1);
  await assign("sandbox", acme.sandbox, 1);
  const answer = await lookUp(inNotation(number));
  expect(answer.hits).toEqual([
    {
      kind: "number",
      id: number,
      label: number,
      detail: "Acme",
      customerID: acme.production.customerID,
      row: 0,
    },
  ]);
  expect((await lookUp(number, "sandbox")).hits).toEqual([]);
});

test("a walk through numbers ends at its bound, says how far it came, and goes on from there", async () => {
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

test("a walk ends with the pages that hold the number", async () => {
  const { lookUp, assign, proxy } = await start();
  await assign("production", acme.production, 900);
  const [newest = ""] = await assign("production", acme.production, 1, 1_000);
  const { hits, looked } = await lookUp(newest);
  expect(hits).toHaveLength(1);
  expect(looked[0]).toMatchObject({ complete: true, walked: { to: 100, total: 901 } });
  expect(proxy.count("/numbers")).toBe(1);
  // The end of a number may be that of several: what was not looked through is told.
  const byEnd = await lookUp(newest.slice(3));
  expect(byEnd.looked[0]).toMatchObject({ complete: false, walked: { to: 100, total: 901 } });
});

test("names: all time, deleted ones too, the best first, and how many there are", async () => {
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
  expect(looked).toEqual([{ what: "customers", by: "search", complete: false, total: 16 }]);
});

test("an e-mail address is found in whatever it stands", async () => {
  const { lookUp } = await start();
  for (const text of ["ADA@acme.example", "Ada <ada@acme.example>", "mailto:ada@acme.example?subject=x"]) {
    expect((await lookUp(text)).hits).toMatchObject([{ kind: "customer", label: "Acme" }]);
  }
});

test("an ID may be a customer's, a job's or an operation's", async () => {
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
      detail: "Made · accepted · edith@test.example",
      customerID,
    },
  ]);
  expect((await lookUp(jobID, "sandbox")).hits).toEqual([]);
  expect((await lookUp(operationID, "sandbox")).hits).toEqual([]);
});

test("environments fail each on its own, and so do the parts of a lookup", async () => {
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

test("an API without numbers is told as such, and the rest is looked up all the same", async () => {
  const { lookUp } = await start({
    fault: ({ url }) => (url.includes("/numbers") ? { kind: "answer", status: 404, body: "{}" } : undefined),
  });
  const { hits, looked } = await lookUp("+49 30 23125 000");
  expect(hits).toEqual([]);
  expect(looked[0]).toMatchObject({ what: "numbers", problem: { code: "not_offered" } });
});

test("bad input is never sent on", async () => {
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
