import { DatabaseSync } from "node:sqlite";
import fc from "fast-check";
import { expect, test } from "vitest";
import { hourMs } from "#lib/contract/values/time-units.ts";
import { openDatabase } from "#server/database/open-database.ts";
import type { CustomerSelection } from "#server/provisioning/store/customers/customer-record.ts";
import { createCustomerStore } from "#server/provisioning/store/customers/customer-store.ts";
import { openStore } from "#server/provisioning/store/open-store.ts";
import type { ProvisioningSchema } from "#server/provisioning/store/schema/schema.ts";
import { createTestDatabase } from "#tests/fixtures/database/test-databases.ts";
import { customer, now } from "#tests/service/provisioning/test-service.ts";

const newest: CustomerSelection = {
  limit: 5,
  offset: 0,
  sort: "created",
  ascending: false,
  createdFromMs: now - 48 * hourMs,
  includeDeleted: false,
};

/**
 * Opens a store that caches lists, a store that reads the same file for each list, and a plain connection to that file.
 */
async function openAll() {
  const location = await createTestDatabase("sqlite");
  const store = await openStore(location.url);
  const reader = await openDatabase<ProvisioningSchema>(location.url, { readOnly: true });
  const other = new DatabaseSync(location.url.replace("sqlite:", ""));
  return {
    store,
    fresh: createCustomerStore(reader.db, "sqlite"),
    other,
    async close() {
      other.close();
      await reader.close();
      await store.close();
      await location.drop();
    },
  };
}

test("a list always equals the file's content, after a change by any process and in any window", async () => {
  const { store, fresh, other, close } = await openAll();
  try {
    const hours = fc.nat(60);
    const step = fc.oneof(
      fc.record({ kind: fc.constant("insert" as const), hours }),
      fc.record({ kind: fc.constant("insert and undo" as const), hours }),
      fc.record({ kind: fc.constant("change elsewhere" as const), hours }),
      fc.record({ kind: fc.constant("delete elsewhere" as const), hours }),
      fc.record({ kind: fc.constant("let time pass" as const), hours }),
    );
    await fc.assert(
      fc.asyncProperty(fc.array(step, { maxLength: 12 }), async (steps) => {
        other.exec("DELETE FROM customers");
        let fromMs = newest.createdFromMs;
        for (const { kind, hours } of steps) {
          if (kind === "insert") await store.customers.insert("production", [customer(hours)], false);
          if (kind === "insert and undo") {
            const undone = store.transaction(async ({ customers }) => {
              await customers.insert("production", [customer(hours)], false);
              throw new Error("undone");
            });
            // This list is requested while the transaction runs. The request waits for the end of the transaction,
            // which is rolled back. So the list contains none of the transaction's changes.
            const list = store.customers.list("production", newest);
            await expect(undone).rejects.toThrow("undone");
            expect(await list).toEqual(await fresh.list("production", newest));
          }
          if (kind === "change elsewhere") other.exec(`UPDATE customers SET users_count = users_count + ${hours}`);
          if (kind === "delete elsewhere") other.exec(`DELETE FROM customers WHERE created < ${now - hours * hourMs}`);
          if (kind === "let time pass") fromMs += (hours - 5) * hourMs;
          for (const createdFromMs of [fromMs, fromMs, fromMs + 1]) {
            for (const changes of [{}, { sort: "usersCount" as const, ascending: true }]) {
              const selection = { ...newest, ...changes, createdFromMs: Math.max(0, createdFromMs) };
              expect(await store.customers.list("production", selection)).toEqual(
                await fresh.list("production", selection),
              );
            }
          }
        }
      }),
      { numRuns: 40 },
    );
  } finally {
    await close();
  }
});

test("inside a transaction its own changes are listed, and outside only committed changes", async () => {
  const { store, close } = await openAll();
  try {
    const before = await store.customers.list("production", newest);
    await store.transaction(async ({ customers }) => {
      await customers.insert("production", [customer(1)], false);
      expect((await customers.list("production", newest)).total).toBe(1);
    });
    expect(before.total).toBe(0);
    const after = await store.customers.list("production", newest);
    expect(after.total).toBe(1);
    expect(await store.customers.list("production", newest)).toBe(after);
  } finally {
    await close();
  }
});
