import { describe, expect, onTestFinished, test } from "vitest";
import { type CustomerList, customerListSchema } from "#lib/contract/customers/customer-list.ts";
import { hourMs } from "#lib/contract/values/time-units.ts";
import { systemClock } from "#server/api-client/clock.ts";
import { createTestBff, createTestClock, type TestBffOptions } from "#tests/fixtures/console/create-test-bff.ts";
import { queryStore } from "#tests/fixtures/database/query-store.ts";
import { testDialects } from "#tests/fixtures/database/test-databases.ts";
import { fillKnown, type TestKnown } from "#tests/fixtures/known/fill-known.ts";
import { startConsoleBefore } from "#tests/fixtures/other-api/start-console-before.ts";

const nowMs = Date.parse("2026-11-20T12:00:00Z");
const allTime = "datefrom=1970-01-01";

const plans = ["essential", "professional", undefined] as const;
const terms = ["monthly", "12-months"] as const;

/** The customers of the tests. Each customer is an hour older than the previous one. */
const customers = Array.from(
  { length: 60 },
  (_, index): TestKnown => ({
    customerID: `c${String(index).padStart(2, "0")}`,
    companyName: `Company ${String.fromCharCode(65 + (index % 26))}${index}`,
    created: new Date(nowMs - index * hourMs).toISOString(),
    plan: plans[index % 3],
    term: terms[index % 2],
    usersCount: index * 5,
    deleted: index % 10 === 9,
    seenAt: nowMs - index * 60_000,
    ...(index % 20 === 5 && { elsewhereAt: nowMs - 2 * 24 * hourMs }),
    ...(index === 58 && { missingAt: nowMs - hourMs }),
  }),
);

async function startKnown(options: TestBffOptions = {}, known: readonly TestKnown[] = customers) {
  const console = await createTestBff({
    clock: createTestClock(nowMs),
    staff: [
      { email: "edith@test.example", role: "editor" },
      { email: "petra@test.example", role: "editor", environments: ["production"] },
    ],
    ...options,
  });
  onTestFinished(console.close);
  await fillKnown(console.databaseUrl, "sandbox", known);
  const cookie = await console.signIn("edith@test.example");
  const get = (query: string) => console.send("GET", `/api/sandbox/customers?${query}`, { cookie });
  const list = async (query: string): Promise<CustomerList> => {
    const response = await get(query);
    expect(response.status, await response.clone().text()).toBe(200);
    return customerListSchema.parse(await response.json());
  };
  const mark = (customerID: string, what: "tags" | "pin", body: object) =>
    console.send("PUT", `/api/sandbox/customers/${customerID}/${what}`, { cookie, body });
  return { console, cookie, get, list, mark };
}

const idsOf = ({ customers: listed }: CustomerList) => listed.map(({ customerID }) => customerID);

