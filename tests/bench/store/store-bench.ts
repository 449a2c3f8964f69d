import { loadavg } from "node:os";
import { sql } from "kysely";
import { type Database, openDatabase } from "#server/database/open-database.ts";
import { seedStore } from "#server/provisioning/seed/seed-store.ts";
import { createCustomerStore } from "#server/provisioning/store/customers/customer-store.ts";
import { openStore } from "#server/provisioning/store/open-store.ts";
import type { ProvisioningSchema } from "#server/provisioning/store/schema/schema.ts";
import { cpuSecondsOf } from "#tests/bench/cpu-time.ts";
import { measure, type Percentiles, writeMs } from "#tests/bench/percentiles.ts";
import { createTestDatabase, type testDialects } from "#tests/fixtures/database/test-databases.ts";
import { storeCases } from "./store-cases.ts";

const runs = 100;

/** The maximum time to fill a store with a million customers, in seconds. */
const seedLimitSeconds = { sqlite: 30, postgres: 60 };

const million = 1_000_000;

const verdict = (isKept: boolean) => (isKept ? "kept" : "MISSED");

/** The processor time of Postgres for this database's connections; undefined on SQLite, which has no server. */
async function serverCpuSeconds({ db, dialect }: Database<ProvisioningSchema>): Promise<number | undefined> {
  if (dialect === "sqlite") return undefined;
  const { rows } = await sql<{ pid: number }>`
    SELECT pid FROM pg_stat_activity WHERE datname = current_database()`.execute(db);
  return rows.reduce((sum, { pid }) => sum + cpuSecondsOf(pid), 0);
}

/**
 * Fills a store with this many customers and prints the durations of its lists. Returns the durations of each list, in
 * the order of the lists.
 */
async function benchSize(dialect: (typeof testDialects)[number], customers: number): Promise<Percentiles[]> {
  const nowMs = Date.now();
  const database = await createTestDatabase(dialect);
  const store = await openStore(database.url);
  // A separate connection, so that the measured list is not cached.
  const reader = await openDatabase<ProvisioningSchema>(database.url, { readOnly: true });
  const lists = createCustomerStore(reader.db, dialect);
  try {
    const startedMs = performance.now();
    const usedBefore = process.cpuUsage();
    await seedStore(store, { customers, nowMs });
    const seconds = (performance.now() - startedMs) / 1_000;
    const { user, system } = process.cpuUsage(usedBefore);
    const serverSeconds = await serverCpuSeconds(reader);
    const cpu = `processor time ${((user + system) / 1e6).toFixed(1)} s${serverSeconds === undefined ? "" : ` here, ${serverSeconds.toFixed(1)} s in the server (its parallel workers left out)`}, load ${loadavg()[0]?.toFixed(1)}`;
    const limit = customers === million ? `  limit ${seedLimitSeconds[dialect]}: ` : "";
    const kept = limit && verdict(seconds < seedLimitSeconds[dialect]);
    console.log(`\n${dialect}, ${customers} customers: filled in ${seconds.toFixed(1)} s${limit}${kept}\n  ${cpu}`);
    const results: Percentiles[] = [];
    for (const { name, limitMs, selection } of storeCases(customers, nowMs)) {
      const { total } = await lists.list("production", selection);
      const result = await measure(() => lists.list("production", selection), limitMs === undefined ? 10 : runs);
      results.push(result);
      const bound = customers === million && limitMs ? `  limit ${limitMs}: ${verdict(result.p95Ms < limitMs)}` : "";
      console.log(
        `  ${name.padEnd(52)} p50 ${writeMs(result.p50Ms)}  p95 ${writeMs(result.p95Ms)} ms  of ${String(total).padStart(7)}${bound}`,
      );
    }
    return results;
  } finally {
    await reader.close();
    await store.close();
    await database.drop();
  }
}

/**
 * Measures the customer list at several sizes, and how much each kind of list slows down from the smallest to the
 * largest size.
 */
export async function benchStore(dialects: typeof testDialects, sizes: readonly number[]): Promise<void> {
  for (const dialect of dialects) {
    const bySize: Percentiles[][] = [];
    for (const size of sizes) bySize.push(await benchSize(dialect, size));
    const [smallest, largest] = [bySize[0], bySize.at(-1)];
    if (!smallest || !largest || smallest === largest) continue;
    console.log(`\n${dialect}: p95 in ms at ${sizes.join(", ")} customers, and how often the first fits into the last`);
    storeCases(sizes.at(-1) ?? 0, 0).forEach(({ name }, index) => {
      const each = bySize.map((results) => writeMs(results[index]?.p95Ms ?? Number.NaN)).join("");
      const growth = (largest[index]?.p95Ms ?? Number.NaN) / (smallest[index]?.p95Ms ?? Number.NaN);
      console.log(`  ${name.padEnd(52)}${each}  × ${growth.toFixed(1)}`);
    });
  }
}
