import { randomUUID } from "node:crypto";
import pg from "pg";
import { describe, expect, test } from "vitest";
import type { Environment } from "#lib/contract/environment.ts";
import type { NewBulkRow, StoredBulk } from "#server/bff/store/bulk/bulk-rows.ts";
import type { ConsoleStore } from "#server/bff/store/open-store.ts";
import type { Lease } from "#server/bff/store/runs/lease.ts";
import { newBulk, newBulkRow } from "#tests/fixtures/bulk/new-bulk.ts";
import { testDialects } from "#tests/fixtures/database/test-databases.ts";
import { useTestStore } from "#tests/fixtures/database/use-test-store.ts";

const nowMs = Date.parse("2026-11-20T12:00:00Z");
const laterMs = nowMs + 60_000;

describe.each(testDialects.map((dialect) => ({ dialect })))("bulk changes in the store on $dialect", ({ dialect }) => {
  let store: ConsoleStore;
  const actor = { staffID: randomUUID(), email: "edith@test.example" };

  const database = useTestStore(dialect, async (opened) => {
    store = opened;
    const person = { ...actor, name: "Edith", role: "editor", passwordHash: null } as const;
    await store.staff.add({ ...person, environments: ["sandbox"], createdAt: nowMs });
  });

  async function create(rows: readonly NewBulkRow[], given: Partial<StoredBulk> = {}): Promise<StoredBulk> {
    const bulk = newBulk({ actor, createdAt: nowMs, total: rows.length, ...given });
    expect(await store.bulks.create(bulk, rows)).toBe("there-is");
    return bulk;
  }

  const take = (environments: readonly Environment[] = ["sandbox"]) =>
    store.bulks.take({ environments, leaseMs: 600_000, limit: 5 });

  /** Leases a bulk change that has no lease yet. */
  async function leaseOf(bulkID: string): Promise<Lease> {
    const lease = (await take()).find(({ run }) => run.bulkID === bulkID)?.lease;
    if (!lease) throw new Error("it cannot be taken");
    return lease;
  }

  /** Sets the end of a lease to a time in the past. */
  const lapse = (lease: Lease) => store.bulks.renew(lease, -1);

  const countsOf = async (bulkID: string) => (await store.bulks.counts([bulkID])).get(bulkID);

  test("a bulk change is read back unchanged, only in its own environment, the newest first", async () => {
    const older = await create([newBulkRow(1)], { createdAt: nowMs - 1, note: "why", runBy: actor });
    const newer = await create(Array.from({ length: 1_203 }, (_, index) => newBulkRow(index + 1, "same")));
    expect(await store.bulks.find("sandbox", older.bulkID)).toEqual(older);
    expect(await store.bulks.find("production", older.bulkID)).toBeNull();
    const { runs, total } = await store.bulks.list({ environment: "sandbox" }, { limit: 10, offset: 0 });
    expect([runs.map(({ bulkID }) => bulkID), total]).toEqual([[newer.bulkID, older.bulkID], 2]);
    expect(Object.fromEntries(await store.bulks.counts([newer.bulkID, older.bulkID]))).toEqual({
      [newer.bulkID]: { same: 1_203 },
      [older.bulkID]: { ready: 1 },
    });
    const page = await store.bulks.rows(newer.bulkID, { states: ["same"], limit: 2, offset: 1_201 });
    expect([page.rows.map(({ position }) => position), page.total]).toEqual([[1_202, 1_203], 1_203]);
  });

  test("rows with their own values are stored with these values", async () => {
    const target = { term: "12-months" } as const;
    const row = { ...newBulkRow(2), customerID: "c-1", target, undoOf: "o-0" };
    const bulk = await create([newBulkRow(1), row], { change: null, undoOf: "earlier" });
    const { bulkID } = bulk;
    expect(await store.bulks.find("sandbox", bulkID)).toEqual(bulk);
    expect((await store.bulks.list({ environment: "sandbox" }, { limit: 5, offset: 0 })).runs).toEqual([bulk]);
    expect(await store.bulks.row(bulkID, 2)).toMatchObject({ target, undoOf: "o-0" });
    expect(await store.bulks.rowBefore({ ...row, runID: bulkID })).toMatchObject({ position: 1 });
    expect(await store.bulks.rowBefore({ ...row, runID: bulkID, position: 1 })).toBeNull();
    expect(await store.bulks.undoneBy("earlier")).toBe(bulkID);
    expect((await store.figures.read(nowMs)).bulks).toMatchObject([{ environment: "sandbox", total: 1 }]);
    expect((await take()).map((taken) => taken.run.bulkID)).toEqual([bulkID]);
    await store.bulks.move(bulkID, ["running"], { state: "cancelled" });
    expect(await store.bulks.undoneBy("earlier")).toBeNull();
  });

  test("one of two processes takes a bulk change, each time with a new lease", async () => {
    const { bulkID } = await create([newBulkRow(1)]);
    const taken = (await Promise.all([take(), take()])).flat();
    expect(taken).toHaveLength(1);
    const [first] = taken.map(({ lease }) => lease) as [Lease];
    expect(await store.bulks.findHeld(first, "running")).toMatchObject({ bulkID });
    expect(await store.bulks.findHeld({ table: "bulks", runID: bulkID, leaseID: "another" }, "running")).toBeNull();
    await lapse(first);
    const second = await leaseOf(bulkID);
    expect(second.leaseID).not.toBe(first.leaseID);
    expect(await store.bulks.claimRow(first, 1, "o-1")).toBe(false);
    expect(await store.bulks.claimRow(second, 1, "o-1")).toBe(true);
    expect(await store.bulks.claimRow(second, 1, "o-2")).toBe(false);
    await store.bulks.release(second);
    expect(await store.bulks.take({ environments: ["sandbox"], except: [bulkID], leaseMs: 1, limit: 5 })).toEqual([]);
  });

  test.skipIf(dialect === "sqlite")(
    "a bulk change that is locked by a transaction does not prevent others from being taken",
    async () => {
      const held = await create([newBulkRow(1)]);
      const { bulkID } = await create([newBulkRow(1)], { createdAt: nowMs + 1 });
      const client = new pg.Client({ connectionString: database.url });
      await client.connect();
      await client.query("begin");
      await client.query(`select 1 from bulks where "bulkID" = $1 for update`, [held.bulkID]);
      expect((await take()).map(({ run }) => run.bulkID)).toEqual([bulkID]);
      await client.query("rollback");
      await client.end();
      expect((await take()).map(({ run }) => run.bulkID)).toEqual([held.bulkID]);
    },
  );

  test("a renewed lease stays valid, and an expired lease is not renewed", async () => {
    const { bulkID } = await create([newBulkRow(1)]);
    const lease = await leaseOf(bulkID);
    expect(await store.bulks.renew(lease, 600_000)).toBe(true);
    expect(await take()).toEqual([]);
    expect(await lapse(lease)).toBe(true);
    expect(await store.bulks.renew(lease, 600_000)).toBe(false);
    expect(await take()).toHaveLength(1);
  });

  test("a run whose lease has expired writes nothing, even if no other process has taken its bulk change", async () => {
    const { bulkID } = await create([newBulkRow(1), newBulkRow(2)]);
    const lease = await leaseOf(bulkID);
    await store.bulks.claimRow(lease, 1, "o-1");
    const change = (operationID: string) => ({
      operationID,
      kind: "change-contract" as const,
      environment: "sandbox" as const,
      actor,
      request: {},
      bodyHash: "",
      idempotencyKey: null,
      matchKey: null,
      customerID: "c-1",
      createdAt: nowMs,
      dueAt: laterMs,
      bulkID,
    });
    expect(await store.operations.recordChange(change("o-1"), nowMs, lease)).not.toBeNull();
    await lapse(lease);
    const claimed = { runID: bulkID, position: 1, operationID: "o-1" };
    expect(await store.bulks.findHeld(lease, "running")).toBeNull();
    expect(await store.bulks.claimRow(lease, 2, "o-2")).toBe(false);
    expect(await store.operations.recordChange(change("o-2"), nowMs, lease)).toBeNull();
    expect(await store.operations.find("sandbox", "o-2")).toBeNull();
    const sent = await store.operations.markSent("o-1", { dueAt: laterMs, lease }, nowMs);
    expect(sent).toMatchObject({ isMine: false, operation: { state: "recorded", sentAt: null } });
    expect(await store.bulks.settleRow(claimed, ["sending"], { state: "failed" }, nowMs, lease)).toBe(false);
    expect(await store.bulks.countRow(lease, true)).toBeNull();
    expect(await store.bulks.moveHeld(lease, ["running"], { state: "finished" })).toBeNull();
    expect(await countsOf(bulkID)).toEqual({ sending: 1, ready: 1 });
    const next = await leaseOf(bulkID);
    expect((await store.operations.markSent("o-1", { dueAt: laterMs, lease: next }, nowMs)).isMine).toBe(true);
  });

  test("bulk changes are taken only for configured environments", async () => {
    await create([newBulkRow(1)]);
    expect(await take([])).toEqual([]);
    expect(await take(["production"])).toEqual([]);
    expect(await take(["production", "sandbox"])).toHaveLength(1);
  });

  test("a row in progress becomes due when its bulk change stops without its process, and ends when it is cancelled", async () => {
    const { bulkID } = await create([newBulkRow(1), newBulkRow(2)]);
    const lease = await leaseOf(bulkID);
    await store.bulks.claimRow(lease, 1, "o-1");
    await store.bulks.move(bulkID, ["running"], { state: "cancelled" });
    expect(await store.bulks.takeOrphaned(10)).toEqual([]);
    await lapse(lease);
    const [orphan] = await store.bulks.takeOrphaned(10);
    expect(orphan).toMatchObject({ environment: "sandbox", row: { position: 1, operationID: "o-1" } });
    const unsent = { state: "ready", forgetOperation: true } as const;
    expect(
      await store.bulks.settleRow({ runID: bulkID, position: 1, operationID: "o-1" }, ["sending"], unsent, nowMs),
    ).toBe(true);
    expect(await countsOf(bulkID)).toEqual({ cancelled: 2 });
  });

  test("names with characters that a database refuses can still be stored", async () => {
    const { bulkID } = await create([{ ...newBulkRow(1), companyName: "A\0B", reason: "no\0ne" }]);
    expect(await store.bulks.row(bulkID, 1)).toMatchObject({ companyName: "A\ufffdB", reason: "no\ufffdne" });
  });

  test("a paused bulk change hands out no row, and a cancelled one releases the ready rows", async () => {
    const { bulkID } = await create([newBulkRow(1, "changed"), newBulkRow(2), newBulkRow(3, "pending")]);
    const lease = await leaseOf(bulkID);
    const reason = { code: "person", message: "Paused." };
    expect(
      await store.bulks.move(bulkID, ["running"], { state: "paused", pausedFrom: "running", reason }),
    ).toMatchObject({ state: "paused", reason });
    expect(await store.bulks.move(bulkID, ["running"], { state: "paused" })).toBeNull();
    expect(await store.bulks.claimRow(lease, 2, "o")).toBe(false);
    expect(await store.bulks.moveHeld(lease, ["running"], { state: "finished" })).toBeNull();
    await store.bulks.move(bulkID, ["paused"], { state: "cancelled" });
    const { rows } = await store.bulks.rows(bulkID, { limit: 10, offset: 0 });
    expect(rows.map(({ state }) => state)).toEqual(["changed", "cancelled", "cancelled"]);
  });

  test("rows are added and read only during the check, and each row gets a result once", async () => {
    const { bulkID } = await create([], { state: "checking" });
    expect(await store.bulks.addRows({ table: "bulks", runID: bulkID, leaseID: "a" }, [newBulkRow(1)])).toBe(false);
    const lease = await leaseOf(bulkID);
    expect(await store.bulks.addRows(lease, [newBulkRow(1, "pending"), newBulkRow(2, "pending")])).toBe(true);
    expect(
      await store.bulks.keepChecks(lease, [newBulkRow(1), { ...newBulkRow(2, "unreadable"), reason: "why" }]),
    ).toBe(true);
    const paused = { state: "paused", pausedFrom: "checking" } as const;
    await store.bulks.move(bulkID, ["checking"], paused);
    await store.bulks.move(bulkID, ["paused"], { state: "checking" });
    expect(await countsOf(bulkID)).toEqual({ ready: 1, pending: 1 });
    await store.bulks.move(bulkID, ["checking"], { state: "checked" });
    expect(await store.bulks.move(bulkID, ["paused"], { state: "checking" })).toBeNull();
    await store.bulks.move(bulkID, ["checked"], { state: "running" });
    expect(await store.bulks.claimRow(lease, 1, "o")).toBe(true);
    const claimed = { runID: bulkID, position: 1, operationID: "o" };
    // A worker whose lease has expired can no longer record the result of a row.
    const late = { ...claimed, operationID: "o-0" };
    expect(await store.bulks.settleRow(late, ["sending"], { state: "ready", forgetOperation: true }, nowMs)).toBe(
      false,
    );
    const outcome = { state: "changed", after: { plan: "professional" }, confirmedAt: nowMs } as const;
    expect(await store.bulks.settleRow(claimed, ["sending"], outcome, nowMs)).toBe(true);
    expect(await store.bulks.settleRow(claimed, ["sending"], { state: "failed" }, nowMs)).toBe(false);
    expect(await store.bulks.row(bulkID, 1)).toMatchObject({ ...outcome, operationID: "o", settledAt: nowMs });
    expect(await store.bulks.countRow(lease, true)).toMatchObject({ failuresInRow: 1 });
    expect(await store.bulks.countRow(lease, true)).toMatchObject({ failuresInRow: 2 });
    expect(await store.bulks.countRow(lease, false)).toMatchObject({ failuresInRow: 0 });
    expect(await store.bulks.clearRows(lease)).toBe(false);
  });

  test("a row with a lost answer becomes due when its operation gets a result", async () => {
    const { bulkID } = await create([newBulkRow(1), newBulkRow(2)]);
    const lease = await leaseOf(bulkID);
    for (const position of [1, 2]) {
      const operationID = `o-${position}`;
      await store.operations.record({
        operationID,
        kind: "change-contract",
        environment: "sandbox",
        actor,
        request: {},
        bodyHash: "",
        idempotencyKey: null,
        matchKey: null,
        customerID: null,
        createdAt: nowMs,
        dueAt: laterMs,
        bulkID,
      });
      await store.bulks.claimRow(lease, position, operationID);
      await store.bulks.settleRow({ runID: bulkID, position, operationID }, ["sending"], { state: "unknown" }, nowMs);
    }
    expect(await store.bulks.takeFollowed(10)).toEqual([]);
    await store.operations.settle("o-2", ["recorded"], { state: "rejected" }, nowMs);
    expect(await store.bulks.takeFollowed(10)).toMatchObject([{ row: { operationID: "o-2", position: 2 } }]);
    const second = { runID: bulkID, position: 2, operationID: "o-2" };
    await store.bulks.settleRow(second, ["unknown"], { state: "accepted" }, nowMs);
    expect(await store.bulks.takeFollowed(10)).toEqual([]);
    const job = { state: "failed", stateText: "broken", seenAt: new Date(nowMs).toISOString() } as const;
    await store.follows.keep("o-2", { job, finishedAt: nowMs, dueAt: null });
    expect(await store.bulks.takeFollowed(10)).toMatchObject([{ row: { operationID: "o-2", state: "accepted" } }]);
  });
});
