import { setImmediate } from "node:timers/promises";
import { afterEach, beforeEach, expect, test } from "vitest";
import { type Operation, operationAnswerSchema, operationDetailSchema } from "#lib/contract/operations/operation.ts";
import { goneLimits } from "#server/bff/jobs/job-directory.ts";
import { minPauseMs } from "#server/bff/jobs/live/poll-pause.ts";
import type { ModelRequest } from "#tests/fixtures/api/model-api.ts";
import { startWritingConsole, type WritingConsole } from "#tests/fixtures/console/start-writing-console.ts";
import { readEvents } from "#tests/fixtures/events/read-events.ts";
import { createFakeClock } from "#tests/unit/server/api-client/fake-clock.ts";

let clock: ReturnType<typeof createFakeClock>;
let world: WritingConsole;
/** The Cookie header of a viewer. Tests sign in again after hours have passed. */
let viewer: string;

beforeEach(async () => {
  clock = createFakeClock(Date.now());
  world = await startWritingConsole({ clock });
  viewer = world.viewer;
});

afterEach(() => world.close());

const acme = (name = "Acme") => ({ companyName: name, plan: "essential", term: "monthly" });
const isJob = ({ method, path }: ModelRequest) => method === "GET" && path.startsWith("/jobs/");
const jobPolls = () => world.api.requests.filter(isJob).length;

/** From now on, the API answers each request about a job with `job()`. It answers a creation only with a job ID. */
function answerJobs(job: () => { status: number; body?: unknown }): void {
  world.api.script((request) => (isJob(request) ? { effect: "no", answer: job() } : undefined));
}

async function begin(name?: string): Promise<Operation> {
  const response = await clock.passUntil(world.create(acme(name)));
  return operationAnswerSchema.parse(await response.json()).operation;
}

async function detail(operationID: string) {
  const path = `/api/sandbox/operations/${operationID}`;
  let response = await world.console.send("GET", path, { cookie: viewer });
  if (response.status === 401) {
    viewer = await world.console.signIn("vera@test.example");
    response = await world.console.send("GET", path, { cookie: viewer });
  }
  return operationDetailSchema.parse(await response.json());
}

/** After this number of event-loop tasks, a call in progress has been answered. */
const turns = 40;

/** Moves the clock forward second by second until `matches` returns true for the operation. Returns the operation. */
async function once(operationID: string, matches: (operation: Operation) => boolean): Promise<Operation> {
  for (;;) {
    const { operation } = await detail(operationID);
    if (matches(operation)) return operation;
    for (let turn = 0; turn < turns; turn += 1) await setImmediate();
    await clock.advance(1_000);
  }
}

test("a job is followed to its end without an open page, and its end is recorded with the write", async () => {
  let progress = 20;
  answerJobs(() => ({ status: 200, body: { status: "running", progress } }));
  const { operationID } = await begin();
  const running = await once(operationID, ({ job }) => job !== undefined);
  expect(running.job).toMatchObject({ state: "running", stateText: "running", progress: 0.2 });
  progress = 80;
  await once(operationID, ({ job }) => job?.progress === 0.8);
  answerJobs(() => ({ status: 200, body: { status: "Failed", error: "no more numbers" } }));
  const ended = await once(operationID, ({ job }) => job?.finishedAt !== undefined);
  expect(ended).toMatchObject({ state: "accepted", job: { state: "failed", reason: "no more numbers" } });
  const polls = jobPolls();
  await clock.advance(60 * 60_000);
  await detail(operationID);
  expect(jobPolls()).toBe(polls);
});

test("a creation that was accepted without a customer gets the customer that its job names", async () => {
  world.api.script(({ method }) =>
    method === "POST" ? { effect: "no", answer: { status: 202, body: { jobID: "j1" } } } : undefined,
  );
  const begun = await begin();
  expect(begun.customerID).toBeUndefined();
  answerJobs(() => ({ status: 200, body: { status: "done", customerID: "c1" } }));
  const ended = await once(begun.operationID, ({ job }) => job?.finishedAt !== undefined);
  expect(ended).toMatchObject({ customerID: "c1", job: { state: "succeeded" } });
});

test("a job that the API no longer finds counts as vanished after four reads, and is read rarely for a day", async () => {
  answerJobs(() => ({ status: 200, body: { status: "running" } }));
  const { operationID } = await begin();
  await once(operationID, ({ job }) => job !== undefined);
  answerJobs(() => ({ status: 404 }));
  const before = jobPolls();
  const vanished = await once(operationID, ({ job }) => job?.vanished === true);
  expect(vanished.job).toMatchObject({ state: "running" });
  expect(vanished.job?.finishedAt).toBeUndefined();
  expect(jobPolls() - before).toBe(goneLimits.misses);
  await clock.advance(14 * 60_000);
  await detail(operationID);
  expect(jobPolls() - before).toBe(goneLimits.misses);
  await clock.advance(24 * 60 * 60_000);
  await once(operationID, () => jobPolls() - before === goneLimits.misses + 1);
  await clock.advance(7 * 24 * 60 * 60_000);
  await detail(operationID);
  expect(jobPolls() - before).toBe(goneLimits.misses + 1);
});

