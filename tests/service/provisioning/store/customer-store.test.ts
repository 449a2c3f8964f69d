import { sql } from "kysely";
import { describe, expect, test } from "vitest";
import { openDatabase } from "#server/database/open-database.ts";
import type { CustomerRecord, CustomerSelection } from "#server/provisioning/store/customers/customer-record.ts";
import { openStore, type ProvisioningStore } from "#server/provisioning/store/open-store.ts";
import type { ProvisioningSchema } from "#server/provisioning/store/schema/schema.ts";
import { createTestDatabase, testDialects } from "#tests/fixtures/database/test-databases.ts";
import { useTestDatabase } from "#tests/fixtures/database/use-test-database.ts";
import { customer, now } from "../test-service.ts";

const everything: CustomerSelection = {
  limit: 100,
  offset: 0,
  sort: "created",
  ascending: false,
  createdFromMs: 0,
  includeDeleted: true,
};

describe.each(testDialects)("the customers on %s", (dialect) => {
  let store: ProvisioningStore;
  const database = useTestDatabase(dialect, {
    tables: "provisioning",
    async open(url) {
      store = await openStore(url);
    },
    close: () => store.close(),
  });

  const names = async (selection: Partial<CustomerSelection>) => {
    const { customers } = await store.customers.list("production", { ...everything, ...selection });
    return customers.map(({ companyName }) => companyName);
  };

  test("a customer is read back unchanged, with numbers as numbers", async () => {
    const full = customer(1, { companyName: "Zoë’s 'Café' 🎉 שלום", deletedMs: now });
    const { adminEmail, ...bare } = customer(2, { plan: "hardware-only" });
    expect(adminEmail).toBeDefined();
    await store.customers.insert("production", [full, bare], false);
    expect(await store.customers.list("production", everything)).toEqual({ customers: [full, bare], total: 2 });
  });

  test("both environments can contain the same ID and never see each other's customers", async () => {
    const shared = customer(1);
    await store.customers.insert("production", [{ ...shared, companyName: "Production's" }], false);
    await store.customers.insert("sandbox", [{ ...shared, companyName: "Sandbox's" }, customer(2)], false);
    expect(await names({})).toEqual(["Production's"]);
    expect((await store.customers.list("sandbox", everything)).total).toBe(2);
  });

  test("names are sorted by letters, not by case, accents or the server's language, on every database", async () => {
    const sorted = ["", "(Zeta)", "4 Winds", "Åbo", "abo 2", "Ärzte", "éclair", "Łódź", "Ωmega", "Яблоко", "東京"];
    await store.customers.insert(
      "production",
      [...sorted].reverse().map((companyName, index) => customer(index, { companyName })),
      false,
    );
    expect(await names({ sort: "companyName", ascending: true })).toEqual(sorted);
    expect(await names({ sort: "companyName", ascending: false })).toEqual([...sorted].reverse());
  });

  test("equal keys are ordered by customer ID, in the direction of the sort", async () => {
    const twins = Array.from({ length: 20 }, () => customer(5, { companyName: "Twin" }));
    await store.customers.insert("production", twins, false);
    const ids = twins.map(({ customerID }) => customerID).sort();
    for (const sort of ["created", "companyName", "usersCount"] as const) {
      const found = async (ascending: boolean) =>
        (await store.customers.list("production", { ...everything, sort, ascending })).customers.map(
          ({ customerID }) => customerID,
        );
      expect(await found(true)).toEqual(ids);
      expect(await found(false)).toEqual([...ids].reverse());
    }
  });

  test("a page of many matches equals a page from sorting all rows, within the same limits", async () => {
    const many = Array.from({ length: 1_300 }, (_, index) =>
      customer(index, {
        companyName: `Company ${(index * 7919) % 1_300}`.padEnd(13, "x"),
        usersCount: index % 50,
        ...(index % 10 === 0 ? { deletedMs: now } : {}),
      }),
    );
    await store.customers.insert("production", many, false);
    const createdFromMs = now - 1_250 * 3_600_000;
    const createdToMs = now - 20 * 3_600_000;
    const live = many.filter(
      ({ createdMs, deletedMs }) => createdMs >= createdFromMs && createdMs <= createdToMs && deletedMs === undefined,
    );
    const byID = (a: CustomerRecord, b: CustomerRecord) => (a.customerID < b.customerID ? -1 : 1);
    const orders = {
      companyName: (a: CustomerRecord, b: CustomerRecord) => (a.companyName < b.companyName ? -1 : 1),
      usersCount: (a: CustomerRecord, b: CustomerRecord) => a.usersCount - b.usersCount || byID(a, b),
    };
    for (const sort of ["companyName", "usersCount"] as const) {
      const selection = { ...everything, sort, createdFromMs, createdToMs, includeDeleted: false, offset: 500 };
      expect(await store.customers.list("production", { ...selection, ascending: true })).toEqual({
        customers: live.toSorted(orders[sort]).slice(500, 600),
        total: live.length,
      });
      expect((await store.customers.list("production", selection)).customers).toEqual(
        live.toSorted(orders[sort]).reverse().slice(500, 600),
      );
    }
    expect(live.length).toBeGreaterThan(1_000);
  });

  test("limits of the creation time are inclusive at both ends", async () => {
    await store.customers.insert("production", [customer(1), customer(2), customer(3)], false);
    const hourMs = 3_600_000;
    expect(await names({ createdFromMs: now - 2 * hourMs, createdToMs: now - hourMs })).toEqual([
      "Company 1",
      "Company 2",
    ]);
    expect(await names({ createdFromMs: now - 2 * hourMs + 1, createdToMs: now - hourMs - 1 })).toEqual([]);
  });

  test.each([
    ["%", ["100%"]],
    ["_", ["under_score"]],
    ["\\", ["back\\slash"]],
    ["'", ["O'Brien"]],
    ["OBRIEN", []],
    ["o'BRIEN", ["O'Brien"]],
    ["ΑΘΗΝΑ", ["Αθηνά"]],
    ["ПИВО", ["Пиво"]],
    ["strasse", ["Straße"]],
    ["one\ntwo", []],
    ["\u0000", []],
    ["\u0301", []],
    [" ", ["100%", "under_score", "back\\slash", "O'Brien", "Αθηνά", "Пиво", "Straße"]],
  ])("the search term %j is taken literally", async (searchTerm, expected) => {
    const all = ["100%", "under_score", "back\\slash", "O'Brien", "Αθηνά", "Пиво", "Straße"];
    const { adminEmail: _, ...bare } = customer(0);
    await store.customers.insert(
      "production",
      all.map((companyName, index) => ({
        ...bare,
        customerID: `00000000-0000-4000-8000-00000000000${index}`,
        createdMs: now - index,
        companyName,
      })),
      false,
    );
    expect(await names({ searchTerm })).toEqual(expected);
  });

  test("a search term does not match across name and e-mail", async () => {
    await store.customers.insert(
      "production",
      [customer(1, { companyName: "end", adminEmail: "start@x.example" })],
      false,
    );
    expect(await names({ searchTerm: "end start" })).toEqual([]);
    expect(await names({ searchTerm: "endstart" })).toEqual([]);
  });

  test("a transaction that fails leaves no changes", async () => {
    const failing = store.transaction(async ({ customers }) => {
      await customers.insert("production", [customer(1)], false);
      throw new Error("killed");
    });
    await expect(failing).rejects.toThrow("killed");
    expect(await store.customers.isEmpty()).toBe(true);
  });

  test("a store that was closed opens again with the same content", async () => {
    await store.customers.insert("sandbox", [customer(1)], false);
    await store.close();
    store = await openStore(database.url);
    expect((await store.customers.list("sandbox", everything)).total).toBe(1);
  });
});

test.each([
  ["created", "created", "AND deleted_at IS NULL", "customers_by_created"],
  ["created", "created", "", "customers_by_created"],
  ["name_key", "+created", "AND deleted_at IS NULL", "customers_by_name"],
  ["users_count", "+created", "", "customers_by_users"],
] as const)("SQLite sorts no rows when it lists by %s with %s bound (%s)", async (key, created, live, index) => {
  const database = await createTestDatabase("sqlite");
  await (await openStore(database.url)).close();
  const { db, close } = await openDatabase<ProvisioningSchema>(database.url);
  const plan = await sql<{ detail: string }>`
    EXPLAIN QUERY PLAN SELECT company_name FROM customers
    WHERE environment = ${"production"} AND ${sql.raw(created)} >= ${0} ${sql.raw(live)}
    ORDER BY ${sql.raw(key)} DESC, customer_id DESC LIMIT 10`.execute(db);
  await close();
  await database.drop();
  const text = plan.rows.map(({ detail }) => detail).join("\n");
  expect(text).toContain(`USING INDEX ${index} `);
  expect(text).not.toContain("TEMP B-TREE");
});
