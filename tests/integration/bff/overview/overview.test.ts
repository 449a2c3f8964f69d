import { createServer, type RequestListener } from "node:http";
import type { AddressInfo } from "node:net";
import { expect, onTestFinished, test } from "vitest";
import { customerListSchema } from "#lib/contract/customer-list.ts";
import { type Overview, overviewPartSchemas, overviewParts } from "#lib/contract/overview.ts";
import { createTestBff, createTestClock } from "#tests/fixtures/create-test-bff.ts";
import { startConsoleBefore } from "#tests/fixtures/other-api/start-console-before.ts";

const staff = [{ email: "vera@test.example", role: "viewer" as const }];

/** An API that answers as `answer` does, tokens apart. */
async function startBefore(answer: RequestListener) {
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
    variables: { PROVISIONING_SANDBOX_KEY_ID: "canary-key-51b0", PROVISIONING_SANDBOX_SECRET: "canary-secret-e24f" },
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
  return { read, clock };
}

const dayMs = 86_400_000;

/** The second of 640 customers of a window, one every hour, and 250 jobs; counts what it is asked. */
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

test("every part says how much its bounded calls cover", async () => {
  const nowMs = createTestClock().now();
  const { answer, asked } = manyRows(nowMs);
  const { read } = await startBefore(answer);
  const overview = await read("?window=30d");
  for (const part of overviewParts)
    expect([part, overviewPartSchemas[part].safeParse(overview[part]).error]).toEqual([part, undefined]);
  const coverage = { looked: 500, total: 640 };
  expect(overview.customersByDay).toMatchObject({
    coverage,
    order: "newest",
    withoutDay: 0,
    allTime: 640,
    window: { datefrom: new Date(nowMs - 30 * dayMs).toISOString().slice(0, 10) },
  });
  expect(overview.plans).toMatchObject({
    coverage,
    values: [
      { value: "essential", count: 375 },
      { value: "professional", count: 125 },
    ],
  });
  expect(overview.terms).toMatchObject({ coverage, values: [{ value: "monthly", count: 500 }] });
  expect(overview.jobs).toMatchObject({
    coverage: { looked: 200, total: 250 },
    states: [
      { state: "running", count: 66 },
      { state: "succeeded", count: 67 },
      { state: "failed", count: 67 },
    ],
  });
  expect(overview.operations).toMatchObject({ coverage: { looked: 0, total: 0 }, operations: [] });
  expect(overview.api).toMatchObject({ breaker: { state: "closed" }, token: { state: expect.any(String) } });
  // Five pages of customers, two of jobs, and one row for the number of all customers.
  expect(asked.length).toBe(8);
  expect(asked.every((query) => Number(query.get("limit")) <= 100)).toBe(true);
});

test("a hundred people who look at once, and again within seconds, are as many calls as one", async () => {
  const { answer, asked } = manyRows(createTestClock().now());
  const { read, clock } = await startBefore(answer);
  await Promise.all(Array.from({ length: 100 }, () => read()));
  expect(asked.length).toBe(8);
  clock.advance(4_000);
  await read("?part=plans");
  expect(asked.length).toBe(8);
  clock.advance(2_000);
  await read("?part=plans");
  expect(asked.length).toBe(13);
});

test("a part that fails is a problem in its own place, with the request's ID", async () => {
  const { answer, broken } = manyRows(createTestClock().now());
  const { read } = await startBefore(answer);
  broken.add("jobs");
  const overview = await read();
  expect(overview.jobs).toEqual({
    problem: expect.objectContaining({ code: "upstream_refused", upstreamStatus: 403, requestID: expect.any(String) }),
  });
  expect(overview.plans).toMatchObject({ coverage: { looked: 500 } });
  expect(overview.operations).toMatchObject({ operations: [] });
  broken.add("customers");
  broken.delete("jobs");
  const later = await read("?part=jobs,api");
  expect(Object.keys(later).toSorted()).toEqual(["api", "jobs"]);
  expect(later.jobs).toMatchObject({ coverage: { total: 250 } });
});

test("a page that fails after the first leaves what was read, and says that it is less", async () => {
  const { answer, broken } = manyRows(createTestClock().now());
  const { read } = await startBefore(answer);
  broken.add("customers 300");
  broken.add("jobs 100");
  const overview = await read("?part=customersByDay,jobs");
  expect(overview.customersByDay).toMatchObject({ coverage: { looked: 300, total: 640 } });
  expect(overview.jobs).toMatchObject({ coverage: { looked: 100, total: 250 } });
});

test("what the API's health tells holds no token, key or secret", async () => {
  const { answer } = manyRows(createTestClock().now());
  const { read, clock } = await startBefore(answer);
  await read();
  clock.advance(1_000);
  const { api } = await read("?part=api");
  expect(api).toMatchObject({
    requests: [{ outcome: "ok", count: 9 }],
    latency: { p50Ms: expect.any(Number), p95Ms: expect.any(Number) },
    token: { state: "valid", obtainedAt: expect.any(String), expiresAt: expect.any(String) },
    lastAnswerAt: expect.any(String),
  });
  expect(JSON.stringify(api)).not.toMatch(/canary|Bearer/);
});

test.each(["?window=1y", "?part=secrets", "?part=", "?limit=5"])("%s is refused and never sent on", async (query) => {
  const { api, get } = await startConsoleBefore({ customers: 1 });
  const response = await get(`/api/sandbox/overview${query}`);
  expect(response.status).toBe(400);
  expect(api.calls).toEqual([]);
});

test("in front of an API of another shape the days add up to what its list says", async () => {
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
