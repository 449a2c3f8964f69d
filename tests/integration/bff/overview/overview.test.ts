import { createServer, type RequestListener } from "node:http";
import type { AddressInfo } from "node:net";
import { expect, onTestFinished, test } from "vitest";
import { apiStatusSchema } from "#lib/contract/api-status.ts";
import { type Overview, type OverviewValue, overviewPartSchemas } from "#lib/contract/console/overview.ts";
import { customerListSchema } from "#lib/contract/customers/customer-list.ts";
import { overviewParts } from "#lib/contract/values/console/overview-parts.ts";
import { dayMs } from "#lib/contract/values/time-units.ts";
import { createTestBff, createTestClock } from "#tests/fixtures/console/create-test-bff.ts";
import { queryStore } from "#tests/fixtures/database/query-store.ts";
import { testDialects } from "#tests/fixtures/database/test-databases.ts";
import { startConsoleBefore } from "#tests/fixtures/other-api/start-console-before.ts";

const staff = [{ email: "vera@test.example", role: "viewer" as const }];

/** An API that answers all requests except those for tokens with `answer`. */
async function startBefore(answer: RequestListener, dialect?: (typeof testDialects)[number]) {
  const server = createServer((request, response) => {
    if (!request.url?.endsWith("/auth")) return answer(request, response);
    response.end(JSON.stringify({ access_token: "canary-token-7c1d", token_type: "Bearer", expires_in: 600 }));
  });
  await new Promise<void>((resolve) => server.listen(0, "127.0.0.1", resolve));
  const clock = createTestClock();
  const console = await createTestBff({
    baseUrl: `http://127.0.0.1:${(server.address() as AddressInfo).port}`,
    clock,
    staff,
    ...(dialect && { dialect }),
    variables: {
      PROVISIONING_SANDBOX_KEY_ID: "canary-key-51b0",
      PROVISIONING_SANDBOX_SECRET: "canary-secret-e24f",
      PROVISIONING_PLANS: "professional,enterprise",
    },
  });
  onTestFinished(async () => {
    await console.close();
    server.closeAllConnections();
    server.close();
  });
  const cookie = await console.signIn("vera@test.example");
  const read = async (query = "") => {
    const response = await console.send("GET", `/api/sandbox/overview${query}`, { cookie });
    expect(response.status).toBe(200);
    return (await response.json()) as Overview;
  };
  const readStatus = async () => {
    const response = await console.send("GET", "/api/sandbox/api-status", { cookie });
    expect(response.status).toBe(200);
    return apiStatusSchema.parse(await response.json());
  };
  return { read, readStatus, clock, databaseUrl: console.databaseUrl };
}

/** An API with 640 customers (one was created in each hour) and 250 jobs. Records the queries of all requests. */
function manyRows(nowMs: number) {
  const asked: URLSearchParams[] = [];
  const broken = new Set<string>();
  const answer: RequestListener = (request, response) => {
    const url = new URL(request.url ?? "", "http://api.invalid");
    const [limit, offset] = ["limit", "offset"].map((name) => Number(url.searchParams.get(name))) as [number, number];
    asked.push(url.searchParams);
    const collection = url.pathname.split("/").at(-1) ?? "";
    if (broken.has(collection) || broken.has(`${collection} ${offset}`)) {
      response.writeHead(403, { "content-type": "application/json" });
      return response.end(JSON.stringify({ message: `no ${collection}` }));
    }
    const total = collection === "jobs" ? 250 : 640;
    const indexes = Array.from({ length: Math.max(Math.min(limit, total - offset), 0) }, (_, index) => offset + index);
    const rows = indexes.map((index) =>
      collection === "jobs"
        ? { jobID: `job-${index}`, status: ["succeeded", "failed", "running"][index % 3], created: nowMs }
        : {
            customerID: `c${index}`,
            companyName: `Company ${index}`,
            created: new Date(nowMs - index * 3_600_000).toISOString(),
            contract: { plan: index % 4 === 0 ? "professional" : "essential", term: "monthly" },
          },
    );
    response.end(JSON.stringify({ [collection]: rows, total, limit, offset }));
  };
  return { answer, asked, broken };
}

