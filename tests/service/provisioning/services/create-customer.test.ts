import { expect, test, vi } from "vitest";
import { provokedAnswers } from "#server/provisioning/sandbox-values.ts";
import { jobStepNames } from "#server/provisioning/store/resources/job-store.ts";
import { type CustomerPage, createTestService } from "../test-service.ts";

const body = {
  companyName: "Nordlicht Logistik GmbH",
  plan: "professional",
  term: "24-months",
  usersCount: 3,
  adminUser: { email: "anna@nordlicht.example" },
};

interface Job {
  jobID: string;
  status: string;
  progress: number;
  customerID: string;
  error?: string;
  steps: { name: string; state: string; startedAt?: string; finishedAt?: string }[];
}

type Service = Awaited<ReturnType<typeof createTestService>>;

async function create(service: Service, members: object = {}, headers: Record<string, string> = {}) {
  const response = await service.send("sandbox", "POST", "/customers", { ...body, ...members }, headers);
  return { status: response.status, answer: (await response.json()) as { jobID: string; customerID: string } };
}

const jobOf = async (service: Service, jobID: string) =>
  (await (await service.get("sandbox", `/jobs/${jobID}`)).json()) as Job;

const listed = async (service: Service, query = "") =>
  ((await (await service.get("sandbox", `/customers?limit=100${query}`)).json()) as CustomerPage).customers;

test("the service answers 202 with the job and the customer, and lists the customer at once", async () => {
  const service = await createTestService({ creationMs: 10_000 });
  const { status, answer } = await create(service);
  expect(status).toBe(202);
  await service.engine.settled();
  expect(await listed(service)).toEqual([
    {
      customerID: answer.customerID,
      companyName: body.companyName,
      usersCount: 3,
      created: "2026-11-20T12:00:00.000Z",
      contract: { term: "24-months", plan: "professional" },
      adminUser: { email: "anna@nordlicht.example" },
    },
  ]);
  expect(await jobOf(service, answer.jobID)).toMatchObject({ status: "running", progress: 0, type: "create-customer" });
});

test("the job advances with the clock, and numbers and activities appear in between", async () => {
  const service = await createTestService({ creationMs: 10_000 });
  const { answer } = await create(service);
  const seen: unknown[] = [];
  for (let second = 0; second <= 10; second++) {
    service.engine.wake();
    await service.engine.settled();
    const { progress } = await jobOf(service, answer.jobID);
    const numbers = (await (await service.get("sandbox", "/numbers")).json()) as { total: number };
    const activities = (await (
      await service.get("sandbox", `/customers/${answer.customerID}/activities?limit=100`)
    ).json()) as { total: number };
    seen.push([progress, numbers.total, activities.total]);
    service.clock.nowMs += 1_000;
  }
  expect(seen).toEqual([
    [0, 0, 0],
    [20, 0, 0],
    [20, 0, 0],
    [20, 0, 0],
    [40, 0, 1],
    [40, 0, 1],
    [60, 0, 2],
    [60, 0, 2],
    [60, 0, 2],
    [80, 3, 5],
    [80, 3, 5],
  ]);
});

test("a finished job has the start and the end of each step", async () => {
  const service = await createTestService();
  const { answer } = await create(service);
  await service.engine.settled();
  const job = await jobOf(service, answer.jobID);
  expect(job).toMatchObject({ status: "succeeded", progress: 100, customerID: answer.customerID });
  expect(job.error).toBeUndefined();
  expect(job.steps.map(({ name }) => name)).toEqual(jobStepNames);
  for (const step of job.steps) {
    expect(step).toMatchObject({ state: "succeeded", startedAt: expect.any(String), finishedAt: expect.any(String) });
  }
});

test("the log contains the job's result, and nothing about people", async () => {
  const service = await createTestService();
  const { answer } = await create(service, { companyName: "Canary [fail:numbers]" });
  await service.engine.settled();
  expect(service.logLines.map((line) => JSON.parse(line))).toContainEqual(
    expect.objectContaining({
      msg: "job ended",
      jobID: answer.jobID,
      environment: "sandbox",
      status: "failed",
      reason: expect.stringContaining("free numbers"),
      durationMs: 0,
    }),
  );
  for (const hidden of ["Canary", "anna@"]) expect(service.logLines.join("")).not.toContain(hidden);
});

