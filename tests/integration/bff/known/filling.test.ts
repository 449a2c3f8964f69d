import { randomUUID } from "node:crypto";
import { afterEach, describe, expect, test } from "vitest";
import { consoleHealthSchema } from "#lib/contract/console/console-health.ts";
import type { Problem } from "#lib/contract/errors.ts";
import { dayMs } from "#lib/contract/values/time-units.ts";
import { listen } from "#server/provisioning/listen.ts";
import type { CustomerRecord } from "#server/provisioning/store/customers/customer-record.ts";
import { createTestBff, type TestBffOptions } from "#tests/fixtures/console/create-test-bff.ts";
import { keyVariables } from "#tests/fixtures/console/key-variables.ts";
import { queryStore } from "#tests/fixtures/database/query-store.ts";
import { testDialects } from "#tests/fixtures/database/test-databases.ts";
import { createFastClock } from "#tests/fixtures/fast-clock.ts";
import { startOtherApi } from "#tests/fixtures/other-api/start-other-api.ts";
import { createTestService, credentials, now } from "#tests/service/provisioning/test-service.ts";

const closers: (() => Promise<void>)[] = [];

afterEach(async () => {
  for (const close of closers.splice(0).reverse()) await close();
});

/** Creates customers of the last two years. */
const customersOf = (count: number): CustomerRecord[] =>
  Array.from({ length: count }, (_, index) => ({
    customerID: randomUUID(),
    companyName: `Company ${index}`,
    usersCount: index % 50,
    createdMs: now - dayMs - Math.floor((index * 730 * dayMs) / count),
    plan: "essential",
    term: "monthly",
    adminEmail: `admin-${index}@company.example`,
    ...(index % 10 === 0 && { deletedMs: now - 1_000 }),
  }));

/** Starts the service with these numbers of customers. Returns it with the list calls that it received. */
async function startService(counts: { production: number; sandbox: number }) {
  const { app, store } = await createTestService({
    customers: { production: customersOf(counts.production), sandbox: customersOf(counts.sandbox) },
  });
  const calls: URL[] = [];
  const server = await listen({
    host: "127.0.0.1",
    port: 0,
    fetch(request) {
      const url = new URL(request.url);
      if (url.pathname.endsWith("/customers")) calls.push(url);
      return app.fetch(request);
    },
  });
  closers.push(async () => {
    await server.close();
    await store.close();
  });
  return { origin: server.origin, calls };
}

const isOf = (environment: "v2" | "sandbox") => (url: URL) => url.pathname.startsWith(`/${environment}/`);

async function startConsole(baseUrl: string, options: TestBffOptions & { keys?: typeof credentials } = {}) {
  const { keys = credentials, variables, ...others } = options;
  const console = await createTestBff({
    baseUrl,
    // By this clock, the console makes its first call 10 s after the start, and then ten calls per second.
    clock: createFastClock(10, 1),
    staff: [{ email: "ada@test.example", role: "administrator" }],
    ...others,
    variables: { ...keyVariables(keys), KNOWN_CALLS_PER_MINUTE: "600", ...variables },
  });
  closers.push(console.close);
  return console;
}

type StartedConsole = Awaited<ReturnType<typeof startConsole>>;
const cookies = new WeakMap<StartedConsole, Promise<string>>();

async function statusOf(console: StartedConsole) {
  const signedIn = cookies.get(console) ?? console.signIn("ada@test.example");
  cookies.set(console, signedIn);
  const cookie = await signedIn;
  return consoleHealthSchema.parse(await (await console.send("GET", "/api/status", { cookie })).json());
}

