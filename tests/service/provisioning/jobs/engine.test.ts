import { pino } from "pino";
import { afterEach, beforeEach, describe, expect, test, vi } from "vitest";
import { createEngine } from "#server/provisioning/jobs/create-engine.ts";
import type { JobEngine } from "#server/provisioning/jobs/engine.ts";
import { createInProcessEngine } from "#server/provisioning/jobs/in-process-engine.ts";
import { isFinished, newJob } from "#server/provisioning/jobs/next-turn.ts";
import { createPgBossEngine } from "#server/provisioning/jobs/pg-boss-engine.ts";
import { processTurn } from "#server/provisioning/jobs/process-turn.ts";
import { openStore, type ProvisioningStore, type StoreTransaction } from "#server/provisioning/store/open-store.ts";
import type { JobRecord } from "#server/provisioning/store/resources/job-store.ts";
import { startTcpRelay } from "#tests/fixtures/database/tcp-relay.ts";
import { createStoreDatabase } from "#tests/fixtures/database/template-databases.ts";
import { type TestDatabase, testDialects } from "#tests/fixtures/database/test-databases.ts";
import { customer, now } from "../test-service.ts";

const log = pino({ level: "silent" });

/** A store that fails in the step for the numbers, `failures.left` times. */
function failingStore(store: ProvisioningStore, failures: { left: number }): ProvisioningStore {
  const transaction: ProvisioningStore["transaction"] = (work) =>
    store.transaction((parts: StoreTransaction) =>
      work({
        ...parts,
        numbers: {
          ...parts.numbers,
          async assign(environment, options) {
            const numbers = await parts.numbers.assign(environment, options);
            if (failures.left-- > 0) throw new Error("the number plan is on fire");
            return numbers;
          },
        },
      }),
    );
  return { ...store, transaction };
}

const subject = customer(1, { usersCount: 2 });

const newTestJob = (): JobRecord =>
  newJob({
    jobID: crypto.randomUUID(),
    customerID: subject.customerID,
    needsAdmin: true,
    ending: undefined,
    nowMs: now,
  });

/** The activities of a complete creation, in any order. */
const wholeCreation = [
  "Account allocated",
  "Administrator invited",
  "Customer activated",
  "Number assigned",
  "Number assigned",
];

describe.each(testDialects)("the job engine on %s", (dialect) => {
  let database: TestDatabase;
  let store: ProvisioningStore;
  const engines: JobEngine[] = [];

  beforeEach(async () => {
    database = await createStoreDatabase("provisioning", dialect);
    store = await openStore(database.url);
  });
  afterEach(async () => {
    for (const engine of engines.splice(0)) await engine.stop();
    await store.close();
    await database.drop();
  });

  const engineOn = async (used: ProvisioningStore) => {
    const engine = await createEngine({ store: used, clock: Date.now, log, creationMs: 0, databaseUrl: database.url });
    engines.push(engine);
    return engine;
  };
  const enqueue = async (engine: JobEngine) => {
    const job = newTestJob();
    await store.transaction(async (transaction) => {
      await transaction.customers.insert("sandbox", [subject], false);
      await transaction.jobs.insert("sandbox", [job], false);
      await engine.schedule(transaction, { environment: "sandbox", jobID: job.jobID, revision: 0 }, 0);
    });
    engine.wake();
    return job.jobID;
  };
  const ended = (jobID: string) =>
    vi.waitFor(
      async () => {
        const job = await store.jobs.find("sandbox", jobID);
        if (!job || !isFinished(job)) throw new Error(`The job is ${job?.status}`);
        return job;
      },
      { timeout: 30_000, interval: 20 },
    );
  const activityNames = async () =>
    (await store.activities.ofCustomer("sandbox", subject.customerID)).map(({ description }) => description).sort();

  test("a job runs through all of its steps", async () => {
    const engine = await engineOn(store);
    await engine.start();
    expect((await ended(await enqueue(engine))).status).toBe("succeeded");
    expect(await activityNames()).toEqual(wholeCreation);
    expect(await store.numbers.ofCustomer("sandbox", subject.customerID)).toHaveLength(2);
  });

  test("the engine continues jobs that were stored before it was started", async () => {
    const silent = await engineOn(store);
    const jobID = await enqueue(silent);
    await silent.stop();
    engines.length = 0;
    const engine = await engineOn(store);
    await engine.start();
    expect((await ended(jobID)).status).toBe("succeeded");
  });

  test("a job that was rolled back never runs", async () => {
    const engine = await engineOn(store);
    const rolledBack = newTestJob();
    const failing = store.transaction(async (transaction) => {
      await transaction.jobs.insert("sandbox", [rolledBack], false);
      await engine.schedule(transaction, { environment: "sandbox", jobID: rolledBack.jobID, revision: 0 }, 0);
      throw new Error("killed");
    });
    await expect(failing).rejects.toThrow("killed");
    await engine.start();
    await ended(await enqueue(engine));
    expect((await store.jobs.list("sandbox", { limit: 9, offset: 0 })).total).toBe(1);
    expect(await activityNames()).toEqual(wholeCreation);
  });

  test("a step that fails unexpectedly leaves no changes and runs once more", async () => {
    const engine = await engineOn(failingStore(store, { left: 1 }));
    await engine.start();
    const job = await ended(await enqueue(engine));
    expect([job.status, job.failures]).toEqual(["succeeded", 0]);
    expect(await activityNames()).toEqual(wholeCreation);
    expect(await store.numbers.ofCustomer("sandbox", subject.customerID)).toHaveLength(2);
  });

  test("a turn that many processes take at once is done once", async () => {
    const job = newTestJob();
    await store.customers.insert("sandbox", [subject], false);
    await store.jobs.insert("sandbox", [job], false);
    const schedule = vi.fn(async () => {});
    const context = { store, clock: () => now, log, creationMs: 0, schedule };
    for (let revision = 0; revision < 6; revision++) {
      const turn = { environment: "sandbox" as const, jobID: job.jobID, revision };
      await Promise.all(Array.from({ length: 4 }, () => processTurn(context, turn)));
    }
    expect(await store.jobs.find("sandbox", job.jobID)).toMatchObject({ status: "succeeded", revision: 6 });
    expect(await activityNames()).toEqual(wholeCreation);
    // The engine schedules another turn after each turn except the last one.
    expect(schedule).toHaveBeenCalledTimes(5);
  });
});

