import { randomUUID } from "node:crypto";
import { describe, expect, test } from "vitest";
import { AppError } from "#lib/contract/operations/app-error.ts";
import type { OperationKindName } from "#lib/operation-kinds/operation-kinds.ts";
import { problemOf } from "#server/bff/core/answers/problem.ts";
import { type ConsoleStore, openStore } from "#server/bff/store/open-store.ts";
import type { NewOperation } from "#server/bff/store/operations/operation-rows.ts";
import { newCreation, nowMs, soonMs } from "#tests/fixtures/creations/new-creation.ts";
import { testDialects } from "#tests/fixtures/database/test-databases.ts";
import { useTestStore } from "#tests/fixtures/database/use-test-store.ts";

const problem = problemOf(new AppError("upstream_failed", "It failed."), randomUUID());

describe.each(testDialects.map((dialect) => ({ dialect })))("recording operations on $dialect", ({ dialect }) => {
  let store: ConsoleStore;
  const staffID = randomUUID();
  const database = useTestStore(dialect, async (opened) => {
    store = opened;
    const person = { email: "edith@test.example", name: "Edith", role: "editor", passwordHash: null } as const;
    await store.staff.add({ ...person, staffID, environments: ["sandbox"], createdAt: nowMs });
  });

  const creation = (given: Partial<NewOperation> = {}) => newCreation(staffID, given);

  describe("a creation that must be new", () => {
    const asNew = { states: ["recorded", "sent"], sinceMs: nowMs, isSame: () => true } as const;

    test("many requests for the same creation at once record it once, on any number of replicas, and all get it", async () => {
      const stores = [store, ...(dialect === "postgres" ? [await openStore(database.url)] : [])];
      const asked = await Promise.all(
        Array.from({ length: 20 }, (_, index) =>
          stores[index % stores.length]?.operations.recordIfNew(creation(), asNew),
        ),
      );
      expect(asked.filter((one) => one?.isMine)).toHaveLength(1);
      expect(asked.filter((one) => one?.isSame)).toHaveLength(19);
      expect(new Set(asked.map((one) => one?.operation.operationID)).size).toBe(1);
      await Promise.all(stores.slice(1).map((one) => one.close()));
    });

    test("writes that do not count, and the creation itself, do not block it", async () => {
      const key = { idempotencyKey: randomUUID() };
      const first = await store.operations.recordIfNew(creation(key), asNew);
      expect(first).toMatchObject({ isMine: true, isSame: false });
      const again = await store.operations.recordIfNew(creation(key), asNew);
      expect(again).toMatchObject({ isMine: false, isSame: false, operation: first.operation });
      const others = await Promise.all([
        store.operations.recordIfNew(creation({ bodyHash: "another" }), asNew),
        store.operations.recordIfNew(creation({ environment: "production" }), asNew),
        store.operations.recordIfNew(creation(), { ...asNew, sinceMs: nowMs + 1 }),
        store.operations.recordIfNew(creation(), { ...asNew, isSame: () => false }),
        store.operations.recordIfNew(creation(), { ...asNew, states: ["unknown"] }),
      ]);
      expect(others.map(({ isMine }) => isMine)).toEqual([true, true, true, true, true]);
    });
  });

  describe("a change of contract", () => {
    const change = (given: Partial<NewOperation> = {}) =>
      creation({ kind: "change-contract", idempotencyKey: null, matchKey: null, customerID: "c-1", ...given });

    const recordChange = async (...given: Parameters<ConsoleStore["operations"]["recordChange"]>) => {
      const recorded = await store.operations.recordChange(...given);
      if (!recorded) throw new Error("nothing was kept");
      return recorded;
    };

    test("a change of contract in progress is reported to all other changes, even if many begin at once", async () => {
      const stores = [store, ...(dialect === "postgres" ? [await openStore(database.url)] : [])];
      const begun = await Promise.all(
        Array.from({ length: 10 }, (_, index) =>
          stores[index % stores.length]?.operations.recordChange(change(), nowMs),
        ),
      );
      expect(begun.filter((one) => one?.underWay === undefined)).toHaveLength(1);
      expect(new Set(begun.map((one) => one?.operation.operationID)).size).toBe(10);
      await Promise.all(stores.slice(1).map((one) => one.close()));
    });

    test("a change of another kind of the same customer counts as in progress, and another person's creation does not", async () => {
      await store.operations.record({ ...change(), kind: "create-customer", customerID: null });
      const other = { kind: "move-customer" as string as OperationKindName };
      const { operation, underWay } = await recordChange(change(other), nowMs);
      expect(underWay).toBeUndefined();
      expect((await recordChange(change(), nowMs)).underWay).toEqual(operation);
    });

    test("a change of contract finds its customer in upper and lower case, and only in its environment", async () => {
      const customerID = "0D3C2F86-51a7-4b0e-9c1d-7e5f4a3b2c1d";
      const { operation } = await recordChange(change({ customerID }), nowMs);
      const same = change({ customerID: customerID.toLowerCase() });
      expect((await recordChange(same, nowMs)).underWay).toEqual(operation);
      for (const other of [{ customerID: "c-2" }, { customerID, environment: "production" as const }]) {
        expect((await recordChange(change(other), nowMs)).underWay).toBeUndefined();
      }
    });

    test("a change of contract blocks no other write once it has a result, or when its process was killed", async () => {
      const { operation } = await recordChange(change(), nowMs);
      const settled = { state: "unknown", problem, dueAt: soonMs } as const;
      await store.operations.settle(operation.operationID, ["recorded"], settled, nowMs);
      const left = await recordChange(change(), nowMs);
      expect(left.underWay).toBeUndefined();
      await store.operations.markSent(left.operation.operationID, { dueAt: soonMs }, nowMs);
      expect((await recordChange(change({ dueAt: nowMs }), nowMs)).underWay).toMatchObject({
        operationID: left.operation.operationID,
        state: "sent",
      });
      expect((await recordChange(change(), soonMs)).underWay).toBeUndefined();
    });
  });
});
