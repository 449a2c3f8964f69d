import { type Kysely, sql } from "kysely";
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { dayMs } from "#lib/contract/values/time-units.ts";
import { openDatabase } from "#server/database/open-database.ts";
import { generateCustomers } from "#server/provisioning/seed/generate-customers.ts";
import { seedStore } from "#server/provisioning/seed/seed-store.ts";
import type { CustomerRecord, CustomerSelection } from "#server/provisioning/store/customers/customer-record.ts";
import { customerSearchText, foldText } from "#server/provisioning/store/customers/fold-text.ts";
import { openStore, type ProvisioningStore } from "#server/provisioning/store/open-store.ts";
import type { ProvisioningSchema } from "#server/provisioning/store/schema/schema.ts";
import { createTestDatabase, testDialects } from "#tests/fixtures/database/test-databases.ts";
import { now } from "../test-service.ts";

/** More customers than every threshold above which the store reads in another way. */
const count = 24_000;

const everything: CustomerSelection = {
  limit: 10,
  offset: 0,
  sort: "created",
  ascending: false,
  createdFromMs: 0,
  includeDeleted: true,
};

/** Stores all customers in memory, and returns the lists that the store must return. */
function createReference(customers: readonly CustomerRecord[]) {
  const entries = customers.map((customer) => {
    const nameKey = foldText(customer.companyName);
    const text = customerSearchText({ nameKey, adminEmail: customer.adminEmail, customerID: customer.customerID });
    return { customer, text, bytes: Buffer.from(nameKey), id: customer.customerID };
  });
  type Entry = (typeof entries)[number];
  const inOrder = (compare: (a: Entry, b: Entry) => number) =>
    entries.toSorted((a, b) => compare(a, b) || (a.id < b.id ? -1 : 1));
  const sorted = {
    created: inOrder((a, b) => a.customer.createdMs - b.customer.createdMs),
    companyName: inOrder((a, b) => Buffer.compare(a.bytes, b.bytes)),
    usersCount: inOrder((a, b) => a.customer.usersCount - b.customer.usersCount),
  };
  const find = ({ createdFromMs, createdToMs, includeDeleted, searchTerm, sort, ascending }: CustomerSelection) => {
    const term = foldText(searchTerm ?? "");
    const found = sorted[sort].filter(
      ({ customer: { createdMs, deletedMs }, text }) =>
        createdMs >= createdFromMs &&
        createdMs <= (createdToMs ?? Number.POSITIVE_INFINITY) &&
        (includeDeleted || deletedMs === undefined) &&
        text.includes(term),
    );
    return (ascending ? found : found.reverse()).map(({ id }) => id);
  };
  // All pages of a list must be parts of the same complete list, on each database.
  const known = new Map<string, string[]>();
  return ({ offset, limit, ...selection }: CustomerSelection) => {
    const key = JSON.stringify(Object.entries(selection).sort());
    const ids = known.get(key) ?? find({ ...selection, offset, limit });
    known.set(key, ids);
    return { ids: ids.slice(offset, offset + limit), total: ids.length };
  };
}

const customers = [...generateCustomers({ environment: "production", count, anchorMs: now })];
const expected = createReference(customers);