describe.each(testDialects)("reading all customers on %s", (dialect) => {
  test("a console reads all customers of both environments, and its status says so", async () => {
    const service = await startService({ production: 1_000, sandbox: 230 });
    const console = await startConsole(service.origin, { dialect });
    const known = async () =>
      (await queryStore(console.databaseUrl, 'select count(*) as "count" from "knownCustomers"'))[0]?.count;
    await expect.poll(known, { timeout: 20_000 }).toSatisfy((count) => Number(count) === 1_230);
    await expect
      .poll(async () => (await statusOf(console)).known, { timeout: 20_000 })
      .toMatchObject([
        { environment: "production", state: "current", known: 1_000, total: 1_000, incomplete: 0 },
        { environment: "sandbox", state: "current", known: 230, total: 230, incomplete: 0 },
      ]);
    const filling = service.calls.filter((url) => url.searchParams.get("ascending") === "true");
    expect(filling.filter(isOf("v2"))).toHaveLength(10);
    expect(filling.filter(isOf("sandbox"))).toHaveLength(3);
    expect(filling.every((url) => url.searchParams.get("includeDeleted") === "true")).toBe(true);
  });
});

test("a console reads all customers of an API with another format, and then needs no scan for an unknown ID", async () => {
  const api = await startOtherApi({ customers: 450 });
  closers.push(api.close);
  const console = await startConsole(api.origin, { keys: api.keys });
  await expect
    .poll(async () => (await statusOf(console)).known, { timeout: 20_000 })
    .toMatchObject([
      { state: "current", known: 450, total: 450, incomplete: 0 },
      { state: "current", known: 450, total: 450, incomplete: 0 },
    ]);
  const before = api.calls.length;
  const cookie = await console.signIn("ada@test.example");
  const response = await console.send("GET", `/api/production/customers/${randomUUID()}`, { cookie });
  expect([response.status, ((await response.json()) as Problem).code]).toEqual([404, "not_found"]);
  const newestFirst = api.calls.slice(before).filter(({ query }) => query.ascending === "false");
  expect(newestFirst.map(({ query }) => [query.searchTerm !== undefined, query.offset]).slice(0, 2)).toEqual([
    [true, "0"],
    [false, "0"],
  ]);
  expect(newestFirst.filter(({ query }) => query.offset !== "0")).toEqual([]);
});

test("a console with KNOWN_CALLS_PER_MINUTE=0 makes no automatic calls", async () => {
  const service = await startService({ production: 100, sandbox: 100 });
  const console = await startConsole(service.origin, { variables: { KNOWN_CALLS_PER_MINUTE: "0" } });
  expect((await statusOf(console)).known).toMatchObject([
    { environment: "production", state: "off", known: 0, callsLastHour: 0 },
    { environment: "sandbox", state: "off", known: 0, callsLastHour: 0 },
  ]);
  expect((await statusOf(console)).replicas[0]?.report?.workers.map(({ name }) => name) ?? []).not.toContain(
    "known-filling",
  );
  expect(service.calls).toEqual([]);
});

test.runIf(testDialects.includes("postgres"))(
  "of two replicas, one reads the customers, and the other one continues when it stops",
  async () => {
    const service = await startService({ production: 3_000, sandbox: 0 });
    const first = await startConsole(service.origin, { dialect: "postgres" });
    const second = await createTestBff({
      baseUrl: service.origin,
      clock: createFastClock(10, 1),
      databaseUrl: first.databaseUrl,
      variables: { ...keyVariables(credentials), KNOWN_CALLS_PER_MINUTE: "600" },
    });
    const stop = second.close;
    const offsets = () =>
      service.calls
        .filter(isOf("v2"))
        .filter((url) => url.searchParams.get("ascending") === "true")
        .map((url) => Number(url.searchParams.get("offset")));
    await expect.poll(() => offsets().length, { timeout: 20_000 }).toBeGreaterThan(5);
    // Both replicas want to read, but only one replica does. When it stops, the other replica continues with the next
    // page.
    await stop();
    await expect.poll(() => offsets().length, { timeout: 20_000 }).toBe(30);
    const expected = Array.from({ length: 30 }, (_, index) => index * 100);
    // The replica that stopped may have aborted its last call. So the other replica may repeat this call.
    expect([...new Set(offsets())]).toEqual(expected);
  },
);
