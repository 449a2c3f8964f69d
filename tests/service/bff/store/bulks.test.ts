import { randomUUID } from "node:crypto";
import { afterEach, beforeEach, describe, expect, test } from "vitest";
import { bulkStates, isOver, maximumUnfinishedBulks } from "#lib/contract/bulk.ts";
import type { Environment } from "#lib/contract/environment.ts";
import type { NewBulkRow, StoredBulk } from "#server/bff/store/bulk/bulk-rows.ts";
import { type ConsoleStore, openStore } from "#server/bff/store/open-store.ts";
import { createTestDatabase, testDialects } from "#tests/fixtures/test-databases.ts";

const nowMs = Date.parse("2026-11-20T12:00:00Z");
const laterMs = nowMs + 60_000;

describe.each(testDialects.map((dialect) => ({ dialect })))("bulk changes in the store on $dialect", ({ dialect }) => {
  let database: Awaited<ReturnType<typeof createTestDatabase>>;
  let store: ConsoleStore;
  const actor = { staffID: randomUUID(), email: "edith@test.example" };

  beforeEach(async () => {
    database = await createTestDatabase(dialect);
    store = await openStore(database.url);
    const person = { ...actor, name: "Edith", role: "editor", passwordHash: null } as const;
    await store.staff.add({ ...person, environments: ["sandbox"], createdAt: nowMs });
  });

  afterEach(async () => {
    await store.close();
    await database.drop();
  });

  const row = (position: number, state: NewBulkRow["state"] = "waiting"): NewBulkRow => ({
    ...{ position, customerID: `c-${position}`, companyName: `"Söhne" & ${position}`, created: null },
    ...{ before: { plan: "essential" }, state, reason: null },
  });

  async function create(rows: readonly NewBulkRow[], given: Partial<StoredBulk> = {}): Promise<StoredBulk> {
    const bulk: StoredBulk = {
      ...{ bulkID: randomUUID(), environment: "sandbox", state: "running", actor, runBy: null },
      ...{ change: { plan: "professional" }, source: { kind: "ids", given: rows.length, duplicates: 0 } },
      ...{ note: null, pausedFrom: null, reason: null, drift: null, canaryPosition: null, failuresInRow: 0 },
      ...{ total: rows.length, createdAt: nowMs, checkedAt: null, startedAt: null, finishedAt: null },
      ...given,
    };
    expect(await store.bulks.create(bulk, rows)).toBe(true);
    return bulk;
  }

  const take = (leaseID: string, atMs = nowMs, environments: readonly Environment[] = ["sandbox"]) =>
    store.bulks.take(leaseID, environments, { nowMs: atMs, untilMs: atMs + 60_000 }, 5);

  const countsOf = async (bulkID: string) => (await store.bulks.counts([bulkID])).get(bulkID);

  test("comes back as it was kept, in its own environment only, newest first", async () => {
    const older = await create([row(1)], { createdAt: nowMs - 1, note: "why", runBy: actor });
    const newer = await create(Array.from({ length: 1_203 }, (_, index) => row(index + 1, "same")));
    expect(await store.bulks.find("sandbox", older.bulkID)).toEqual(older);
    expect(await store.bulks.find("production", older.bulkID)).toBeNull();
    const { bulks, total } = await store.bulks.list("sandbox", { limit: 10, offset: 0 });
    expect([bulks.map(({ bulkID }) => bulkID), total]).toEqual([[newer.bulkID, older.bulkID], 2]);
    expect(Object.fromEntries(await store.bulks.counts([newer.bulkID, older.bulkID]))).toEqual({
      [newer.bulkID]: { same: 1_203 },
      [older.bulkID]: { waiting: 1 },
    });
    const page = await store.bulks.rows(newer.bulkID, { states: ["same"], limit: 2, offset: 1_201 });
    expect([page.rows.map(({ position }) => position), page.total]).toEqual([[1_202, 1_203], 1_203]);
  });

  test("an environment has no more unfinished ones than it may, however many begin at once on two replicas", async () => {
    const states = bulkStates.filter((state) => !isOver(state));
    const kept: StoredBulk[] = [];
    for (let count = 0; count < maximumUnfinishedBulks - 1; count += 1) {
      kept.push(await create([], { state: states[count % states.length] as StoredBulk["state"] }));
    }
    for (const state of ["finished", "cancelled"] as const) await create([], { state });
    const next = { ...(kept[0] as StoredBulk), state: "checking" as const };
    const other = dialect === "postgres" ? await openStore(database.url) : store;
    const created = await Promise.all(
      Array.from({ length: 6 }, (_, index) =>
        (index % 2 ? store : other).bulks.create({ ...next, bulkID: randomUUID() }, [row(1)]),
      ),
    );
    expect(created.filter(Boolean)).toHaveLength(1);
    if (other !== store) await other.close();
    await create([], { environment: "production" });
    await store.bulks.move(kept[0]?.bulkID ?? "", [...states], { state: "cancelled" });
    await create([row(1)]);
  });

  test("one of two takes it, holds on to it, and leaves it when its time is over", async () => {
    const { bulkID } = await create([row(1)]);
    const takes = await Promise.all(["a", "b"].map((leaseID) => take(leaseID)));
    expect(takes.map((taken) => taken.length).sort()).toEqual([0, 1]);
    const [holder, other] = takes[0]?.length === 1 ? ["a", "b"] : ["b", "a"];
    expect(await store.bulks.hold({ bulkID, leaseID: holder }, "running", laterMs)).toMatchObject({ bulkID });
    expect(await store.bulks.hold({ bulkID, leaseID: other }, "running", laterMs)).toBeNull();
    expect(await store.bulks.claimRow({ bulkID, leaseID: other }, 1, "o-1")).toBe(false);
    expect(await take(other, laterMs + 1)).toHaveLength(1);
    expect(await store.bulks.claimRow({ bulkID, leaseID: holder }, 1, "o-1")).toBe(false);
    expect(await store.bulks.claimRow({ bulkID, leaseID: other }, 1, "o-1")).toBe(true);
    expect(await store.bulks.claimRow({ bulkID, leaseID: other }, 1, "o-2")).toBe(false);
  });

  test("is taken for environments that can be worked in only", async () => {
    await create([row(1)]);
    expect(await take("a", nowMs, [])).toEqual([]);
    expect(await take("a", nowMs, ["production"])).toEqual([]);
    expect(await take("a", nowMs, ["production", "sandbox"])).toHaveLength(1);
  });

  test("a row under way comes up when its bulk is stopped and its process gone, and waits no more once that is cancelled", async () => {
    const { bulkID } = await create([row(1), row(2)]);
    const lease = { bulkID, leaseID: "a" };
    await take("a");
    await store.bulks.claimRow(lease, 1, "o-1");
    expect(await store.bulks.takeOrphaned(laterMs + 1, 10)).toEqual([]);
    await store.bulks.move(bulkID, ["running"], { state: "cancelled" });
    expect(await store.bulks.takeOrphaned(nowMs, 10)).toEqual([]);
    const [orphan] = await store.bulks.takeOrphaned(laterMs + 1, 10);
    expect(orphan).toMatchObject({ environment: "sandbox", row: { position: 1, operationID: "o-1" } });
    const unsent = { state: "waiting", forgetOperation: true } as const;
    expect(await store.bulks.settleRow({ bulkID, position: 1, operationID: "o-1" }, ["sending"], unsent, nowMs)).toBe(
      true,
    );
    expect(await countsOf(bulkID)).toEqual({ cancelled: 2 });
  });

  test("names with characters that a database refuses are kept all the same", async () => {
    const { bulkID } = await create([{ ...row(1), companyName: "A\0B", reason: "no\0ne" }]);
    expect(await store.bulks.row(bulkID, 1)).toMatchObject({ companyName: "A\ufffdB", reason: "no\ufffdne" });
  });

  test("a paused one gives no row away, and a cancelled one lets those go that wait", async () => {
    const { bulkID } = await create([row(1, "changed"), row(2), row(3, "pending")]);
    const lease = { bulkID, leaseID: "a" };
    await take("a");
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

  test("rows are added and read only while it is checked, and settle once", async () => {
    const { bulkID } = await create([], { state: "checking" });
    const lease = { bulkID, leaseID: "a" };
    expect(await store.bulks.addRows(lease, [row(1)])).toBe(false);
    await take("a");
    expect(await store.bulks.addRows(lease, [row(1, "pending"), row(2, "pending")])).toBe(true);
    expect(await store.bulks.keepChecks(lease, [row(1), { ...row(2, "unreadable"), reason: "why" }])).toBe(true);
    const paused = { state: "paused", pausedFrom: "checking" } as const;
    await store.bulks.move(bulkID, ["checking"], paused);
    await store.bulks.move(bulkID, ["paused"], { state: "checking" });
    expect(await countsOf(bulkID)).toEqual({ waiting: 1, pending: 1 });
    await store.bulks.move(bulkID, ["checking"], { state: "ready" });
    expect(await store.bulks.move(bulkID, ["paused"], { state: "checking" })).toBeNull();
    await store.bulks.move(bulkID, ["ready"], { state: "running" });
    expect(await store.bulks.claimRow(lease, 1, "o")).toBe(true);
    const claimed = { bulkID, position: 1, operationID: "o" };
    // Somebody who had claimed it before his lease was over has no say in what became of it.
    const late = { ...claimed, operationID: "o-0" };
    expect(await store.bulks.settleRow(late, ["sending"], { state: "waiting", forgetOperation: true }, nowMs)).toBe(
      false,
    );
    const outcome = { state: "changed", after: { plan: "professional" }, confirmedAt: nowMs } as const;
    expect(await store.bulks.settleRow(claimed, ["sending"], outcome, nowMs)).toBe(true);
    expect(await store.bulks.settleRow(claimed, ["sending"], { state: "failed" }, nowMs)).toBe(false);
    expect(await store.bulks.row(bulkID, 1)).toMatchObject({ ...outcome, operationID: "o", settledAt: nowMs });
    expect(await store.bulks.countFailure(bulkID, true)).toBe(1);
    expect(await store.bulks.countFailure(bulkID, true)).toBe(2);
    expect(await store.bulks.countFailure(bulkID, false)).toBe(0);
    expect(await store.bulks.clearRows(lease)).toBe(false);
  });

  test("a row of a lost answer comes up when its operation is settled", async () => {
    const { bulkID } = await create([row(1), row(2)]);
    const lease = { bulkID, leaseID: "a" };
    await take("a");
    for (const position of [1, 2]) {
      const operationID = `o-${position}`;
      await store.operations.record({
        ...{ operationID, kind: "change-contract", environment: "sandbox", actor, request: {}, bodyHash: "" },
        ...{ idempotencyKey: null, matchKey: null, customerID: null, createdAt: nowMs, dueAt: laterMs, bulkID },
      });
      await store.bulks.claimRow(lease, position, operationID);
      await store.bulks.settleRow({ bulkID, position, operationID }, ["sending"], { state: "unknown" }, nowMs);
    }
    expect(await store.bulks.takeFollowed(10)).toEqual([]);
    await store.operations.settle("o-2", ["recorded"], { state: "rejected" }, nowMs);
    expect(await store.bulks.takeFollowed(10)).toMatchObject([{ row: { operationID: "o-2", position: 2 } }]);
    const second = { bulkID, position: 2, operationID: "o-2" };
    await store.bulks.settleRow(second, ["unknown"], { state: "accepted" }, nowMs);
    expect(await store.bulks.takeFollowed(10)).toEqual([]);
    const job = { state: "failed", stateText: "broken", seenAt: new Date(nowMs).toISOString() } as const;
    await store.follows.keep("o-2", { job, finishedAt: nowMs, dueAt: null });
    expect(await store.bulks.takeFollowed(10)).toMatchObject([{ row: { operationID: "o-2", state: "accepted" } }]);
  });
});