const jobsSource = (read: boolean) => expect.arrayContaining([expect.objectContaining({ name: "jobs", read })]);

test("every part shows how much of the data its limited calls cover", async () => {
  const nowMs = createTestClock().now();
  const { answer, asked } = manyRows(nowMs);
  const { read } = await startBefore(answer);
  const overview = await read("?window=30d");
  for (const part of overviewParts)
    expect([part, overviewPartSchemas[part].safeParse(overview[part]).error]).toEqual([part, undefined]);
  const coverage = { looked: 640, total: 640 };
  expect(overview.customersByDay).toMatchObject({
    coverage,
    order: "newest",
    withoutDay: 0,
    allTime: 640,
    window: { datefrom: new Date(nowMs - 29 * dayMs).toISOString().slice(0, 10) },
  });
  expect(overview.plans).toMatchObject({
    coverage,
    // The configured plans come first, in the configured order. Other plans follow, the most frequent first.
    values: [
      { value: "professional", count: 160 },
      { value: "essential", count: 480 },
    ],
  });
  expect(overview.terms).toMatchObject({ coverage, values: [{ value: "monthly", count: 640 }] });
  expect(overview.jobs).toMatchObject({
    coverage: { looked: 200, total: 250 },
    states: [
      { state: "running", count: 66 },
      { state: "succeeded", count: 67 },
      { state: "failed", count: 67 },
    ],
  });
  expect(overview.operations).toMatchObject({ coverage: { looked: 0, total: 0 }, operations: [] });
  expect(overview.figures).toMatchObject({ newCustomers: { now: 640, before: 640 }, createdHere: { now: 0 } });
  expect(overview.figures).not.toHaveProperty("createdHere.before");
  // The 67 failed jobs, and the 66 jobs that never end. None of them belongs to an operation of the console.
  expect(overview.waiting).toMatchObject({
    total: 133,
    sources: jobsSource(true),
    coverage: { looked: 200, total: 250 },
  });
  expect(overview.waiting).toHaveProperty("items.0.kind", "stuck-job");
  // Seven pages of customers, two pages of jobs, and one row each for the number of all customers and the number of
  // earlier customers.
  expect(asked.length).toBe(11);
  expect(asked.every((query) => Number(query.get("limit")) <= 100)).toBe(true);
});

test("a hundred people at once, and again within seconds, cause as many calls as one person", async () => {
  const { answer, asked } = manyRows(createTestClock().now());
  const { read, clock } = await startBefore(answer);
  await Promise.all(Array.from({ length: 100 }, () => read()));
  expect(asked.length).toBe(11);
  clock.advance(4_000);
  await read("?part=plans");
  expect(asked.length).toBe(11);
  clock.advance(2_000);
  await read("?part=plans");
  // The console reads the first page again. This page has not changed, so the console does not read the other pages.
  expect(asked.length).toBe(12);
  clock.advance(61_000);
  await read("?part=plans");
  expect(asked.length).toBe(19);
});

test("a part that fails shows its problem in its own place, with the request's ID", async () => {
  const { answer, broken } = manyRows(createTestClock().now());
  const { read } = await startBefore(answer);
  broken.add("jobs");
  const overview = await read();
  expect(overview.jobs).toEqual({
    problem: expect.objectContaining({ code: "upstream_refused", upstreamStatus: 403, requestID: expect.any(String) }),
  });
  expect(overview.plans).toMatchObject({ coverage: { looked: 640 } });
  expect(overview.waiting).toMatchObject({ total: 0, sources: jobsSource(false) });
  expect(overview.operations).toMatchObject({ operations: [] });
  broken.add("customers");
  broken.delete("jobs");
  const later = await read("?part=jobs,figures");
  expect(Object.keys(later).toSorted()).toEqual(["figures", "jobs"]);
  expect(later.jobs).toMatchObject({ coverage: { total: 250 } });
});