describe("the engine with a clock that the test advances", () => {
  test("a step that always fails ends its job after five attempts with growing pauses, and the customer is deleted", async () => {
    const store = await openStore("sqlite::memory:");
    const clock = { nowMs: now };
    const engine = createInProcessEngine({
      store: failingStore(store, { left: Number.POSITIVE_INFINITY }),
      clock: () => clock.nowMs,
      log,
      creationMs: 0,
    });
    await engine.start();
    const job = newTestJob();
    await store.customers.insert("sandbox", [subject], false);
    await store.jobs.insert("sandbox", [job], false);
    const waits: number[] = [];
    for (;;) {
      engine.wake();
      await engine.settled();
      const dueMs = await store.jobs.nextDueMs();
      if (dueMs === undefined) break;
      waits.push(dueMs - clock.nowMs);
      clock.nowMs = dueMs;
    }
    expect(waits).toEqual([1_000, 2_000, 4_000, 8_000]);
    const failed = await store.jobs.find("sandbox", job.jobID);
    expect(failed).toMatchObject({ status: "failed", error: "A step failed 5 times for an unexpected reason." });
    expect(failed?.steps.map(({ state }) => state)).toEqual([
      "succeeded",
      "succeeded",
      "succeeded",
      "failed",
      "queued",
    ]);
    expect((await store.contracts.find("sandbox", subject.customerID))?.customer.deletedMs).toBe(clock.nowMs);
    expect(await store.numbers.ofCustomer("sandbox", subject.customerID)).toEqual([]);
    await engine.stop();
    await store.close();
  });

  test("a stopped engine does nothing, even when it is woken", async () => {
    const store = await openStore("sqlite::memory:");
    const engine = createInProcessEngine({ store, clock: () => now, log, creationMs: 0 });
    await engine.start();
    await engine.stop();
    await store.customers.insert("sandbox", [subject], false);
    await store.jobs.insert("sandbox", [newTestJob()], false);
    engine.wake();
    await engine.settled();
    expect(await store.jobs.nextDueMs()).toBe(now);
    await store.close();
  });

  test("while the store fails, the engine waits and tries again", async () => {
    const store = await openStore("sqlite::memory:");
    const due = vi.fn(store.jobs.due).mockRejectedValueOnce(new Error("locked"));
    const engine = createInProcessEngine({
      store: { ...store, jobs: { ...store.jobs, due } },
      clock: () => now,
      log,
      creationMs: 0,
    });
    vi.useFakeTimers({ toFake: ["setTimeout", "clearTimeout"] });
    try {
      await store.customers.insert("sandbox", [subject], false);
      await store.jobs.insert("sandbox", [newTestJob()], false);
      await engine.start();
      await engine.settled();
      expect(await store.jobs.nextDueMs()).toBe(now);
      vi.advanceTimersByTime(1_000);
      await engine.settled();
      expect(await store.jobs.nextDueMs()).toBeUndefined();
    } finally {
      vi.useRealTimers();
      await engine.stop();
      await store.close();
    }
  });
});

test.runIf(testDialects.includes("postgres"))(
  "an engine whose Postgres vanished and returned continues its jobs, and ends on request",
  async () => {
    const database = await createStoreDatabase("provisioning", "postgres");
    const relay = await startTcpRelay(database.url);
    const store = await openStore(database.url);
    const failures: unknown[] = [];
    const quiet = pino({ level: "error" }, { write: (line) => void failures.push(line) });
    const engine = await createPgBossEngine({
      store,
      clock: Date.now,
      log: quiet,
      creationMs: 0,
      databaseUrl: relay.through(database.url),
      limits: { statementMs: 1_000, connectionMs: 1_000, closeMs: 500 },
    });
    await engine.start();
    relay.stall();
    await vi.waitFor(() => expect(failures.length).toBeGreaterThan(0), { timeout: 60_000 });
    relay.heal();
    const job = newTestJob();
    await store.transaction(async (transaction) => {
      await transaction.customers.insert("sandbox", [subject], false);
      await transaction.jobs.insert("sandbox", [job], false);
      await engine.schedule(transaction, { environment: "sandbox", jobID: job.jobID, revision: 0 }, 0);
    });
    const isDone = async () => expect((await store.jobs.find("sandbox", job.jobID))?.status).toBe("succeeded");
    await vi.waitFor(isDone, { timeout: 60_000, interval: 50 });
    relay.stall();
    await engine.stop();
    await store.close();
    await relay.close();
    await database.drop();
  },
);
