import { randomUUID } from "node:crypto";
import { describe, expect, test } from "vitest";
import type { Environment } from "#lib/contract/environment.ts";
import { AppError } from "#lib/contract/operations/app-error.ts";
import { problemOf } from "#server/bff/core/answers/problem.ts";
import { type ConsoleStore, openStore } from "#server/bff/store/open-store.ts";
import type { NewOperation } from "#server/bff/store/operations/operation-rows.ts";
import { newCreation, nowMs, soonMs } from "#tests/fixtures/creations/new-creation.ts";
import { testDialects } from "#tests/fixtures/database/test-databases.ts";
import { useTestDatabase } from "#tests/fixtures/database/use-test-database.ts";

const problem = problemOf(new AppError("upstream_failed", "It failed."), randomUUID());

describe.each(testDialects.map((dialect) => ({ dialect })))("operations in the store on $dialect", ({ dialect }) => {
  let store: ConsoleStore;
  const staffID = randomUUID();

  const database = useTestDatabase(dialect, {
    tables: "console",
    async open(url) {
      store = await openStore(url);
      for (const id of [staffID, "another"]) {
        await store.staff.add({
          staffID: id,
          email: `${id}@test.example`,
          name: "Edith",
          role: "editor",
          environments: ["sandbox"],
          passwordHash: null,
          createdAt: nowMs,
        });
      }
    },
    close: () => store.close(),
  });

  const creation = (given: Partial<NewOperation> = {}) => newCreation(staffID, given);

  /** Adds an operation that is due at `dueAt`. Its state is `unknown`. */
  async function unknown(given: Partial<NewOperation> = {}, dueAt = nowMs) {
    const { operation } = await store.operations.record(creation(given));
    await store.operations.markSent(operation.operationID, { dueAt: soonMs }, nowMs);
    const settled = await store.operations.settle(
      operation.operationID,
      ["sent"],
      { state: "unknown", problem, dueAt },
      nowMs,
    );
    return settled.operation;
  }

  const stateOf = async (operationID: string) => (await store.operations.find("sandbox", operationID))?.state;

  test("the store reads an operation back as it was recorded, only in its own environment", async () => {
    const given = creation();
    const { operation, isMine } = await store.operations.record(given);
    expect(isMine).toBe(true);
    expect(operation).toMatchObject({ state: "recorded", request: given.request, actor: given.actor, sentAt: null });
    expect(await store.operations.find("sandbox", given.operationID)).toEqual(operation);
    expect(await store.operations.find("production", given.operationID)).toBeNull();
  });

  test("a key belongs to one operation in its environment permanently, however many requests arrive at once", async () => {
    const idempotencyKey = randomUUID();
    const given = Array.from({ length: 20 }, () => creation({ idempotencyKey }));
    const moved = await Promise.all(given.map((operation) => store.operations.record(operation)));
    expect(moved.filter(({ isMine }) => isMine)).toHaveLength(1);
    expect(new Set(moved.map(({ operation }) => operation.operationID)).size).toBe(1);
    const elsewhere = await store.operations.record(creation({ idempotencyKey, environment: "production" }));
    expect(elsewhere.isMine).toBe(true);
    await store.close();
    store = await openStore(database.url);
    expect((await store.operations.record(creation({ idempotencyKey }))).isMine).toBe(false);
  });

  test("operations without a key do not affect each other", async () => {
    const two = [creation({ idempotencyKey: null }), creation({ idempotencyKey: null })];
    const moved = await Promise.all(two.map((operation) => store.operations.record(operation)));
    expect(moved.map(({ isMine }) => isMine)).toEqual([true, true]);
  });

  test("one of many processes sends an operation; one settles it, and the others get its result", async () => {
    const { operation } = await store.operations.record(creation());
    const { operationID } = operation;
    const sent = await Promise.all(
      Array.from({ length: 10 }, () => store.operations.markSent(operationID, { dueAt: soonMs }, nowMs)),
    );
    expect(sent.filter(({ isMine }) => isMine)).toHaveLength(1);
    const settled = await Promise.all(
      ["a", "b", "c", "d"].map((customerID) =>
        store.operations.settle(operationID, ["sent"], { state: "accepted", customerID, jobID: "job" }, nowMs),
      ),
    );
    const winner = settled.find(({ isMine }) => isMine)?.operation;
    expect(settled.filter(({ isMine }) => isMine)).toHaveLength(1);
    expect(new Set(settled.map((one) => one.operation.customerID))).toEqual(new Set([winner?.customerID]));
    expect(winner).toMatchObject({ state: "accepted", jobID: "job", settledAt: nowMs, dueAt: null });
  });

  test("only permitted changes of state are possible", async () => {
    const { operation } = await store.operations.record(creation());
    const { operationID } = operation;
    await store.operations.settle(operationID, ["recorded"], { state: "rejected", problem }, nowMs);
    expect((await store.operations.markSent(operationID, { dueAt: soonMs }, nowMs)).isMine).toBe(false);
    const late = await store.operations.settle(operationID, ["sent", "unknown"], { state: "accepted" }, nowMs);
    expect(late).toMatchObject({ isMine: false, operation: { state: "rejected", problem } });
  });

  test("contracts, problems and findings are read back unchanged, and the next state removes a finding", async () => {
    const before = { term: "monthly", plan: "essential" };
    const { operation } = await store.operations.record(creation({ kind: "change-contract", matchKey: null }));
    const { operationID } = operation;
    await store.operations.markSent(operationID, { before, dueAt: soonMs }, nowMs);
    await store.operations.settle(operationID, ["sent"], { state: "unknown", problem, dueAt: nowMs }, nowMs);
    const finding = { at: new Date(nowMs).toISOString(), message: "Nothing yet.", customerIDs: [] };
    await store.operations.keepFinding(operationID, finding, null, 0);
    expect(await store.operations.find("sandbox", operationID)).toMatchObject({
      before,
      problem,
      finding,
      dueAt: null,
    });
    const after = { term: "12-months" };
    const settlement = { state: "reconciled", after, confirmedAt: soonMs } as const;
    await store.operations.settle(operationID, ["unknown"], settlement, soonMs);
    const settled = await store.operations.find("sandbox", operationID);
    expect(settled).toMatchObject({ before, after, confirmedAt: soonMs, problem: null, finding: null });
  });

  test("a due operation is given to one of many processes", async () => {
    const operations = await Promise.all([unknown(), unknown(), unknown({}, soonMs + 1)]);
    const taken = await Promise.all(Array.from({ length: 5 }, () => store.operations.takeDue(nowMs, soonMs, 10)));
    const ids = taken.flat().map(({ operationID }) => operationID);
    expect(ids.sort()).toEqual(
      operations
        .slice(0, 2)
        .map(({ operationID }) => operationID)
        .sort(),
    );
    expect(taken.flat().map(({ attempts }) => attempts)).toEqual([1, 1]);
    expect(await store.operations.takeDue(nowMs, soonMs, 10)).toEqual([]);
    expect(await store.operations.takeDue(soonMs, soonMs + 1, 1)).toHaveLength(1);
  });

  test("only its claimant can renew a claimed operation, and not after it is settled or claimed again", async () => {
    const { operation } = await store.operations.record(creation({ dueAt: nowMs }));
    const { operationID } = operation;
    await store.operations.takeDue(nowMs, soonMs, 1);
    expect(await store.operations.renewDue(operationID, nowMs, soonMs + 1)).toBe(false);
    expect(await store.operations.renewDue(operationID, soonMs, soonMs + 1)).toBe(true);
    expect(await store.operations.takeDue(soonMs, soonMs + 2, 1)).toEqual([]);
    await store.operations.settle(operationID, ["recorded"], { state: "rejected" }, nowMs);
    expect(await store.operations.renewDue(operationID, soonMs + 1, soonMs + 2)).toBe(false);
  });

  test("only unfinished operations can be made due at once", async () => {
    const { operation } = await store.operations.record(creation());
    const later = await unknown({}, soonMs + 1);
    await store.operations.makeUnfinishedDue(nowMs);
    const due = await store.operations.takeDue(nowMs, soonMs, 10);
    expect(due.map(({ operationID }) => operationID)).toEqual([operation.operationID]);
    expect(await stateOf(later.operationID)).toBe("unknown");
  });

  test("a customer that belongs to another creation is not assigned", async () => {
    const owner = await unknown({ matchKey: "another match" });
    const accepted = { state: "accepted", customerID: "c1" } as const;
    await store.operations.settle(owner.operationID, ["unknown"], accepted, nowMs);
    const { operationID } = await unknown();
    const mine = (environment: Environment) => ({ operationID, kind: "create-customer", environment });
    expect(await store.operations.claimedCustomers(mine("sandbox"), ["c1", "c2"])).toEqual(new Set(["c1"]));
    expect(await store.operations.claimedCustomers(mine("production"), ["c1"])).toEqual(new Set());
    expect((await store.operations.reconcileCreation(operationID, { customerID: "c1" }, nowMs)).isMine).toBe(false);
    const free = await store.operations.reconcileCreation(operationID, { customerID: "c2", jobID: "j2" }, nowMs);
    expect(free).toMatchObject({ isMine: true, operation: { state: "reconciled", customerID: "c2", jobID: "j2" } });
  });

  test.each([
    ["is in progress", async (id: string) => void (await store.operations.markSent(id, { dueAt: soonMs }, nowMs))],
    [
      "was accepted without the ID of its customer",
      async (id: string) => {
        await store.operations.markSent(id, { dueAt: soonMs }, nowMs);
        await store.operations.settle(id, ["sent"], { state: "accepted", jobID: "job" }, nowMs);
      },
    ],
  ])("a customer that could belong to another creation, which %s, is not assigned", async (_what, happen) => {
    const { operationID } = await unknown();
    const { operation: other } = await store.operations.record(creation());
    await happen(other.operationID);
    expect((await store.operations.reconcileCreation(operationID, { customerID: "c1" }, nowMs)).isMine).toBe(false);
    const settlement = { state: "accepted", customerID: "c2" } as const;
    await store.operations.settle(other.operationID, ["sent", "accepted"], settlement, nowMs);
    expect((await store.operations.reconcileCreation(operationID, { customerID: "c1" }, nowMs)).isMine).toBe(true);
  });

  test("two unknown creations of the same name never get the same customer, however often they try at once", async () => {
    const [first, second] = [await unknown(), await unknown()];
    const moved = await Promise.all(
      Array.from({ length: 10 }, (_, index) =>
        store.operations.reconcileCreation((index % 2 ? first : second).operationID, { customerID: "c1" }, nowMs),
      ),
    );
    expect(moved.filter(({ isMine }) => isMine)).toEqual([]);
  });

  test("operations are listed by person, state and customer, the newest first, one page at a time", async () => {
    const own = [];
    for (let index = 0; index < 5; index += 1) own.push(await unknown({ createdAt: nowMs + index }));
    await store.operations.record(
      creation({ actor: { staffID: "another", email: "a@test.example" }, customerID: "c9" }),
    );
    await store.operations.record(creation({ environment: "production" }));
    const page = await store.operations.list({ environment: "sandbox", staffID }, { limit: 2, offset: 1 });
    expect(page.total).toBe(5);
    expect(page.operations.map(({ operationID }) => operationID)).toEqual(
      [own[3], own[2]].map((operation) => operation?.operationID),
    );
    const total = async (filter: object) =>
      (await store.operations.list({ environment: "sandbox", ...filter }, { limit: 10, offset: 0 })).total;
    expect(await total({})).toBe(6);
    expect(await total({ states: ["recorded", "sent"] })).toBe(1);
    expect(await total({ states: ["unknown", "recorded"] })).toBe(6);
    expect(await total({ customerID: "c9" })).toBe(1);
    expect(await total({ kind: "change-contract" })).toBe(0);
    expect(await total({ kind: "create-customer", customerID: "c9" })).toBe(1);
    // Filters with several values. The first two totals come from the stored counts. The other totals also filter by
    // customer, so the rows are counted.
    expect(await total({ staffID: [staffID, "another"] })).toBe(6);
    expect(await total({ staffID: ["another", "nobody"], kind: ["create-customer", "change-contract"] })).toBe(1);
    expect(await total({ kind: ["create-customer", "change-contract"], customerID: "c9" })).toBe(1);
    expect(await total({ kind: ["change-contract", "delete-customer"], customerID: "c9" })).toBe(0);
  });

  test("the store records the origin of a write, and lists the writes of a bulk change and of a job", async () => {
    const first = await unknown();
    const { operation } = await store.operations.record(
      creation({ againOf: first.operationID, bulkID: "bulk", matchKey: "another match" }),
    );
    expect(operation).toMatchObject({ againOf: first.operationID, bulkID: "bulk", job: null, followDueAt: null });
    expect(first).toMatchObject({ againOf: null, bulkID: null });
    await store.operations.settle(first.operationID, ["unknown"], { state: "accepted", jobID: "job" }, nowMs);
    const ids = async (filter: object) =>
      (await store.operations.list({ environment: "sandbox", ...filter }, { limit: 10, offset: 0 })).operations.map(
        ({ operationID }) => operationID,
      );
    expect(await ids({ bulkID: "bulk" })).toEqual([operation.operationID]);
    expect(await ids({ jobID: "job" })).toEqual([first.operationID]);
  });
});
