import { expect, test } from "vitest";
import { activityListSchema } from "#lib/contract/customers/activity.ts";
import { jobAnswerSchema, jobListSchema } from "#lib/contract/job.ts";
import { numberListSchema } from "#lib/contract/number.ts";
import { webhookListSchema } from "#lib/contract/webhook.ts";
import { huge } from "#tests/fixtures/api/odd-jobs.ts";
import { activitiesEach } from "#tests/fixtures/other-api/answer-resources.ts";
import { createOtherCustomers } from "#tests/fixtures/other-api/other-customers.ts";
import { startConsoleBefore } from "#tests/fixtures/other-api/start-console-before.ts";

const customerID = createOtherCustomers("sandbox", 1, 0)[0]?.uuid ?? "";

async function start() {
  const { get, ...rest } = await startConsoleBefore({ customers: 40 });
  const read = async (path: string) => {
    const response = await get(`/api/sandbox/${path}`);
    expect([path, response.status]).toEqual([path, 200]);
    return response.json();
  };
  return { get, read, ...rest };
}

test("the console pages the activities of an API without pages, and the answer says so", async () => {
  const { api, read } = await start();
  const path = `customers/${customerID}/activities`;
  const list = activityListSchema.parse(await read(`${path}?limit=25&offset=50`));
  expect(list).toMatchObject({
    total: activitiesEach,
    limit: 25,
    offset: 50,
    pagedLocally: true,
    window: { datefrom: "1970-01-01", defaulted: true },
  });
  expect(list.activities.map(({ activityID }) => activityID)).toEqual(
    Array.from({ length: 10 }, (_, index) => `${10 - index}`),
  );
  expect(list.activities.at(-1)).toMatchObject({
    type: "CALL",
    direction: "in",
    from: "+49301000",
    to: "+442079460123",
    durationSeconds: 0,
  });
  // The specification does not say whether activities can be paged. So the first request asks for a page, and the
  // second request does not.
  const asked = api.calls.filter((call) => call.path.endsWith("/activities")).map(({ query }) => query);
  expect(asked).toEqual([{ limit: "25", offset: "50", datefrom: "1970-01-01" }, { datefrom: "1970-01-01" }]);
});

test("the filters of activities are sent to the API unchanged", async () => {
  const { api, read } = await start();
  const list = await read(
    `customers/${customerID}/activities?type=SMS&direction=out&datefrom=2020-01-01&dateto=2099-12-31`,
  );
  const expected = { type: "SMS", direction: "out", datefrom: "2020-01-01", dateto: "2099-12-31" };
  expect(api.calls.at(-1)?.query).toEqual(expected);
  expect(list.window).toEqual({ datefrom: "2020-01-01", dateto: "2099-12-31", defaulted: false });
  expect(list.total).toBe(activitiesEach / 6);
});

test("the activities of an unknown customer answer 404, with the reason", async () => {
  const { get } = await start();
  const response = await get("/api/sandbox/customers/0b0e7f3e-1111-4222-8333-444444444444/activities");
  expect(response.status).toBe(404);
  expect(await response.json()).toMatchObject({
    code: "not_found",
    detail: "The sandbox API has no customer with this ID.",
    upstreamStatus: 404,
    errors: [{ message: "no such customer" }],
  });
});

test("a job is followed from its beginning to its end", async () => {
  const { api, read, get } = await start();
  const token =
    [...api.tokens].find(([, environment]) => environment === "sandbox")?.[0] ?? (await mintToken(api, read));
  const begun = await fetch(`${api.origin}/sandbox/customers`, {
    method: "POST",
    headers: { authorization: `Bearer ${token}`, "content-type": "application/json" },
    body: JSON.stringify({ companyName: "New", plan: "hardware-only", term: "monthly" }),
  });
  const jobID = begun.headers.get("location")?.split("/").at(-1) ?? "";
  const list = jobListSchema.parse(await read("jobs?limit=1"));
  expect(list).toMatchObject({ total: 1, limit: 1, offset: 0, jobs: [{ jobID, state: "running", progress: 0 }] });

  const states = [];
  for (let poll = 0; poll < 3; poll += 1) states.push(jobAnswerSchema.parse(await read(`jobs/${jobID}`)).job);
  expect(states.map(({ state, stateText, progress }) => [state, stateText, progress])).toEqual([
    ["running", "In Progress", 0.33],
    ["running", "In Progress", 0.67],
    ["succeeded", "COMPLETED", 1],
  ]);
  expect(states[0]?.steps.map(({ name, state }) => [name, state])).toEqual([
    ["Check", "succeeded"],
    ["Allocate", "running"],
    ["Activate", "queued"],
  ]);
  expect(states[0]).toMatchObject({ jobID, customerID: expect.any(String), created: expect.any(String) });

  const vanished = await get("/api/sandbox/jobs/vanished");
  expect(vanished.status).toBe(404);
  expect(await vanished.json()).toMatchObject({
    code: "not_found",
    detail: "The sandbox API has no job with this ID.",
  });
});