test.each([
  ["no adminUser", { adminUser: undefined }, "adminUser.email is required unless the plan is hardware-only"],
  ["no e-mail", { adminUser: {} }, "adminUser.email is required unless the plan is hardware-only"],
  ["no e-mail address", { adminUser: { email: "anna" } }, "adminUser.email must be an e-mail address"],
  ["a list for adminUser", { adminUser: [] }, "adminUser must be an object with email"],
  ["no name", { companyName: undefined }, "companyName must be text"],
  ["a blank name", { companyName: "  " }, "companyName must not be empty"],
  ["121 characters", { companyName: "x".repeat(121) }, "companyName must be 120 characters or less"],
  ["a null character", { companyName: "a\u0000b" }, "companyName must not hold control characters"],
  ["half of a surrogate pair", { companyName: "a\ud800" }, "companyName must not hold control characters"],
  ["another plan", { plan: "gold" }, "plan must be one of essential, professional, enterprise, hardware-only"],
  ["another term", { term: "12" }, "term must be one of monthly, 12-months, 24-months, 36-months"],
  ["a fraction as the number of users", { usersCount: 1.5 }, "usersCount must be a whole number from 1 to 1000000"],
  ["no users", { usersCount: 0 }, "usersCount must be a whole number from 1 to 1000000"],
  ["text for users", { usersCount: "3" }, "usersCount must be a whole number from 1 to 1000000"],
  ["an additional member", { role: "owner" }, "role is not a parameter of this request"],
  [
    "an additional nested member",
    { adminUser: { email: "a@b.example", role: "x" } },
    "role is not a parameter of this request",
  ],
])("the service answers 400 for %s, names the member, and stores nothing", async (_what, members, message) => {
  const service = await createTestService();
  const { status, answer } = await create(service, members);
  expect([status, answer]).toEqual([400, [message]]);
  expect(await listed(service, "&datefrom=1970-01-01&includeDeleted=true")).toEqual([]);
  expect((await service.store.jobs.list("sandbox", { limit: 1, offset: 0 })).total).toBe(0);
});

test("the answer 400 names everything that is wrong, including the missing administrator", async () => {
  const service = await createTestService();
  const response = await service.send("sandbox", "POST", "/customers", {});
  expect(await response.json()).toEqual([
    "companyName must be text",
    "plan must be one of essential, professional, enterprise, hardware-only",
    "term must be one of monthly, 12-months, 24-months, 36-months",
    "adminUser.email is required unless the plan is hardware-only",
  ]);
  expect(await (await service.send("sandbox", "POST", "/customers", [])).json()).toEqual([
    "The body must be a JSON object with companyName, plan, term and adminUser",
  ]);
});

test("a hardware-only customer needs no administrator and gets no numbers", async () => {
  const service = await createTestService();
  const { status, answer } = await create(service, { plan: "hardware-only", adminUser: undefined });
  expect(status).toBe(202);
  await service.engine.settled();
  expect((await jobOf(service, answer.jobID)).steps.map(({ state }) => state)).toEqual([
    "succeeded",
    "succeeded",
    "skipped",
    "succeeded",
    "succeeded",
  ]);
  expect((await service.store.numbers.list("sandbox", { limit: 1, offset: 0 })).total).toBe(0);
});

test("if the job cannot be stored, the customer is not stored either", async () => {
  const service = await createTestService();
  vi.spyOn(service.engine, "schedule").mockRejectedValue(new Error("no queue"));
  expect((await create(service, {}, { "Idempotency-Key": "k" })).status).toBe(500);
  expect(await listed(service)).toEqual([]);
  expect((await service.store.jobs.list("sandbox", { limit: 1, offset: 0 })).total).toBe(0);
  vi.restoreAllMocks();
  expect((await create(service, {}, { "Idempotency-Key": "k" })).status).toBe(202);
});

