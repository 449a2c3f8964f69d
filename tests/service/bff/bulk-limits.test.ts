import { randomUUID } from "node:crypto";
import { describe, expect, test } from "vitest";
import { maxBulkRowsAnHour, maxBulksAnHour, maxUnfinishedBulks } from "#lib/contract/operations/bulk.ts";
import { isRunOver, runStates } from "#lib/contract/values/operations/run-states.ts";
import type { NewBulkRow, StoredBulk } from "#server/bff/store/bulk/bulk-rows.ts";
import { type ConsoleStore, openStore } from "#server/bff/store/open-store.ts";
import { newBulk, newBulkRow } from "#tests/fixtures/bulk/new-bulk.ts";
import { testDialects } from "#tests/fixtures/database/test-databases.ts";
import { useTestStore } from "#tests/fixtures/database/use-test-store.ts";

const nowMs = Date.parse("2026-11-20T12:00:00Z");

describe.each(testDialects.map((dialect) => ({ dialect })))("limits of bulk changes on $dialect", ({ dialect }) => {
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

  test("an environment has at most the allowed number of unfinished bulk changes, even if many start at once on two replicas", async () => {
    const states = runStates.filter((state) => !isRunOver(state));
    const kept: StoredBulk[] = [];
    for (let count = 0; count < maxUnfinishedBulks - 1; count += 1) {
      kept.push(await create([], { state: states[count % states.length] as StoredBulk["state"] }));
    }
    for (const state of ["finished", "cancelled"] as const) await create([], { state });
    const next = { ...(kept[0] as StoredBulk), state: "checking" as const };
    const other = dialect === "postgres" ? await openStore(database.url) : store;
    const created = await Promise.all(
      Array.from({ length: 6 }, (_, index) =>
        (index % 2 ? store : other).bulks.create({ ...next, bulkID: randomUUID() }, [newBulkRow(1)]),
      ),
    );
    expect(created.filter((room) => room === "there-is")).toHaveLength(1);
    if (other !== store) await other.close();
    await create([], { environment: "production" });
    await store.bulks.move(kept[0]?.bulkID ?? "", [...states], { state: "cancelled" });
    await create([newBulkRow(1)]);
  });

  test("one person can start only a limited number of rows per hour, on two replicas and including cancelled ones", async () => {
    const old = nowMs - 3_700_000;
    await create([], { state: "finished", total: maxBulkRowsAnHour, createdAt: old });
    const times = [nowMs - 50_000, nowMs - 40_000, nowMs - 30_000, nowMs - 20_000];
    for (const createdAt of times) await create([], { state: "cancelled", total: 10_000, createdAt });
    const one = await create([], { state: "finished", total: 5_000, createdAt: nowMs - 10_000 });
    const other = dialect === "postgres" ? await openStore(database.url) : store;
    const next = (given: Partial<StoredBulk>) => ({ ...one, createdAt: nowMs, bulkID: randomUUID(), ...given });
    const rooms = await Promise.all(
      Array.from({ length: 6 }, (_, index) =>
        (index % 2 ? store : other).bulks.create(next({ environment: index < 3 ? "sandbox" : "production" }), []),
      ),
    );
    expect(rooms.filter((room) => room === "there-is")).toHaveLength(1);
    const refused = rooms.filter((room) => room !== "there-is");
    expect(refused).toEqual(Array(5).fill({ retryAtMs: (times[0] ?? 0) + 3_600_000 }));
    // This bulk change has very many rows. So it must wait until two older bulk changes are more than an hour old.
    expect(await store.bulks.create(next({ total: 10_001 }), [])).toEqual({ retryAtMs: (times[1] ?? 0) + 3_600_000 });
    const { staffID, email } = { staffID: randomUUID(), email: "emil@test.example" };
    const person = { staffID, email, name: "Emil", role: "editor", passwordHash: null } as const;
    await store.staff.add({ ...person, environments: ["sandbox"], createdAt: nowMs });
    await create([], { actor: { staffID, email }, state: "finished", total: 10_000 });
    if (other !== store) await other.close();
  });

  test("one person can start only a limited number of bulk changes per hour, however small they are", async () => {
    const old = await create([], { state: "finished", createdAt: nowMs - 3_700_000 });
    for (let count = 0; count < maxBulksAnHour; count += 1) {
      await create([], { state: "cancelled", total: 1, createdAt: nowMs - maxBulksAnHour + count });
    }
    expect(await store.bulks.create({ ...old, bulkID: randomUUID(), createdAt: nowMs }, [])).toEqual({
      retryAtMs: nowMs - maxBulksAnHour + 3_600_000,
    });
  });

  test("a bulk change that is cancelled before anything was sent stores no rows, and a started one keeps all its rows", async () => {
    const unsent = await create([newBulkRow(1), newBulkRow(2, "same")], { state: "checked", startedAt: null });
    const begun = await create([newBulkRow(1, "changed"), newBulkRow(2)]);
    for (const { bulkID, state } of [unsent, begun]) await store.bulks.move(bulkID, [state], { state: "cancelled" });
    const counts = await store.bulks.counts([unsent.bulkID, begun.bulkID]);
    expect(counts.get(unsent.bulkID)).toBeUndefined();
    expect(counts.get(begun.bulkID)).toEqual({ changed: 1, cancelled: 1 });
    expect(await store.bulks.find("sandbox", unsent.bulkID)).toMatchObject({ state: "cancelled", total: 2 });
  });
});
