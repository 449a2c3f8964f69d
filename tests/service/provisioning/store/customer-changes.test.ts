import fc from "fast-check";
import { sql } from "kysely";
import { afterEach, beforeEach, describe, expect, test } from "vitest";
import { dayMs } from "#lib/contract/values/time-units.ts";
import { migrate } from "#server/database/migrate.ts";
import { type Database, openDatabase } from "#server/database/open-database.ts";
import type { CustomerRecord, CustomerSelection } from "#server/provisioning/store/customers/customer-record.ts";
import { createCustomerStore } from "#server/provisioning/store/customers/customer-store.ts";
import { openStore } from "#server/provisioning/store/open-store.ts";
import { migrations } from "#server/provisioning/store/schema/migrations.ts";
import type { ProvisioningSchema } from "#server/provisioning/store/schema/schema.ts";
import { createTestDatabase, testDialects } from "#tests/fixtures/database/test-databases.ts";
import { customer, now } from "../test-service.ts";

const everything: CustomerSelection = {
  limit: 100,
  offset: 0,
  sort: "created",
  ascending: true,
  createdFromMs: 0,
  includeDeleted: true,
};

describe.each(testDialects)("customers that change on %s", (dialect) => {
  let location: Awaited<ReturnType<typeof createTestDatabase>>;
  let database: Database<ProvisioningSchema>;

  beforeEach(async () => {
    location = await createTestDatabase(dialect);
    database = await openDatabase(location.url);
  });
  afterEach(async () => {
    await database.close();
    await location.drop();
  });

  const customersOf = () => createCustomerStore(database.db, dialect);

  /** Returns the counters that differ from the number of their rows, and wrong entries of the search index. */
  async function contradictions(): Promise<unknown[]> {
    const { rows } = await sql`
      SELECT environment, days, period, sum(live) AS live, sum(deleted) AS deleted FROM (
        SELECT environment, days, period, live, deleted FROM customer_counts
        UNION ALL
        SELECT environment, days, created / (days * ${sql.raw(String(dayMs))}),
          -(CASE WHEN deleted_at IS NULL THEN 1 ELSE 0 END), -(CASE WHEN deleted_at IS NULL THEN 0 ELSE 1 END)
        FROM customers CROSS JOIN (SELECT cast(1 AS bigint) AS days UNION ALL SELECT 64) AS periods
      ) AS differences
      GROUP BY environment, days, period HAVING sum(live) <> 0 OR sum(deleted) <> 0`.execute(database.db);
    if (dialect === "sqlite") {
      // This statement fails if the texts in the index differ from the texts of the rows.
      await sql`INSERT INTO customer_search (customer_search, rank) VALUES ('integrity-check', 1)`.execute(database.db);
    }
    return rows;
  }

  test("counters and search index follow every insert, update and delete, several rows at a time", async () => {
    await migrate(database, migrations);
    const { db } = database;
    const group = fc.nat(4);
    const change = fc.oneof(
      fc.record({ kind: fc.constant("insert" as const), group, days: fc.nat(200), deleted: fc.boolean() }),
      fc.record({ kind: fc.constant("delete" as const), group }),
      fc.record({ kind: fc.constant("move" as const), group, days: fc.nat(200) }),
      fc.record({ kind: fc.constant("end" as const), group }),
      fc.record({ kind: fc.constant("rename" as const), group }),
    );
    await fc.assert(
      fc.asyncProperty(fc.array(change, { maxLength: 8 }), async (changes) => {
        for (const step of changes) {
          const term = `group-${step.group}`;
          if (step.kind === "insert") {
            const some = [0, 1, 2].map((index) =>
              customer((step.days + index) * 24, { term, ...(step.deleted ? { deletedMs: now } : {}) }),
            );
            await customersOf().insert(step.group % 2 ? "sandbox" : "production", some, false);
          } else if (step.kind === "delete") {
            await db.deleteFrom("customers").where("term", "=", term).execute();
          } else {
            const set = {
              move: { created: now - ("days" in step ? step.days : 0) * dayMs },
              end: { deleted_at: now },
              rename: { company_name: "Other", name_key: "other", search: "other\n\nno id" },
            }[step.kind];
            await db.updateTable("customers").set(set).where("term", "=", term).execute();
          }
        }
        expect(await contradictions()).toEqual([]);
      }),
      { numRuns: 25 },
    );
  });

  test("a changed customer is found only by its new text", async () => {
    await migrate(database, migrations);
    const many = Array.from({ length: 2_100 }, (_, index) => customer(index, { companyName: `Former ${index}` }));
    await customersOf().insert("production", many, false);
    await database.db
      .updateTable("customers")
      .set({ search: "present" })
      .where("customer_id", "=", many[5]?.customerID ?? "")
      .execute();
    const total = async (searchTerm: string) =>
      (await customersOf().list("production", { ...everything, searchTerm })).total;
    expect(await total("present")).toBe(1);
    expect(await total("former 5")).toBe(110);
    expect(await total("former")).toBe(2_099);
  });

  test("paging neither skips nor repeats a row while rows are added, even if keys are equal", async () => {
    await migrate(database, migrations);
    const customers = customersOf();
    const before = Array.from({ length: 230 }, (_, index) => customer(100 + Math.floor(index / 50)));
    await customers.insert("production", before, false);
    const read = async (selection: Partial<CustomerSelection>) => {
      const seen: CustomerRecord[] = [];
      for (let offset = 0; ; offset += 20) {
        const page = await customers.list("production", { ...everything, limit: 20, offset, ...selection });
        if (page.customers.length === 0) return seen.map(({ customerID }) => customerID);
        seen.push(...page.customers);
        if (offset < 400) await customers.insert("production", [customer(-offset), customer(-offset)], false);
      }
    };
    const ids = before.map(({ customerID }) => customerID);
    // With the oldest customers first, new rows appear at the end of the list. With the newest customers first, rows
    // keep their positions only if the end of the window is fixed.
    const oldestFirst = await read({});
    expect(new Set(oldestFirst).size).toBe(oldestFirst.length);
    expect(oldestFirst).toEqual(expect.arrayContaining(ids));
    const newestFirst = await read({ ascending: false, createdToMs: now - dayMs });
    expect(newestFirst.toSorted()).toEqual(ids.toSorted());
  });
});

test.skipIf(!testDialects.includes("postgres"))(
  "a Postgres user without the right to create trigrams learns whom to ask",
  async () => {
    const location = await createTestDatabase("postgres");
    const admin = await openDatabase<ProvisioningSchema>(location.url);
    const role = new URL(location.url).pathname.slice(1).replace("test", "user");
    try {
      await sql`CREATE ROLE ${sql.ref(role)} LOGIN PASSWORD 'test'`.execute(admin.db);
      await sql`GRANT CREATE ON SCHEMA public TO ${sql.ref(role)}`.execute(admin.db);
      const url = new URL(location.url);
      [url.username, url.password] = [role, "test"];
      await expect(openStore(url.href)).rejects.toThrow(/administrator run CREATE EXTENSION pg_trgm/);
      await sql`CREATE EXTENSION pg_trgm`.execute(admin.db);
      await (await openStore(url.href)).close();
    } finally {
      await sql`DROP OWNED BY ${sql.ref(role)} CASCADE`.execute(admin.db);
      await sql`DROP ROLE ${sql.ref(role)}`.execute(admin.db);
      await admin.close();
      await location.drop();
    }
  },
);
