import { expect, test } from "vitest";
import { environments } from "#lib/contract/values/environments.ts";
import { seedStore } from "#server/provisioning/seed/seed-store.ts";
import { createTestService, now } from "../test-service.ts";

type Item = Record<string, unknown> & { created: string };

const collections = ["jobs", "webhooks", "numbers"] as const;

async function setUp() {
  const service = await createTestService();
  await seedStore(service.store, { customers: 300, nowMs: now });
  const page = async (environment: "production" | "sandbox", path: string) => {
    const response = await service.get(environment, path);
    return (await response.json()) as Record<string, Item[]> & { total: number; limit: number; offset: number };
  };
  return { ...service, page };
}

test.each(collections)("GET /%s returns an envelope, the newest first, with 10 rows by default", async (collection) => {
  const { page } = await setUp();
  const first = await page("production", `/${collection}`);
  expect(Object.keys(first)).toEqual([collection, "total", "limit", "offset"]);
  expect([first[collection]?.length, first.limit, first.offset]).toEqual([10, 10, 0]);
  const all: Item[] = [];
  for (let offset = 0; offset < first.total; offset += 7) {
    all.push(...((await page("production", `/${collection}?limit=7&offset=${offset}`))[collection] ?? []));
  }
  expect(all).toHaveLength(first.total);
  expect(new Set(all.map((item) => JSON.stringify(item))).size).toBe(first.total);
  const created = all.map((item) => item.created);
  expect(created).toEqual([...created].sort().reverse());
  expect(await page("production", `/${collection}?offset=${first.total}`)).toMatchObject({ [collection]: [] });
});

test.each(collections)("GET /%s returns only data of its own environment", async (collection) => {
  const { page } = await setUp();
  const [production, sandbox] = await Promise.all(
    environments.map(async (environment) => {
      const ids = (await page(environment, `/${collection}?limit=100`))[collection] ?? [];
      return ids.map((item) => item.jobID ?? item.webhookID ?? `${item.number} of ${item.customerID}`);
    }),
  );
  expect(sandbox?.length).toBeGreaterThan(0);
  expect(production?.filter((id) => sandbox?.includes(id))).toEqual([]);
});

test.each(collections)("GET /%s answers 400 for every parameter except limit and offset", async (collection) => {
  const { get } = await createTestService();
  for (const [query, message] of [
    ["limit=0", "limit must be a whole number from 1 to 100"],
    ["limit=ten", "limit must be a whole number from 1 to 100"],
    ["offset=1.5", "offset must be a whole number, 0 or more"],
    ["sort=created", "sort is not a parameter of this request"],
  ]) {
    const response = await get("sandbox", `/${collection}?${query}`);
    expect([response.status, await response.json()]).toEqual([400, [message]]);
  }
});

test("GET /jobs/{jobID} returns the listed job; an ID that is no UUID gets 400, and an unknown or foreign job gets 404", async () => {
  const { page, get } = await setUp();
  const job = (await page("production", "/jobs")).jobs?.[3];
  expect(await (await get("production", `/jobs/${String(job?.jobID).toUpperCase()}`)).json()).toEqual(job);
  const other = await get("sandbox", `/jobs/${job?.jobID}`);
  expect([other.status, await other.json()]).toEqual([404, { message: "There is no job with this ID." }]);
  const bad = await get("sandbox", "/jobs/42");
  expect([bad.status, await bad.json()]).toEqual([400, ["jobID must be a UUID"]]);
});

test.each([
  ["/jobs/00000000-0000-4000-8000-000000000503", 503],
  ["/customers?searchTerm=%5Banswer:429%5D", 429],
])("GET %s is answered with %i in the sandbox, with Retry-After", async (path, status) => {
  const { get } = await createTestService();
  const response = await get("sandbox", path);
  expect([response.status, response.headers.get("Retry-After")]).toEqual([status, "2"]);
  expect((await get("production", path)).status).not.toBe(status);
});

test.each(environments)("the demo's jobs, numbers and webhooks of %s are realistic", async (environment) => {
  const { page, store } = await setUp();
  const { jobs = [] } = await page(environment, "/jobs?limit=100");
  expect(new Set(jobs.map(({ status }) => status)).has("succeeded")).toBe(true);
  for (const job of jobs) {
    expect(job.created <= new Date(now).toISOString()).toBe(true);
    expect(await store.contracts.find(environment, String(job.customerID))).toBeDefined();
  }
  const { numbers = [] } = await page(environment, "/numbers?limit=100");
  for (const { number } of numbers) expect(number).toMatch(/^\+\d{10,15}$/);
  const { webhooks = [] } = await page(environment, "/webhooks?limit=100");
  for (const { url } of webhooks) expect(url).toMatch(/^https:\/\/[a-z.]+\.example\/hooks\//);
});

test("production's demo data contain failed jobs too, and no job is ever due", async () => {
  const { page, store } = await setUp();
  const { jobs = [] } = await page("production", "/jobs?limit=100");
  expect(jobs.some(({ status, error }) => status === "failed" && typeof error === "string")).toBe(true);
  expect(await store.jobs.nextDueMs()).toBeUndefined();
});
