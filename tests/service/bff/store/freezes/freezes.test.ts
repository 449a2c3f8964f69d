import { randomUUID } from "node:crypto";
import { describe, expect, test } from "vitest";
import { hourMs } from "#lib/contract/values/time-units.ts";
import { type ConsoleStore, openStore } from "#server/bff/store/open-store.ts";
import type { NewOperation } from "#server/bff/store/operations/operation-rows.ts";
import { testDialects } from "#tests/fixtures/database/test-databases.ts";
import { useTestDatabase } from "#tests/fixtures/database/use-test-database.ts";
import { freezeOf } from "#tests/fixtures/freezes/freeze-of.ts";

describe.each(testDialects.map((dialect) => ({ dialect })))("freezes in the store on $dialect", ({ dialect }) => {
  let stores: ConsoleStore[] = [];
  let store: ConsoleStore;
  let aheadMs = 0;
  const ada = { staffID: randomUUID(), email: "ada@test.example" };

  useTestDatabase(dialect, {
    tables: "console",
    async open(url) {
      aheadMs = 0;
      // Three replicas on PostgreSQL. Only one process opens a SQLite file.
      const count = dialect === "postgres" ? 3 : 1;
      stores = await Promise.all(Array.from({ length: count }, () => openStore(url, { aheadMs: () => aheadMs })));
      store = stores[0] as ConsoleStore;
      const account = { ...ada, name: "Ada", role: "administrator", passwordHash: null } as const;
      await store.staff.add({ ...account, environments: ["sandbox", "production"], createdAt: 0 });
    },
    async close() {
      for (const one of stores) await one.close();
    },
  });

  const set = { actor: { kind: "staff", id: ada.staffID }, action: "freeze.set", outcome: "done" } as const;
  const releasedEvent = () => ({ ...set, action: "freeze.released" }) as const;
  const releaseNow = { by: ada, reason: "Done", onlyThisTime: false };

  async function record(environment: "sandbox" | "production" = "sandbox"): Promise<string> {
    const operation: NewOperation = {
      operationID: randomUUID(),
      kind: "change-contract",
      environment,
      actor: ada,
      bodyHash: "hash",
      customerID: randomUUID(),
      request: { plan: "professional" },
      idempotencyKey: null,
      matchKey: null,
      createdAt: Date.now(),
      dueAt: Date.now() + hourMs,
    };
    await store.operations.record(operation);
    return operation.operationID;
  }
  const mark = (operationID: string, on = store) =>
    on.operations.markSent(operationID, { dueAt: Date.now() + hourMs }, Date.now());

  test("a write that was recorded before a freeze is not marked as sent while the freeze lasts", async () => {
    const [operationID, elsewhere] = [await record(), await record("production")];
    const freeze = freezeOf(ada, { endsAt: Date.now() + hourMs });
    expect(await store.freezes.add(freeze, set)).toBe("added");
    const marked = await mark(operationID);
    expect([marked.isMine, marked.operation.state, marked.block]).toMatchObject([
      false,
      "recorded",
      { freeze: { freezeID: freeze.freezeID, reason: "Maintenance" }, untilMs: freeze.endsAt },
    ]);
    expect((await mark(elsewhere)).isMine).toBe(true);
    aheadMs = hourMs;
    expect((await mark(operationID)).isMine).toBe(true);
  });

  test("a write that is marked before a later freeze knows how long it may be sent, and why not longer", async () => {
    const startsAt = Date.now() + hourMs;
    const freeze = freezeOf(ada, { startsAt, endsAt: startsAt + hourMs });
    await store.freezes.add(freeze, set);
    const { isMine, nextFreeze } = await mark(await record());
    expect(isMine).toBe(true);
    expect(nextFreeze?.inMs).toBeGreaterThan(hourMs - 60_000);
    expect(nextFreeze?.inMs).toBeLessThanOrEqual(hourMs);
    const { freezeID } = freeze;
    expect(nextFreeze?.block).toMatchObject({ freeze: { freezeID, reason: "Maintenance" }, untilMs: freeze.endsAt });
  });

  test("of many writes on every replica, none is marked after a freeze has begun", async () => {
    const operationIDs = await Promise.all(Array.from({ length: 40 }, () => record()));
    let isFrozen = false;
    const late: string[] = [];
    const marking = operationIDs.map(async (operationID, index) => {
      await new Promise((resolve) => setTimeout(resolve, index));
      const hasBegun = isFrozen;
      const { isMine } = await mark(operationID, stores[index % stores.length]);
      if (isMine && hasBegun) late.push(operationID);
      return isMine;
    });
    const freezing = store.freezes.add(freezeOf(ada), set).then(() => {
      isFrozen = true;
    });
    const marked = await Promise.all(marking);
    await freezing;
    expect(late).toEqual([]);
    const states = await Promise.all(operationIDs.map((id) => store.operations.find("sandbox", id)));
    expect(states.filter((operation) => operation?.state === "sent")).toHaveLength(marked.filter(Boolean).length);
  });

  test("a recurring freeze recurs after one of its periods was ended, and can be removed while it is not in force", async () => {
    const days = [1, 2, 3, 4, 5, 6, 7];
    const nowMs = Date.now();
    const thisHour = new Date(nowMs).toISOString().slice(0, 13);
    const hour = thisHour.slice(11);
    const repeats = { every: "week", days, from: `${hour}:00`, to: `${hour}:59` } as const;
    const freeze = freezeOf(ada, { repeats: { ...repeats, days } });
    // Moves the store's clock to the middle of the hour of the freeze.
    aheadMs = Date.parse(`${thisHour}:30:00Z`) - nowMs;
    await store.freezes.add(freeze, set);
    expect(await store.freezes.blockOf("sandbox", "write")).toBeDefined();
    const once = { ...releaseNow, onlyThisTime: true };
    expect(await store.freezes.release(freeze, once, releasedEvent)).toBe("released");
    expect(await store.freezes.blockOf("sandbox", "write")).toBeUndefined();
    expect(await store.freezes.release(freeze, once, releasedEvent)).toBeNull();
    aheadMs += 24 * hourMs;
    expect(await store.freezes.blockOf("sandbox", "write")).toBeDefined();
    aheadMs += 2 * hourMs;
    expect(await store.freezes.release(freeze, releaseNow, releasedEvent)).toBe("removed");
    expect((await store.freezes.read("sandbox")).freezes).toEqual([]);
  });
});