describe.each(testDialects)("the list of known customers on %s", (dialect) => {
  test("filters, order, counts and coverage come from the known customers, without a request to the API", async () => {
    const { list } = await startKnown({ dialect });
    const page = await list(`${allTime}&plan=Professional&usersFrom=50&sort=term&ascending=true&limit=5`);
    const expected = customers.filter(
      ({ plan, usersCount = 0, deleted, missingAt }) =>
        plan === "professional" && usersCount >= 50 && !deleted && missingAt === undefined,
    );
    expect(page).toMatchObject({
      total: expected.length,
      limit: 5,
      offset: 0,
      source: "known",
      notProvided: ["email"],
    });
    const byTerm = expected.toSorted(
      (a, b) =>
        Number((a.term ?? "") > (b.term ?? "")) - Number((a.term ?? "") < (b.term ?? "")) ||
        (a.created ?? "").localeCompare(b.created ?? ""),
    );
    expect(idsOf(page)).toEqual(byTerm.slice(0, 5).map(({ customerID }) => customerID));
    const [first] = page.customers;
    const source = customers.find(({ customerID }) => customerID === first?.customerID);
    expect(first).toMatchObject({
      companyName: source?.companyName,
      contract: { plan: "professional", term: "12-months" },
      usersCount: source?.usersCount,
      seenAt: new Date(source?.seenAt ?? 0).toISOString(),
    });
    expect(page.coverage).toEqual({ known: 59, oldestSeenAt: new Date(nowMs - 59 * 60_000).toISOString() });
    const counts = Object.fromEntries(page.facets?.plan.map(({ value, count }) => [String(value), count]) ?? []);
    for (const plan of plans) {
      expect(counts[String(plan ?? null)]).toBe(
        customers.filter(
          (one) => one.plan === plan && (one.usersCount ?? 0) >= 50 && !one.deleted && one.missingAt === undefined,
        ).length,
      );
    }
  });

  test("two consecutive pages contain every customer once, in both directions", async () => {
    const { list } = await startKnown({ dialect });
    for (const ascending of [true, false]) {
      const pages = await Promise.all(
        [0, 20, 40].map((offset) =>
          list(`${allTime}&includeDeleted=true&sort=plan&ascending=${ascending}&limit=20&offset=${offset}`),
        ),
      );
      const ids = pages.flatMap(idsOf);
      expect(new Set(ids).size).toBe(59);
      expect(pages.at(-1)?.customers.at(-1)?.contract.plan).toBeUndefined();
    }
  });

  test("unknown values are a separate value, in the filter and in the counts", async () => {
    const { list } = await startKnown({ dialect });
    const unknown = await list(`${allTime}&plan=&limit=100`);
    expect(unknown.customers.every(({ contract }) => contract.plan === undefined)).toBe(true);
    expect(unknown.total).toBeGreaterThan(10);
    expect(unknown.facets?.plan).toContainEqual({ value: null, count: unknown.total });
    const both = await list(`${allTime}&plan=&plan=essential`);
    const essential = await list(`${allTime}&plan=essential`);
    expect(both.total).toBe(unknown.total + essential.total);
  });

  test("tags, pins, state, age, window, search and changes outside can be combined", async () => {
    const { list, mark } = await startKnown({ dialect });
    for (const customerID of ["c01", "c02", "c04"]) {
      expect((await mark(customerID, "tags", { tags: ["vip"] })).status).toBeLessThan(300);
    }
    expect((await mark("c02", "pin", { pinned: true })).status).toBeLessThan(300);
    const tagged = await list(`${allTime}&tag=VIP&sort=customerID&ascending=true`);
    expect(idsOf(tagged)).toEqual(["c01", "c02", "c04"]);
    expect(tagged.facets).toMatchObject({ tag: [{ value: "vip", count: 3 }], pinned: 1 });
    expect(idsOf(await list(`${allTime}&pinned=true&tag=vip`))).toEqual(["c02"]);
    expect(idsOf(await list(`${allTime}&state=missing`))).toEqual(["c58"]);
    expect((await list(`${allTime}&state=deleted&state=missing`)).total).toBe(7);
    expect(idsOf(await list(`${allTime}&elsewhere=7d&sort=customerID&ascending=true`))).toEqual(["c05", "c25", "c45"]);
    expect((await list(`${allTime}&elsewhere=1d`)).total).toBe(0);
    expect((await list(`${allTime}&ageFrom=1`)).total).toBe(0);
    expect((await list(`${allTime}&ageTo=1`)).total).toBe(53);
    expect(idsOf(await list("datefrom=2026-11-20&source=known&limit=100")).length).toBe(12);
    expect(idsOf(await list(`${allTime}&source=known&searchTerm=company%20c`))).toEqual(["c02", "c28", "c54"]);
  });

  test("customers that are stored or removed later appear in the next list, or leave it", async () => {
    const { console, list } = await startKnown({ dialect });
    expect((await list(`${allTime}&plan=essential&limit=1`)).total).toBe(18);
    await fillKnown(console.databaseUrl, "sandbox", [
      {
        customerID: "new",
        companyName: "New",
        created: new Date(nowMs).toISOString(),
        plan: "essential",
        seenAt: nowMs,
      },
    ]);
    const page = await list(`${allTime}&plan=essential&sort=seenAt`);
    expect(page.total).toBe(19);
    await queryStore(console.databaseUrl, `delete from "knownCustomers" where "customerID" = '${idsOf(page)[0]}'`);
    const after = await list(`${allTime}&plan=essential&sort=seenAt`);
    expect(idsOf(after)).not.toContain(idsOf(page)[0]);
    expect(after.total).toBe(18);
  });
});

