import { describe, expect, test } from "vitest";
import { newJob, nextTurn } from "#server/provisioning/jobs/next-turn.ts";
import { moveSeedToNow, seedStore } from "#server/provisioning/seed/seed-store.ts";
import { openStore, type ProvisioningStore } from "#server/provisioning/store/open-store.ts";
import type { JobRecord } from "#server/provisioning/store/resources/job-store.ts";
import { testDialects } from "#tests/fixtures/database/test-databases.ts";
import { useTestDatabase } from "#tests/fixtures/database/use-test-database.ts";
import { customer, now } from "../test-service.ts";

describe.each(testDialects)("jobs, numbers, webhooks, activities and keys on %s", (dialect) => {
  let store: ProvisioningStore;

  useTestDatabase(dialect, {
    tables: "provisioning",
    async open(url) {
      store = await openStore(url);
    },
    close: () => store.close(),
  });

  const job = (members: Partial<JobRecord> = {}): JobRecord => ({
    ...newJob({ jobID: crypto.randomUUID(), customerID: "c", needsAdmin: false, ending: undefined, nowMs: now }),
    ...members,
  });

  test("a job is read back unchanged, only in its own environment", async () => {
    const full = job({ ending: { kind: "stall", step: "numbers" }, error: "Because.", failures: 2 });
    await store.jobs.insert("production", [full], false);
    expect(await store.jobs.find("production", full.jobID)).toEqual(full);
    expect(await store.jobs.find("sandbox", full.jobID)).toBeUndefined();
    expect(await store.jobs.list("production", { limit: 5, offset: 0 })).toEqual({ jobs: [full], total: 1 });
    expect(await store.jobs.list("sandbox", { limit: 5, offset: 0 })).toEqual({ jobs: [], total: 0 });
  });

  test("of two processes that take the same turn, only one runs it", async () => {
    const first = job();
    await store.jobs.insert("sandbox", [first], false);
    const taken = nextTurn(first, { nowMs: now, creationMs: 0 })?.job as JobRecord;
    const results = await Promise.all([store.jobs.advance("sandbox", taken), store.jobs.advance("sandbox", taken)]);
    expect(results.sort()).toEqual([false, true]);
    expect(await store.jobs.find("sandbox", first.jobID)).toEqual(taken);
    expect(await store.jobs.advance("production", { ...taken, revision: 2 })).toBe(false);
  });

  test("due jobs are ordered by their waiting time, the longest first, with the time of the next job", async () => {
    const { dueMs: _due, ...finished } = job({ status: "succeeded" });
    const [late, early, later] = [job({ dueMs: now }), job({ dueMs: now - 5 }), job({ dueMs: now + 5 })];
    expect(await store.jobs.nextDueMs()).toBeUndefined();
    await store.jobs.insert("sandbox", [finished, late], false);
    await store.jobs.insert("production", [early, later], false);
    expect(await store.jobs.due(now, 10)).toEqual([
      { environment: "production", jobID: early.jobID, revision: 0 },
      { environment: "sandbox", jobID: late.jobID, revision: 0 },
    ]);
    expect(await store.jobs.due(now, 1)).toHaveLength(1);
    expect(await store.jobs.nextDueMs()).toBe(now - 5);
  });

  test("equal times are ordered by ID, so no page overlaps another page", async () => {
    const jobs = Array.from({ length: 12 }, () => job());
    await store.jobs.insert("sandbox", jobs, false);
    const ids: string[] = [];
    for (let offset = 0; offset < 12; offset += 5) {
      ids.push(...(await store.jobs.list("sandbox", { limit: 5, offset })).jobs.map(({ jobID }) => jobID));
    }
    expect(ids).toEqual(
      jobs
        .map(({ jobID }) => jobID)
        .sort()
        .reverse(),
    );
  });

  test("numbers that many callers assign at once are all different, and released numbers are no longer assigned", async () => {
    const assigned = await Promise.all(
      Array.from({ length: 8 }, (_, index) =>
        store.transaction(({ numbers }) =>
          numbers.assign("sandbox", { customerID: `c${index}`, count: 3, atMs: now + index, seeded: false }),
        ),
      ),
    );
    expect(new Set(assigned.flat()).size).toBe(24);
    expect(await store.numbers.ofCustomer("sandbox", "c3")).toEqual(assigned[3]?.toSorted());
    await store.numbers.release("sandbox", "c3");
    expect(await store.numbers.ofCustomer("sandbox", "c3")).toEqual([]);
    const { numbers, total } = await store.numbers.list("sandbox", { limit: 3, offset: 0 });
    expect([total, numbers.map(({ customerID }) => customerID)]).toEqual([21, ["c7", "c7", "c7"]]);
    expect((await store.numbers.list("production", { limit: 3, offset: 0 })).total).toBe(0);
    expect(await store.numbers.assign("sandbox", { customerID: "d", count: 0, atMs: now, seeded: false })).toEqual([]);
  });

  test("an assignment that is rolled back releases its numbers", async () => {
    const assign = { customerID: "c", count: 2, atMs: now, seeded: false };
    const failing = store.transaction(async ({ numbers }) => {
      await numbers.assign("sandbox", assign);
      throw new Error("killed");
    });
    await expect(failing).rejects.toThrow("killed");
    expect((await store.numbers.list("sandbox", { limit: 1, offset: 0 })).total).toBe(0);
    expect(await store.numbers.assign("sandbox", assign)).toHaveLength(2);
  });

  test("webhooks and activities are read back unchanged", async () => {
    const webhook = {
      webhookID: crypto.randomUUID(),
      url: "https://x.example/",
      events: ["a", "b"],
      active: false,
      createdMs: 5,
    };
    await store.webhooks.insert("sandbox", [webhook], false);
    expect(await store.webhooks.list("sandbox", { limit: 1, offset: 0 })).toEqual({ webhooks: [webhook], total: 1 });
    const activity = {
      activityID: crypto.randomUUID(),
      type: "provisioning" as const,
      direction: "internal" as const,
      from: "a",
      to: "b",
      atMs: 7,
      durationSeconds: 0,
    };
    const doneActivity = { ...activity, activityID: crypto.randomUUID(), atMs: 8, description: "Done" };
    await store.activities.record("sandbox", "c", activity);
    await store.activities.record("sandbox", "c", doneActivity);
    expect(await store.activities.ofCustomer("sandbox", "c")).toEqual([doneActivity, activity]);
    expect(await store.activities.ofCustomer("production", "c")).toEqual([]);
  });

  test("one of many callers can claim a key, until it is removed", async () => {
    const claim = (jobID: string, createdMs = now) =>
      store.transaction(({ idempotencyKeys }) =>
        idempotencyKeys.claim("sandbox", { key: "k", bodyHash: "h", customerID: "c", jobID, createdMs }),
      );
    const answers = await Promise.all(["a", "b", "c", "d"].map((jobID) => claim(jobID)));
    expect(answers.filter((answer) => answer === undefined)).toHaveLength(1);
    const [kept] = answers.filter((answer) => answer !== undefined);
    expect(kept).toMatchObject({ key: "k", bodyHash: "h", customerID: "c", createdMs: now });
    await store.idempotencyKeys.forget(now);
    expect(await claim("e")).toEqual(kept);
    await store.idempotencyKeys.forget(now + 1);
    expect(await claim("e")).toBeUndefined();
  });

  test("a contract changes only if it equals the expected one, and never for a deleted customer", async () => {
    const [live, gone] = [customer(1), customer(2, { deletedMs: 3 })];
    await store.customers.insert("sandbox", [live, gone], false);
    const before = { term: "monthly", plan: "essential" };
    const after = { term: "monthly", plan: "enterprise" };
    expect(await store.contracts.change("production", live.customerID, before, after)).toBe(false);
    expect(await store.contracts.change("sandbox", gone.customerID, before, after)).toBe(false);
    expect(await store.contracts.change("sandbox", live.customerID, before, after)).toBe(true);
    expect(await store.contracts.change("sandbox", live.customerID, before, after)).toBe(false);
    expect(await store.contracts.find("sandbox", live.customerID)).toEqual({
      customer: { ...live, ...after },
      isSeeded: false,
    });
  });

  test("a customer can be deleted once, in the list and in its total", async () => {
    await store.customers.insert(
      "sandbox",
      [customer(1, { customerID: "a" }), customer(2, { customerID: "b" })],
      false,
    );
    await store.contracts.deleteCustomer("sandbox", "a", 77);
    await store.contracts.deleteCustomer("sandbox", "a", 99);
    expect((await store.contracts.find("sandbox", "a"))?.customer.deletedMs).toBe(77);
    const page = { limit: 9, offset: 0, sort: "created", ascending: false, createdFromMs: 0 } as const;
    expect(await store.customers.list("sandbox", { ...page, includeDeleted: false })).toMatchObject({
      customers: [{ customerID: "b" }],
      total: 1,
    });
    expect((await store.customers.list("sandbox", { ...page, includeDeleted: true })).total).toBe(2);
  });

  test("demo data move to the current time as a whole, and added data stay unchanged", async () => {
    const dayMs = 86_400_000;
    await seedStore(store, { customers: 60, nowMs: now });
    const added = job();
    await store.jobs.insert("production", [added], false);
    const page = { limit: 100, offset: 0 };
    const before = await store.jobs.list("production", page);
    const numbers = await store.numbers.list("production", page);
    const webhooks = await store.webhooks.list("production", page);
    expect(await moveSeedToNow(store, now + dayMs)).toBe(true);
    const moved = before.jobs.map((one) =>
      one.jobID === added.jobID
        ? one
        : {
            ...one,
            createdMs: one.createdMs + dayMs,
            updatedMs: one.updatedMs + dayMs,
            steps: one.steps.map((step) => ({
              ...step,
              ...(step.startedMs === undefined ? {} : { startedMs: step.startedMs + dayMs }),
              ...(step.finishedMs === undefined ? {} : { finishedMs: step.finishedMs + dayMs }),
            })),
          },
    );
    const byID = (a: JobRecord, b: JobRecord) => (a.jobID < b.jobID ? -1 : 1);
    expect((await store.jobs.list("production", page)).jobs.sort(byID)).toEqual(moved.sort(byID));
    const later = <Item extends { createdMs: number }>(item: Item) => ({ ...item, createdMs: item.createdMs + dayMs });
    expect((await store.numbers.list("production", page)).numbers).toEqual(numbers.numbers.map(later));
    expect((await store.webhooks.list("production", page)).webhooks).toEqual(webhooks.webhooks.map(later));
  });
});
