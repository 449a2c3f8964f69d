import { seedStore } from "#server/provisioning/seed/seed-store.ts";
import { openStore } from "#server/provisioning/store/open-store.ts";
import { createTestDatabase, type testDialects } from "#tests/fixtures/test-databases.ts";
import { measure, type Percentiles, writeMs } from "./percentiles.ts";
import { storeCases } from "./store-cases.ts";

const runs = 100;

/** The most that filling a store with a million customers may take, in seconds. */
const seedLimitSeconds = { sqlite: 30, postgres: 60 };

const million = 1_000_000;

const verdict = (isKept: boolean) => (isKept ? "kept" : "MISSED");

/** Fills a store with so many customers and prints what its lists take. Returns them by name. */
async function benchSize(dialect: (typeof testDialects)[number], customers: number): Promise<Percentiles[]> {
  const nowMs = Date.now();
  const database = await createTestDatabase(dialect);
  const store = await openStore(database.url);
  try {
    const startedMs = performance.now();
    await seedStore(store, { customers, nowMs });
    const seconds = (performance.now() - startedMs) / 1_000;
    const limit = customers === million ? `  limit ${seedLimitSeconds[dialect]}: ` : "";
    const kept = limit && verdict(seconds < seedLimitSeconds[dialect]);
    console.log(`\n${dialect}, ${customers} customers: filled in ${seconds.toFixed(1)} s${limit}${kept}`);
    const results: Percentiles[] = [];
    for (const { name, limitMs, selection } of storeCases(customers, nowMs)) {
      const { total } = await store.customers.list("production", selection);
      const result = await measure(
        () => store.customers.list("production", selection),
        limitMs === undefined ? 10 : runs,
      );
      results.push(result);
      const bound = customers === million && limitMs ? `  limit ${limitMs}: ${verdict(result.p95Ms < limitMs)}` : "";
      console.log(
        `  ${name.padEnd(52)} p50 ${writeMs(result.p50Ms)}  p95 ${writeMs(result.p95Ms)} ms  of ${String(total).padStart(7)}${bound}`,
      );
    }
    return results;
  } finally {
    await store.close();
    await database.drop();
  }
}

/** The customer list at several sizes, and how each kind of list grows from the smallest to the largest. */
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