test("the API's status counts requests, names failed ones without their queries, and causes no request", async () => {
  const { answer, asked, broken } = manyRows(createTestClock().now());
  const { read, readStatus } = await startBefore((request, response) =>
    broken.has("gateway") ? response.end("<h1>Gateway</h1>") : answer(request, response),
  );
  expect(await readStatus()).toMatchObject({ requests: [], recentErrors: [], pausedResources: [] });
  expect(asked).toEqual([]);
  await read();
  const first = await readStatus();
  // The request for the token is counted too.
  expect(first.requests).toEqual([{ outcome: "ok", count: asked.length + 1 }]);
  expect(first).toMatchObject({ failedInRow: 0, lastAnswerAt: expect.any(String), recentErrors: [] });
  broken.add("gateway");
  const overview = await read("?part=customersByDay&window=90d");
  expect(overview.customersByDay).toMatchObject({ problem: { code: "upstream_malformed" } });
  const { requests, failedInRow, recentErrors } = await readStatus();
  expect(requests).toContainEqual({ outcome: "upstream_malformed", count: failedInRow });
  expect(recentErrors[0]).toEqual({
    at: expect.any(String),
    method: "GET",
    path: "/customers",
    outcome: "upstream_malformed",
    status: 200,
    requestID: expect.any(String),
  });
});

test("if a later page fails, the rows that were read are kept, and the answer says that it is incomplete", async () => {
  const { answer, broken } = manyRows(createTestClock().now());
  const { read } = await startBefore(answer);
  broken.add("customers 300");
  broken.add("jobs 100");
  const overview = await read("?part=customersByDay,jobs");
  expect(overview.customersByDay).toMatchObject({ coverage: { looked: 300, total: 640 } });
  expect(overview.jobs).toMatchObject({ coverage: { looked: 100, total: 250 } });
});

test("the API status contains no token, key or secret", async () => {
  const { answer } = manyRows(createTestClock().now());
  const { read, readStatus, clock } = await startBefore(answer);
  await read();
  clock.advance(1_000);
  const status = await readStatus();
  expect(status).toMatchObject({
    requests: [{ outcome: "ok", count: 12 }],
    latency: { p50Ms: expect.any(Number), p95Ms: expect.any(Number) },
    token: { state: "valid", obtainedAt: expect.any(String), expiresAt: expect.any(String) },
    lastAnswerAt: expect.any(String),
  });
  expect(JSON.stringify(status)).not.toMatch(/canary|Bearer/);
});

test.each(["?window=1y", "?part=secrets", "?part=", "?limit=5"])(
  "%s is refused and never sent to the API",
  async (query) => {
    const { api, get } = await startConsoleBefore({ customers: 1 });
    const response = await get(`/api/sandbox/overview${query}`);
    expect(response.status).toBe(400);
    expect(api.calls).toEqual([]);
  },
);

test("with an API of another format, the days add up to the total of its list", async () => {
  const { get } = await startConsoleBefore({ customers: 140 });
  const overview = (await (await get("/api/sandbox/overview?window=90d")).json()) as Overview;
  const byDay = overviewPartSchemas.customersByDay.parse(overview.customersByDay);
  const query = `datefrom=${byDay.window.datefrom}&limit=1`;
  const list = customerListSchema.parse(await (await get(`/api/sandbox/customers?${query}`)).json());
  expect(byDay.coverage).toEqual({ looked: list.total, total: list.total });
  expect(byDay.days.reduce((sum, { counts }) => sum + (counts[0] ?? 0), 0)).toBe(list.total);
  const { day, counts } = byDay.days[0] ?? { day: "", counts: [] };
  const ofDay = customerListSchema.parse(
    await (await get(`/api/sandbox/customers?datefrom=${day}&dateto=${day}&limit=1`)).json(),
  );
  expect(ofDay.total).toBe(counts[0]);
  expect(overviewPartSchemas.jobs.parse(overview.jobs)).toMatchObject({ coverage: { looked: 0, total: 0 } });
});

