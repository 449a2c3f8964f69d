import { createKnownCustomers } from "#server/bff/known/known-customers.ts";
import { openStore } from "#server/bff/store/open-store.ts";
import { benchHop } from "#tests/bench/hop/hop-bench.ts";
import { createStoreDatabase } from "#tests/fixtures/database/template-databases.ts";
import type { Dialect } from "#tests/fixtures/database/test-databases.ts";
import { createDraw, drawListed } from "#tests/fixtures/known/draw-known.ts";

/** How many times the processor time a list may take with the record. */
const maxRatio = 1.05;

const without = "without:bff/known/known-customers";
const withRecord = "Switchboard";

const customersStored = 5_000;
const tenMinutesMs = 600_000;

/** What storing a customer behind the answer costs this process, at most 200 of which are stored in a second. */
async function benchStoring(dialect: Dialect): Promise<void> {
  const database = await createStoreDatabase("console", dialect);
  const store = await openStore(database.url);
  const known = createKnownCustomers("production", { store });
  const nowMs = Date.now();
  const customers = drawListed(customersStored, createDraw(1), nowMs);
  for (const [name, atMs] of [
    ["new", nowMs],
    ["again after ten minutes", nowMs + tenMinutesMs],
  ] as const) {
    const before = process.cpuUsage();
    known.note([...customers], { sentMs: atMs - 100, atMs });
    const noted = process.cpuUsage(before);
    await known.flushAll();
    const all = process.cpuUsage(before);
    const [notedUs, allUs] = [noted, all].map(({ user, system }) => (user + system) / customersStored) as [
      number,
      number,
    ];
    console.log(
      `${dialect}, a customer seen ${name}: ${notedUs.toFixed(1)} µs to note, ${(allUs - notedUs).toFixed(1)} µs to store`,
    );
  }
  await store.close();
  await database.drop();
}

/**
 * The processor time of a list with the record (`KNOWN_CUSTOMERS=on`), with names only (`off`), and in a console that
 * notes nothing. They take turns in the same run. Short rounds, because a ratio is of two rounds that follow each other.
 */
export async function benchKnownList(dialects: readonly Dialect[]): Promise<void> {
  // Idle connections to PostgreSQL do not keep the process running.
  const running = setInterval(() => {}, 1_000);
  for (const dialect of dialects) await benchStoring(dialect);
  clearInterval(running);
  const ratios = await benchHop({
    connections: [16],
    bodies: ["identical", "unchanged", "distinct"],
    rounds: 60,
    roundMs: 150,
    subjects: [withRecord, "known-off", without],
    reference: without,
  });
  for (const { bodies, name, cpu } of ratios) {
    if (name !== withRecord || cpu <= maxRatio) continue;
    console.log(`  a list with ${bodies} bodies is ${Math.round((cpu - 1) * 100)} % dearer with the record`);
    process.exitCode = 1;
  }
}
