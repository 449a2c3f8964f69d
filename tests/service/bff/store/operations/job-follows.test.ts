import { randomUUID } from "node:crypto";
import { describe, expect, test } from "vitest";
import type { OperationJob } from "#lib/contract/operations/operation.ts";
import { nextPollAtMs } from "#server/bff/jobs/job-snapshot.ts";
import { type ConsoleStore, openStore } from "#server/bff/store/open-store.ts";
import type { NewOperation, StoredOperation } from "#server/bff/store/operations/operation-rows.ts";
import { newCreation, nowMs, soonMs } from "#tests/fixtures/creations/new-creation.ts";
import { testDialects } from "#tests/fixtures/database/test-databases.ts";
import { useTestDatabase } from "#tests/fixtures/database/use-test-database.ts";

const running: OperationJob = { state: "running", stateText: "running", seenAt: new Date(nowMs).toISOString() };
const done: OperationJob = { ...running, state: "succeeded", stateText: "done" };

describe.each(testDialects.map((dialect) => ({ dialect })))("followed jobs in the store on $dialect", ({ dialect }) => {
  let store: ConsoleStore;
  const staffID = randomUUID();

  useTestDatabase(dialect, {
    tables: "console",
    async open(url) {
      store = await openStore(url);
      const person = {
        staffID,
        email: "edith@test.example",
        name: "Edith",
        role: "editor",
        passwordHash: null,
      } as const;
      await store.staff.add({ ...person, environments: ["sandbox"], createdAt: nowMs });
    },
    close: () => store.close(),
  });

  /** Adds an operation that the API has accepted at `nowMs` with a job. */
  async function accepted(jobID: string = randomUUID(), given: Partial<NewOperation> = {}): Promise<StoredOperation> {
    const { operation } = await store.operations.record(newCreation(staffID, { matchKey: null, ...given }));
    const { operationID } = operation;
    await store.operations.markSent(operationID, { dueAt: soonMs }, nowMs);
    return (await store.operations.settle(operationID, ["sent"], { state: "accepted", jobID }, nowMs)).operation;
  }

  const found = async ({ operationID }: StoredOperation) => {
    const operation = await store.operations.find("sandbox", operationID);
    if (!operation) throw new Error("the operation is gone");
    return operation;
  };
  const due = async (atMs: number) =>
    (await store.follows.takeDue(atMs, atMs + 90_000, 20)).map(({ operationID }) => operationID);

  test("a job is due as soon as its write is accepted, and belongs to one caller until the lease ends", async () => {
    const { operationID } = await accepted();
    expect(await due(nowMs - 1)).toEqual([]);
    expect(await due(nowMs)).toEqual([operationID]);
    expect(await due(nowMs + 89_999)).toEqual([]);
    expect(await due(nowMs + 90_000)).toEqual([operationID]);
  });

  test("every time at which a job is read again is stored as computed, for any age", async () => {
    const operation = await accepted();
    for (const ageMs of [40_001, 43_210, 100_003, 17_999_999]) {
      const dueAt = nextPollAtMs(operation, nowMs + ageMs);
      await store.follows.reschedule(operation.operationID, dueAt);
      expect((await found(operation)).followDueAt).toBe(dueAt);
      expect(dueAt).toBeGreaterThan(nowMs + ageMs);
    }
  });

  test("a fraction of a millisecond is refused, on SQLite as on PostgreSQL", async () => {
    const operation = await accepted();
    await expect(store.follows.reschedule(operation.operationID, nowMs + 0.5)).rejects.toMatchObject({
      code: "store_unavailable",
    });
    expect((await found(operation)).followDueAt).toBe(nowMs);
  });

  test("the states of a job are stored, and an answer after the job's end changes nothing", async () => {
    const operation = await accepted();
    const { operationID } = operation;
    const seen = await store.follows.keep(operationID, { job: running, missingSince: nowMs + 1, dueAt: nowMs + 2 });
    expect(seen).toMatchObject({ job: running, jobMissingSince: nowMs + 1, followDueAt: nowMs + 2 });
    const end = { job: done, customerID: "c1", finishedAt: nowMs + 6, tookMs: 6, dueAt: null };
    const ended = await store.follows.keep(operationID, end);
    expect(ended).toMatchObject({ customerID: "c1", jobFinishedAt: nowMs + 6, tookMs: 6, jobMissingSince: null });
    expect(await store.follows.keep(operationID, { job: running, dueAt: nowMs })).toBeNull();
    await store.follows.reschedule(operationID, nowMs + 9);
    expect(await found(operation)).toMatchObject({ job: done, followDueAt: null });
    expect(await store.follows.tookMs("sandbox", "create-customer", 10)).toEqual([6]);
  });

  test("the customer of a write is not replaced by the customer that its job names", async () => {
    const operation = await accepted("j1", { customerID: "mine" });
    await store.follows.keep(operation.operationID, { job: done, customerID: "other", finishedAt: nowMs, dueAt: null });
    expect((await found(operation)).customerID).toBe("mine");
  });

  test("only unfinished writes of the same environment belong to a job", async () => {
    const [first, second] = [await accepted("shared"), await accepted("shared")];
    await store.follows.keep(first.operationID, { job: done, finishedAt: nowMs, dueAt: null });
    const ofJob = await store.follows.ofJob("sandbox", "shared");
    expect(ofJob.map(({ operationID }) => operationID)).toEqual([second.operationID]);
    expect(await store.follows.ofJob("production", "shared")).toEqual([]);
  });
});