test("right after an import of two thousand customers, the chart has every day of its period, and the shares cover all", async () => {
  const nowMs = createTestClock().now();
  // Newest first: the imported customers of this hour, then 20 customers per day.
  const created = [
    ...Array.from({ length: 2_000 }, (_, index) => ({ atMs: nowMs - index, plan: "essential" })),
    ...Array.from({ length: 29 * 20 }, (_, index) => ({
      atMs: nowMs - (1 + Math.floor(index / 20)) * dayMs,
      plan: "professional",
    })),
  ];
  const { read } = await startBefore((request, response) => {
    const url = new URL(request.url ?? "", "http://api.invalid");
    const [limit, offset] = ["limit", "offset"].map((name) => Number(url.searchParams.get(name))) as [number, number];
    const from = Date.parse(url.searchParams.get("datefrom") ?? "1970-01-01");
    const listed = url.pathname.endsWith("customers") ? created.filter(({ atMs }) => atMs >= from) : [];
    const customers = listed.slice(offset, offset + limit).map(({ atMs, plan }, index) => ({
      customerID: `c${offset + index}`,
      companyName: "Company",
      contract: { plan, term: "monthly" },
      created: new Date(atMs).toISOString(),
    }));
    response.end(
      JSON.stringify({ [url.pathname.split("/").at(-1) ?? ""]: customers, total: listed.length, limit, offset }),
    );
  });
  const { customersByDay, plans } = await read("?window=30d&part=customersByDay,plans");
  expect(customersByDay).toMatchObject({ coverage: { looked: 2_580, total: 2_580 } });
  const days = (customersByDay as OverviewValue<"customersByDay">).days;
  expect(days.map(({ counts }) => counts[0])).toEqual([...Array.from({ length: 29 }, () => 20), 2_000]);
  expect(plans).toMatchObject({
    values: [
      { value: "professional", count: 580 },
      { value: "essential", count: 2_000 },
    ],
  });
});

test.each(testDialects)(
  "on %s fifty thousand new customers are counted from known customers with one call, and missing ones are reported",
  async (dialect) => {
    const total = 50_000;
    let calls = 0;
    const { read, clock, databaseUrl } = await startBefore((request, response) => {
      const url = new URL(request.url ?? "", "http://api.invalid");
      const isCustomers = url.pathname.endsWith("customers") && url.pathname.startsWith("/sandbox");
      if (isCustomers && url.searchParams.get("limit") === "100") calls += 1;
      const row = { customerID: "newest", companyName: "Newest", contract: { plan: "essential", term: "monthly" } };
      const customers = isCustomers && url.searchParams.get("offset") === "0" ? [row] : [];
      response.end(
        JSON.stringify({ [url.pathname.split("/").at(-1) ?? ""]: customers, total: isCustomers ? total : 0 }),
      );
    }, dialect);
    await queryStore(
      databaseUrl,
      `with recursive n(i) as (select 0 union all select i + 1 from n where i < ${total - 1})
       insert into "knownCustomers" ("environment", "customerKey", "customerID", "companyName", "createdAt", "seenAt", "state")
       select 'sandbox', 'c' || i, 'c' || i, 'Company', ${clock.now()} - cast(i % 25 as bigint) * ${dayMs}, ${clock.now()},
         case when i % 5 = 0 then '{"plan":"professional","term":"monthly"}' else '{"plan":"essential","term":"monthly"}' end
       from n`,
    );
    const byDay = async () => {
      const { customersByDay, plans } = await read("?window=30d&part=customersByDay,plans");
      return { byDay: overviewPartSchemas.customersByDay.parse(customersByDay), plans };
    };
    const whole = await byDay();
    expect(whole.byDay).toMatchObject({ coverage: { looked: total, total } });
    expect(whole.byDay.days.map(({ counts }) => counts[0])).toEqual(Array.from({ length: 25 }, () => total / 25));
    expect(whole.plans).toMatchObject({
      values: [
        { value: "professional", count: 10_000 },
        { value: "essential", count: 40_000 },
      ],
    });
    expect(calls).toBe(1);
    await queryStore(databaseUrl, `delete from "knownCustomers" where "customerKey" like 'c1%'`);
    clock.advance(60_000);
    const { byDay: part } = await byDay();
    const sum = part.days.reduce((all, { counts }) => all + (counts[0] ?? 0), 0);
    expect(sum).toBeLessThan(total);
    expect(part).toMatchObject({ coverage: { looked: sum, total }, order: "none" });
  },
);
