import { setImmediate } from "node:timers/promises";
import { describe, expect, onTestFinished, test } from "vitest";
import { AppError } from "#lib/contract/operations/app-error.ts";
import { type Operation, operationAnswerSchema } from "#lib/contract/operations/operation.ts";
import { minuteMs } from "#lib/contract/values/time-units.ts";
import { openStore } from "#server/bff/store/open-store.ts";
import type { ModelRequest } from "#tests/fixtures/api/model-api.ts";
import type { TestBffOptions } from "#tests/fixtures/console/create-test-bff.ts";
import { startWritingConsole } from "#tests/fixtures/console/start-writing-console.ts";
import { testDialects } from "#tests/fixtures/database/test-databases.ts";
import { createFakeClock } from "#tests/unit/server/api-client/fake-clock.ts";

const isJob = ({ method, path }: ModelRequest) => method === "GET" && path.startsWith("/jobs/");

async function start(options: TestBffOptions) {
  const clock = createFakeClock(Date.now());
  const world = await startWritingConsole({ ...options, clock });
  onTestFinished(() => world.close());
  const operationOf = async (response: Response) => operationAnswerSchema.parse(await response.json()).operation;
  const read = async ({ operationID }: Operation) =>
    operationOf(
      await world.console.send("GET", `/api/sandbox/operations/${operationID}`, {
        cookie: world.viewer,
        headers: { "x-switchboard-quiet": "0" },
      }),
    );
  /** Moves the clock forward in steps of `seconds`, until `matches` returns true for the operation. */
  const until = async (operation: Operation, matches: (operation: Operation) => boolean, seconds = 1) => {
    for (;;) {
      const now = await read(operation);
      if (matches(now)) return now;
      for (let turn = 0; turn < 40; turn += 1) await setImmediate();
      await clock.advance(seconds * 1_000);
    }
  };
  const failures = () => world.console.logLines.filter((line) => line.includes("following a job failed"));
  return { ...world, clock, operationOf, read, until, failures };
}

const acme = { companyName: "Acme", plan: "essential", term: "monthly" };

describe.each(testDialects.map((dialect) => ({ dialect })))("the job tracker's store on $dialect", ({ dialect }) => {
  test("the tracker reads a job that cannot be read less and less often, and its store accepts every update", async () => {
    const { api, create, operationOf, clock, until, failures } = await start({ dialect });
    api.script((request) => (isJob(request) ? { effect: "no", answer: { status: 500 } } : undefined));
    const operation = await operationOf(await create(acme));
    const fromMs = clock.monotonic();
    const polls: number[] = [];
    const isOver = () => {
      const count = api.requests.filter(isJob).length;
      polls.push(...Array.from({ length: count - polls.length }, () => clock.monotonic() - fromMs));
      return clock.monotonic() - fromMs > 20 * minuteMs;
    };
    await until(operation, isOver, 4);
    expect(failures()).toEqual([]);
    const within = (fromMinute: number, toMinute: number) =>
      polls.filter((ms) => ms >= fromMinute * minuteMs && ms < toMinute * minuteMs).length;
    expect(within(0, 5)).toBeGreaterThan(within(15, 20));
    expect(within(15, 20)).toBeGreaterThan(0);
  });

  test("the tracker verifies a change soon after it takes effect, even if it did not take effect at first", async () => {
    const { api, create, change, operationOf, clock, until, failures } = await start({ dialect });
    const begun = await operationOf(await create(acme));
    await until(begun, ({ job }) => job?.finishedAt !== undefined);
    const { customerID = "" } = api.customers[0] ?? {};
    api.script((request) => {
      if (request.method === "PATCH") return { effect: "later", answer: { status: 202, body: { jobID: "j2" } } };
      return isJob(request) ? { effect: "no", answer: { status: 200, body: { status: "succeeded" } } } : undefined;
    });
    const operation = await operationOf(await change(customerID, { term: "12-months" }));
    await until(operation, ({ job }) => job?.finishedAt !== undefined);
    const endedMs = clock.monotonic();
    await until(operation, () => clock.monotonic() - endedMs >= 20_000);
    api.applyLate();
    await until(operation, ({ confirmedAt }) => confirmedAt !== undefined);
    // The console checks a new change after pauses of 1, 2, 4, 8, 15 and 30 s (`nextEffectReadingMs`). So it finds the
    // effect within a minute.
    expect(clock.monotonic() - endedMs).toBeLessThan(60_000);
    expect(failures()).toEqual([]);
  });
});

test("a job that cannot be followed is logged with its operation, its ID and the database's error", async () => {
  const openRefusing: typeof openStore = async (url) => {
    const store = await openStore(url);
    const reschedule = async () => {
      const cause = Object.assign(new Error("invalid input syntax for type bigint"), { code: "22P02" });
      throw new AppError("store_unavailable", "Switchboard's database does not respond.", { cause });
    };
    return { ...store, follows: { ...store.follows, reschedule } };
  };
  const { api, create, operationOf, until, failures } = await start({ openStore: openRefusing });
  api.script((request) => (isJob(request) ? { effect: "no", answer: { status: 500 } } : undefined));
  const operation = await operationOf(await create(acme));
  await until(operation, () => failures().length > 0);
  expect(JSON.parse(failures()[0] ?? "")).toMatchObject({
    operationID: operation.operationID,
    jobID: operation.jobID,
    environment: "sandbox",
    error: { message: "invalid input syntax for type bigint", code: "22P02" },
  });
});

test("a job that the tracker gave up after a week no longer blocks a contract", async () => {
  const { api, console, create, change, operationOf, clock, until } = await start({});
  api.script((request) => (isJob(request) ? { effect: "no", answer: { status: 500 } } : undefined));
  const operation = await operationOf(await create(acme));
  const { customerID = "" } = operation;
  const tried = async () => (await clock.passUntil(change(customerID, { term: "12-months" }))).status;
  expect(await tried()).toBe(409);
  const polls = () => api.requests.filter(isJob).length;
  await clock.advance(8 * 24 * 60 * minuteMs);
  const before = polls();
  const cookie = await console.signIn("edith@test.example");
  // Moves the clock forward until the job tracker has read the job for the last time.
  while (polls() < before + 2) {
    for (let turn = 0; turn < 40; turn += 1) await setImmediate();
    await clock.advance(1_000);
  }
  for (let turn = 0; turn < 40; turn += 1) await setImmediate();
  const path = `/api/sandbox/customers/${customerID}`;
  const jobs = await clock.passUntil(console.send("GET", `${path}/jobs`, { cookie }));
  expect(await jobs.json()).toMatchObject({ jobs: [], unreadable: [] });
  const changed = console.send("PATCH", `${path}/contract`, { body: { term: "12-months" }, cookie });
  expect((await clock.passUntil(changed)).status).toBe(200);
  void until;
});