test("a job of 10 MB is shortened for pages, and complete on request", async () => {
  const { api, read, get } = await start();
  const record = huge("huge", Date.now());
  api.tellJob("sandbox", "huge", record);
  const bounded = await get("/api/sandbox/jobs/huge");
  const text = await bounded.text();
  expect(text.length).toBeLessThan(100_000);
  expect(jobAnswerSchema.parse(JSON.parse(text)).job).toMatchObject({
    state: "running",
    raw: {},
    rawOmitted: true,
    stepsOmitted: record.steps.length - 200,
  });
  expect(jobListSchema.parse(await read("jobs?limit=10")).jobs).toMatchObject([{ jobID: "huge", rawOmitted: true }]);
  const whole = jobAnswerSchema.parse(await read("jobs/huge?whole=true")).job;
  expect(whole.raw).toEqual(record);
  expect(whole.rawOmitted).toBeUndefined();
});

async function mintToken(api: Awaited<ReturnType<typeof start>>["api"], read: (path: string) => Promise<unknown>) {
  await read("jobs");
  return [...api.tokens].find(([, environment]) => environment === "sandbox")?.[0];
}

test("webhooks have pages", async () => {
  const { read } = await start();
  const list = webhookListSchema.parse(await read("webhooks?limit=2&offset=2"));
  expect(list).toMatchObject({ total: 4, limit: 2, offset: 2 });
  expect(list.webhooks).toMatchObject([
    { webhookID: "hook-sandbox-3", events: ["job.completed", "job.failed"], active: true },
    { webhookID: "hook-sandbox-4", url: "https://hooks.sandbox.example/4", active: false },
  ]);
});

test("numbers are read at the configured path, as texts or as records", async () => {
  const { api, read } = await start();
  const list = numberListSchema.parse(await read("numbers?limit=10&offset=20"));
  expect(list).toMatchObject({ total: 30, limit: 10, offset: 20, pagedLocally: true });
  expect(list.numbers[1]).toMatchObject({
    number: "+49891021",
    formatted: "+49 89 1021",
    raw: { number: "+49891021" },
  });
  // Without a plus sign, the country of the number is unknown.
  expect(list.numbers[0]).toMatchObject({ number: "4989001020", customerID: expect.any(String) });
  expect(list.numbers[0]).not.toHaveProperty("formatted");
  expect(api.calls.at(-1)?.path).toBe("/sandbox/phone-numbers");
});

test("an API without numbers is reported as not offering them", async () => {
  const { get } = await startConsoleBefore({ console: { variables: { PROVISIONING_NUMBERS_PATH: undefined } } });
  const response = await get("/api/sandbox/numbers");
  expect(response.status).toBe(404);
  expect(await response.json()).toMatchObject({
    code: "not_offered",
    upstreamStatus: 404,
    detail: expect.stringContaining("PROVISIONING_NUMBERS_PATH"),
  });
});

test.each([
  ["customers/%2e%2e%2fauth"],
  ["customers/..%2f..%2fauth/activities"],
  ["customers/a%2Fb/activities"],
  ["customers/%252e%252e/activities"],
  ["customers/a%5Cb"],
  ["customers/a%00/activities"],
  ["customers/a%0D%0Ab"],
  ["customers/a%3Fx=1"],
  ["jobs/a%2Fb"],
  ["jobs/%2e%2e%2f"],
  [`jobs/${"x".repeat(201)}`],
  ["jobs?limit=0"],
  ["jobs?state=dancing"],
  ["jobs/j1?whole=1"],
  ["jobs/j1?limit=1"],
  ["webhooks?offset=-1"],
  ["numbers?limit=101"],
  ["customers/c1/activities?datefrom=2026-02-30"],
  ["customers/c1?from=-1"],
  ["customers/c1?pages=51"],
  ["customers/export?format=xml"],
  ["customers/export"],
  ["customers/export?format=csv&sort=companyName"],
])("%s is refused and never sent to the API", async (path) => {
  const { api, get } = await startConsoleBefore({ customers: 1 });
  const response = await get(`/api/sandbox/${path}`);
  expect(response.status).toBe(400);
  expect(await response.json()).toMatchObject({ code: "invalid_request" });
  expect(api.calls).toEqual([]);
});

test.each([["customers/%2e%2e/auth"], ["customers/../auth"], ["jobs/%2e%2e"], ["jobs/.."]])(
  "%s is answered with 404",
  async (path) => {
    const { api, get } = await startConsoleBefore({ customers: 1 });
    const response = await get(`/api/sandbox/${path}`);
    expect([404, 405]).toContain(response.status);
    expect(api.calls).toEqual([]);
  },
);
