import { describe, expect, test, vi } from "vitest";
import type { Environment } from "#lib/contract/environment.ts";
import { environments } from "#lib/contract/values/environments.ts";
import { dayMs, hourMs } from "#lib/contract/values/time-units.ts";
import { moveSeedToNow, seedStore } from "#server/provisioning/seed/seed-store.ts";
import { openStore, type ProvisioningStore } from "#server/provisioning/store/open-store.ts";
import { createTestDatabase, testDialects } from "#tests/fixtures/database/test-databases.ts";
import { useTestDatabase } from "#tests/fixtures/database/use-test-database.ts";
import { customer, now } from "../test-service.ts";

describe.each(testDialects)("the demo data on %s", (dialect) => {
  let store: ProvisioningStore;
  useTestDatabase(dialect, {
    tables: "provisioning",
    async open(url) {
      store = await openStore(url);
    },
    close: () => store.close(),
  });

  const list = (environment: Environment, createdFromMs = 0, limit = 10_000) =>
    store.customers.list(environment, {
      limit,
      offset: 0,
      sort: "created",
      ascending: false,
      createdFromMs,
      includeDeleted: true,
    });

  test("production gets 5,000 customers, the sandbox 500, about 40 of the last week and hundreds of the last 90 days", async () => {
    expect(await seedStore(store, { customers: 5_000, nowMs: now })).toEqual({ production: 5_000, sandbox: 500 });
    const { customers, total } = await list("production");
    expect(total).toBe(5_000);
    const week = (await list("production", now - 7 * dayMs)).total;
    expect(week).toBeGreaterThanOrEqual(35);
    expect(week).toBeLessThanOrEqual(45);
    const quarter = (await list("production", now - 90 * dayMs)).total;
    expect(quarter).toBeGreaterThanOrEqual(300);
    expect(quarter).toBeLessThanOrEqual(700);
    expect((await list("sandbox", now - 7 * dayMs)).total).toBeGreaterThan(0);

    const sandbox = await list("sandbox");
    expect(sandbox.total).toBe(500);
    const ids = new Set([...customers, ...sandbox.customers].map(({ customerID }) => customerID));
    expect(ids.size).toBe(5_500);
  });

  test("a store that was seeded, or has any rows, is not changed", async () => {
    await seedStore(store, { customers: 20, nowMs: now });
    expect(await seedStore(store, { customers: 50, nowMs: now })).toEqual({ production: 0, sandbox: 0 });
    expect((await list("production")).total).toBe(20);
  });

  test("an operator's store is never filled", async () => {
    await store.customers.insert("sandbox", [customer(1)], false);
    expect(await seedStore(store, { customers: 20, nowMs: now })).toEqual({ production: 0, sandbox: 0 });
    expect((await list("production")).total).toBe(0);
  });

  test("with 0 customers the store stays empty, and can be filled later", async () => {
    await seedStore(store, { customers: 0, nowMs: now });
    expect(await store.customers.isEmpty()).toBe(true);
    expect(await seedStore(store, { customers: 10, nowMs: now })).toEqual({ production: 10, sandbox: 1 });
  });

  test("a seed that is killed halfway leaves an empty store, which is seeded again", async () => {
    const load = store.loadCustomers.bind(store);
    vi.spyOn(store, "loadCustomers").mockImplementationOnce((work) =>
      load(async (parts) => {
        await work(parts);
        throw new Error("killed");
      }),
    );
    await expect(seedStore(store, { customers: 100, nowMs: now })).rejects.toThrow("killed");
    expect(await store.customers.isEmpty()).toBe(true);
    expect(await store.seeds.anchor("production")).toBeUndefined();
    expect(await seedStore(store, { customers: 100, nowMs: now })).toEqual({ production: 100, sandbox: 10 });
  });

  test("a day later the demo data are moved by a day, and data that a person added are not", async () => {
    await seedStore(store, { customers: 100, nowMs: now });
    const before = { production: await list("production"), sandbox: await list("sandbox") };
    const own = customer(1, { deletedMs: now });
    await store.customers.insert("production", [own], false);

    expect(await moveSeedToNow(store, now + hourMs)).toBe(false);
    expect(await moveSeedToNow(store, now + dayMs)).toBe(true);
    expect(await moveSeedToNow(store, now + dayMs)).toBe(false);

    for (const environment of environments) {
      const moved = (await list(environment)).customers.filter(({ customerID }) => customerID !== own.customerID);
      expect(moved).toEqual(
        before[environment].customers.map((entry) => ({
          ...entry,
          createdMs: entry.createdMs + dayMs,
          ...(entry.deletedMs === undefined ? {} : { deletedMs: entry.deletedMs + dayMs }),
        })),
      );
    }
    expect((await list("production")).customers).toContainEqual(own);
  });

  test("a store without demo data has no data to move", async () => {
    await store.customers.insert("production", [customer(1)], false);
    expect(await moveSeedToNow(store, now + dayMs)).toBe(false);
  });
});

test.skipIf(!testDialects.includes("postgres"))(
  "two services that start at once on Postgres seed the store once",
  async () => {
    const database = await createTestDatabase("postgres");
    const stores = await Promise.all([openStore(database.url), openStore(database.url)]);
    try {
      const added = await Promise.all(stores.map((store) => seedStore(store, { customers: 200, nowMs: now })));
      expect(added.map(({ production }) => production).sort()).toEqual([0, 200]);
    } finally {
      await Promise.all(stores.map((store) => store.close()));
      await database.drop();
    }
  },
);