describe.each(testDialects)(`${count} customers on %s`, (dialect) => {
  let database: Awaited<ReturnType<typeof createTestDatabase>>;
  let store: ProvisioningStore;

  beforeAll(async () => {
    database = await createTestDatabase(dialect);
    store = await openStore(database.url);
    await seedStore(store, { customers: count, nowMs: now });
  });
  afterAll(async () => {
    await store.close();
    await database.drop();
  });

  const check = async (members: Partial<CustomerSelection>) => {
    const selection = { ...everything, ...members };
    const { customers: found, total } = await store.customers.list("production", selection);
    expect({ ids: found.map(({ customerID }) => customerID), total }).toEqual(expected(selection));
  };

  const windows: [string, Partial<CustomerSelection>][] = [
    ["all time", {}],
    ["customers that are not deleted", { includeDeleted: false }],
    ["7 days", { createdFromMs: now - 7 * dayMs, includeDeleted: false }],
    ["half a day", { createdFromMs: now - 0.9 * dayMs, createdToMs: now - 0.4 * dayMs }],
    ["three years, cut inside of days", { createdFromMs: now - 1_200.3 * dayMs, createdToMs: now - 100.7 * dayMs }],
    ["whole days", { createdFromMs: now - 500.5 * dayMs, createdToMs: now - 30.5 * dayMs - 1 }],
    ["nothing", { createdFromMs: now - 5 * dayMs, createdToMs: now - 6 * dayMs }],
  ];

  test.each(windows)(
    "%s have the right total and the right pages at any depth, in every order",
    async (_name, window) => {
      const { total } = expected({ ...everything, ...window });
      for (const sort of ["created", "companyName", "usersCount"] as const) {
        for (const ascending of [true, false]) {
          for (const share of [0, 0.3, 0.52, 0.9]) {
            await check({ ...window, sort, ascending, offset: Math.floor(total * share) });
          }
          await check({ ...window, sort, ascending, offset: Math.max(0, total - 3) });
          await check({ ...window, sort, ascending, offset: total });
        }
      }
    },
  );

  const aName = customers[12_345]?.companyName ?? "";
  const anID = customers[777]?.customerID ?? "";
  test.each([
    ["a whole name", aName],
    ["a whole name in capitals, without its last letter", aName.toUpperCase().slice(0, -1)],
    ["a whole ID", anID],
    ["the middle of an ID", anID.slice(5, 16)],
    ["part of an e-mail address", "mueller@"],
    ["a text that most customers have", ".example"],
    ["a text that many customers have", "gmbh"],
    ["a long text that no customer has, but all of its parts occur", "muller elektrotechnik gmbh leipzig"],
    ["two characters", "qu"],
    ["one character", "é"],
    ["two characters of another script", "東京"],
    ["quotes", '"quoted" names'],
    ["wildcards", "100% bio_"],
    ["an unknown text", "zzzz zzzz"],
  ])("a search for %s finds the same rows as a comparison with every text", async (_what, searchTerm) => {
    for (const [, window] of windows.slice(0, 5)) {
      await check({ ...window, searchTerm });
      await check({ ...window, searchTerm, sort: "companyName", ascending: true, offset: 3 });
      await check({ ...window, searchTerm, sort: "usersCount", offset: 1_000 });
    }
  });

  test("the sandbox has its own counters and its own search index", async () => {
    const sandbox = createReference([
      ...generateCustomers({ environment: "sandbox", count: count / 10, anchorMs: now }),
    ]);
    for (const searchTerm of [undefined, "gmbh"]) {
      const selection = { ...everything, ...(searchTerm === undefined ? {} : { searchTerm }) };
      const { total } = await store.customers.list("sandbox", selection);
      expect(total).toBe(sandbox(selection).total);
    }
  });

  test("the indexes and triggers are the same as before the rows were added", async () => {
    const empty = await createTestDatabase(dialect);
    await (await openStore(empty.url)).close();
    expect(await definitionsOf(database.url)).toEqual(await definitionsOf(empty.url));
    await empty.drop();
  });
});

/** Returns every index and trigger of the table of customers, as the database prints them. */
async function definitionsOf(url: string): Promise<string[]> {
  const { db, dialect, close } = await openDatabase<ProvisioningSchema>(url, { readOnly: true });
  const inSqlite = sql<{ text: string }>`
    SELECT sql AS text FROM sqlite_master WHERE tbl_name = 'customers' AND sql IS NOT NULL`;
  const inPostgres = sql<{ text: string }>`
    SELECT indexdef AS text FROM pg_indexes WHERE tablename = 'customers'
    UNION ALL SELECT pg_get_triggerdef(oid) || tgenabled::text FROM pg_trigger WHERE tgrelid = 'customers'::regclass`;
  const { rows } = await (dialect === "sqlite" ? inSqlite : inPostgres).execute(db as Kysely<ProvisioningSchema>);
  await close();
  return rows.map(({ text }) => text).sort();
}