test("the same Idempotency-Key and body, in any order of members, get the same answer and create one customer", async () => {
  const service = await createTestService();
  const headers = { "Idempotency-Key": "order-66" };
  const [first, second] = await Promise.all([create(service, {}, headers), create(service, {}, headers)]);
  const reversed = Object.fromEntries(Object.entries(body).reverse());
  const third = await service.send("sandbox", "POST", "/customers", reversed, headers);
  expect([first, second, third.status]).toEqual([first, { ...first, status: 202 }, 202]);
  expect(await third.json()).toEqual(first.answer);
  expect(await listed(service)).toHaveLength(1);
});

test("the same key with another body gets 422, and in the other environment the key can be used", async () => {
  const service = await createTestService();
  const headers = { "Idempotency-Key": "k" };
  await create(service, {}, headers);
  const other = await create(service, { usersCount: 4 }, headers);
  expect(other).toEqual({ status: 422, answer: { message: "This Idempotency-Key came with another body before." } });
  expect((await service.send("production", "POST", "/customers", body, headers)).status).toBe(202);
});

test("a key is remembered for 48 hours", async () => {
  const service = await createTestService({ tokenLifetimeSeconds: 86_400 * 3 });
  const headers = { "Idempotency-Key": "k" };
  const first = await create(service, {}, headers);
  service.clock.nowMs += 48 * 3_600_000;
  expect((await create(service, {}, headers)).answer).toEqual(first.answer);
  service.clock.nowMs += 1;
  expect((await create(service, {}, headers)).answer).not.toEqual(first.answer);
});

test.each(["", " ", "a b", "ü", "x".repeat(256)])("an Idempotency-Key like %j gets 400", async (key) => {
  const service = await createTestService();
  // Header values consist of bytes. So a client that uses other letters sends the UTF-8 bytes of these letters.
  const headers = { "Idempotency-Key": Buffer.from(key).toString("latin1") };
  const { status, answer } = await create(service, {}, headers);
  expect([status, answer]).toEqual([400, ["idempotency-key must be 1 to 255 visible ASCII characters"]]);
});

test.each(jobStepNames)(
  "a creation with [fail:%s] in the name fails at that step with a reason, and the customer is deleted",
  async (step) => {
    const service = await createTestService();
    const { answer } = await create(service, { companyName: `Acme [fail:${step}]` });
    await service.engine.settled();
    const job = await jobOf(service, answer.jobID);
    expect(job).toMatchObject({ status: "failed", error: expect.stringMatching(/\.$/) });
    expect(job.steps.find(({ state }) => state === "failed")?.name).toBe(step);
    expect(await listed(service)).toEqual([]);
    expect(await listed(service, "&includeDeleted=true")).toMatchObject([{ customerID: answer.customerID }]);
    expect((await service.store.numbers.list("sandbox", { limit: 1, offset: 0 })).total).toBe(0);
  },
);

test("a creation with [stall:numbers] in the name never ends, even after restarts", async () => {
  const service = await createTestService();
  const { answer } = await create(service, { companyName: "Acme [stall:numbers]" });
  await service.engine.settled();
  service.clock.nowMs += 600_000;
  await service.engine.stop();
  await service.engine.start();
  await service.engine.settled();
  expect(await jobOf(service, answer.jobID)).toMatchObject({ status: "running", progress: 60 });
  expect(await listed(service)).toHaveLength(1);
});

test.each(provokedAnswers)(
  "a creation with [answer:$status] in the name gets that status",
  async ({ status, message, retryAfterSeconds }) => {
    const service = await createTestService();
    const response = await service.send("sandbox", "POST", "/customers", {
      ...body,
      companyName: `Acme [answer:${status}]`,
    });
    expect([response.status, await response.json()]).toEqual([status, { message }]);
    expect(response.headers.get("Retry-After")).toBe(
      retryAfterSeconds === undefined ? null : String(retryAfterSeconds),
    );
    expect(await listed(service)).toEqual([]);
  },
);

test("no name has a special meaning in production", async () => {
  const service = await createTestService();
  const companyName = "Acme [answer:503] [fail:numbers]";
  const response = await service.send("production", "POST", "/customers", { ...body, companyName });
  expect(response.status).toBe(202);
  await service.engine.settled();
  const { jobs } = await service.store.jobs.list("production", { limit: 1, offset: 0 });
  expect(jobs[0]?.status).toBe("succeeded");
});