test("a filter of known customers answers 400 known_customers_off if they are switched off", async () => {
  const { get } = await startKnown({ variables: { KNOWN_CUSTOMERS: "off" } }, []);
  for (const query of ["plan=essential", "sort=plan", "source=known", "tag=vip", "usersFrom=1", "elsewhere=7d"]) {
    const response = await get(`${allTime}&${query}`);
    expect([response.status, (await response.json()).code]).toEqual([400, "known_customers_off"]);
  }
});

test("an invalid filter is refused and named", async () => {
  const { get } = await startKnown({}, []);
  for (const query of [
    "usersFrom=5&usersTo=4",
    "state=asleep",
    "elsewhere=soon",
    "pinned=false",
    "sort=raw",
    "ageFrom=x",
  ]) {
    expect((await get(`${allTime}&${query}`)).status, query).toBe(400);
  }
});

test("a person without access to the environment finds none of its known customers", async () => {
  const { console } = await startKnown();
  const cookie = await console.signIn("petra@test.example");
  const sandbox = await console.send("GET", `/api/sandbox/customers?${allTime}&plan=essential`, { cookie });
  expect(sandbox.status).toBe(404);
  const production = await console.send("GET", `/api/production/customers?${allTime}&plan=essential`, { cookie });
  expect(await production.json()).toMatchObject({ customers: [], total: 0, coverage: { known: 0 } });
});

test("the API answers the queries that it supports, and its answers fill the store of known customers", async () => {
  const { api, get } = await startConsoleBefore({ customers: 30 });
  const first = await (await get(`/api/sandbox/customers?${allTime}&includeDeleted=true&limit=100`)).json();
  expect(first).toMatchObject({ source: "api", total: 30 });
  expect(first.facets).toBeUndefined();
  const calls = api.calls.length;
  await expect
    .poll(
      async () =>
        (await (await get(`/api/sandbox/customers?${allTime}&source=known&includeDeleted=true`)).json()).total,
    )
    .toBe(30);
  const byPlan = await (await get(`/api/sandbox/customers?${allTime}&sort=plan&includeDeleted=true&limit=100`)).json();
  expect(byPlan).toMatchObject({ source: "known", total: 30, coverage: { known: 30, total: 30 } });
  expect(api.calls.length).toBe(calls);
});

test("while the API does not answer, every list comes from the known customers, with its age", async () => {
  const { list, console, cookie } = await startKnown({ clock: systemClock, random: () => 0 });
  const page = await list(`${allTime}&limit=10`);
  expect(page).toMatchObject({
    source: "known",
    stale: true,
    total: 53,
    asOf: new Date(nowMs - 10 * 60_000).toISOString(),
  });
  expect(idsOf(page)[0]).toBe("c00");
  const filtered = () => list(`${allTime}&plan=professional&limit=1`);
  expect(idsOf(await filtered())).toEqual(["c01"]);
  // Once requests to the API are paused, a list that uses only the store of known customers also says that it is stale.
  for (let calls = 0; calls < 5; calls += 1) await list(allTime);
  expect(await filtered()).toMatchObject({ source: "known", stale: true, retryAt: expect.any(String) });
  const empty = await console.send("GET", `/api/production/customers?${allTime}`, { cookie });
  expect([empty.status, (await empty.json()).code]).toEqual([502, "upstream_unreachable"]);
});