test("a job that reappears after it had vanished is followed to its end", async () => {
  answerJobs(() => ({ status: 404 }));
  const { operationID } = await begin();
  await once(operationID, ({ job }) => job?.vanished === true);
  answerJobs(() => ({ status: 200, body: { status: "succeeded" } }));
  await clock.advance(15 * 60_000);
  const ended = await once(operationID, ({ job }) => job?.finishedAt !== undefined);
  expect(ended.job).toMatchObject({ state: "succeeded" });
  expect(ended.job?.vanished).toBeUndefined();
});

test("the stream and the operation report at the same time that a watched job has vanished", async () => {
  answerJobs(() => ({ status: 200, body: { status: "running" } }));
  const { operationID, jobID = "" } = await begin();
  const response = await world.console.send("GET", `/api/sandbox/jobs/events?id=${jobID}`, { cookie: world.viewer });
  const reader = readEvents(response);
  await clock.passUntil(reader.until("job"));
  answerJobs(() => ({ status: 404 }));
  const first = (await clock.passUntil(reader.until("problem"))).data as { final?: boolean };
  expect(first.final).toBeUndefined();
  const read = () => world.console.send("GET", `/api/sandbox/jobs/${jobID}`, { cookie: viewer });
  expect((await (await read()).json()).gone).toBeUndefined();
  expect((await clock.passUntil(reader.until("problem"))).data).toMatchObject({ final: true });
  const { operation } = await detail(operationID);
  expect(operation.job?.vanished).toBe(true);
  expect(await (await read()).json()).toMatchObject({ code: "not_found", gone: true });
});

test("a job without an end is read less and less often, and given up after a week", async () => {
  answerJobs(() => ({ status: 200, body: { status: "running" } }));
  const { operationID } = await begin();
  await once(operationID, ({ job }) => job !== undefined);
  await clock.advance(24 * 60 * 60_000);
  const seenAt = (await detail(operationID)).operation.job?.seenAt;
  await once(operationID, ({ job }) => job?.seenAt !== seenAt);
  const polls = jobPolls();
  await clock.advance(14 * 60_000);
  await detail(operationID);
  expect(jobPolls()).toBe(polls);
  await clock.advance(7 * 24 * 60 * 60_000);
  await once(operationID, () => jobPolls() === polls + 1);
  await clock.advance(24 * 60 * 60_000);
  await detail(operationID);
  expect(jobPolls()).toBe(polls + 1);
});

test("a change of contract with a job is verified when the job has succeeded", async () => {
  await begin();
  const { customerID = "" } = world.api.customers[0] ?? {};
  world.api.script(({ method }) =>
    method === "PATCH" ? { effect: "later", answer: { status: 202, body: { jobID: "j2" } } } : undefined,
  );
  const response = await clock.passUntil(world.change(customerID, { term: "12-months" }));
  expect(response.status).toBe(202);
  const { operation } = operationAnswerSchema.parse(await response.json());
  expect(operation.confirmedAt).toBeUndefined();
  world.api.applyLate();
  answerJobs(() => ({ status: 200, body: { status: "succeeded" } }));
  const confirmed = await once(operation.operationID, ({ confirmedAt }) => confirmedAt !== undefined);
  expect(confirmed).toMatchObject({ after: { term: "12-months" }, job: { state: "succeeded" } });
});

test("the usual time is computed from five successful jobs, and failed jobs do not count", async () => {
  answerJobs(() => ({ status: 200, body: { status: "failed" } }));
  const failed = await begin("failed");
  await once(failed.operationID, ({ job }) => job?.finishedAt !== undefined);
  answerJobs(() => ({ status: 200, body: { status: "done" } }));
  for (let index = 0; index < 5; index += 1) {
    expect((await detail(failed.operationID)).usual).toBeUndefined();
    const { operationID } = await begin(`company ${index}`);
    await once(operationID, ({ job }) => job?.finishedAt !== undefined);
  }
  const { usual } = await detail(failed.operationID);
  expect(usual?.count).toBe(5);
  expect(usual?.p50Ms).toBeGreaterThan(0);
  expect(usual?.p95Ms).toBeGreaterThanOrEqual(usual?.p50Ms ?? 0);
});

test("the reads of a watched job are stored with the write, and the job is not read twice", async () => {
  answerJobs(() => ({ status: 200, body: { status: "running", progress: 30 } }));
  const { operationID, jobID = "" } = await begin();
  const response = await world.console.send("GET", `/api/sandbox/jobs/events?id=${jobID}`, { cookie: world.viewer });
  const reader = readEvents(response);
  await clock.passUntil(reader.until("job"));
  await once(operationID, ({ job }) => job?.progress === 0.3);
  const [polls, startMs] = [jobPolls(), clock.monotonic()];
  while (clock.monotonic() - startMs < 20_000) await clock.passUntil(reader.until("checked"));
  // Only one reader polls the job. The job tracker, which works every two seconds, adds no polls.
  expect(jobPolls() - polls).toBeLessThanOrEqual((clock.monotonic() - startMs) / minPauseMs + 1);
  answerJobs(() => ({ status: 200, body: { status: "succeeded" } }));
  await clock.passUntil(reader.until("end"));
  await once(operationID, ({ job }) => job?.state === "succeeded");
});
