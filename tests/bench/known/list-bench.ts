import { createKnownCustomers } from "#server/bff/known/known-customers.ts";
import { openStore } from "#server/bff/store/open-store.ts";
import { benchHop } from "#tests/bench/hop/hop-bench.ts";
import { knownModes } from "#tests/bench/hop/subjects.ts";
import { createStoreDatabase } from "#tests/fixtures/database/template-databases.ts";
import type { Dialect } from "#tests/fixtures/database/test-databases.ts";
import { createDraw, drawListed } from "#tests/fixtures/known/draw-known.ts";

/** The maximum processor time of a list with known customers, as a multiple of the time without them. */
const maxRatio = 1.05;

const customersStored = 5_000;
const tenMinutesMs = 600_000;

/**
 * Measures what it costs this process to store a customer after an answer. At most 200 customers are stored in a
 * second.
 */
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
 * Measures how much processor time the storing of customers adds to a list. One console stores known customers
 * (`KNOWN_CUSTOMERS=on`), the other stores only their names (`off`). In each console, rounds with storing and rounds
 * without storing alternate. The rounds are short, so that two consecutive rounds run under nearly the same load.
 */
export async function benchKnownList(dialects: readonly Dialect[]): Promise<void> {
  // Without this timer, the process would end, because idle connections to PostgreSQL do not keep it running.
  const running = setInterval(() => {}, 1_000);
  for (const dialect of dialects) await benchStoring(dialect);
  clearInterval(running);
  for (const mode of knownModes) {
    const name = `known-${mode}`;
    const ratios = await benchHop({
      connections: [16],
      bodies: ["identical", "unchanged", "distinct"],
      rounds: 100,
      roundMs: 150,
      subjects: [name],
      reference: `${name}:unnoted`,
    });
    for (const { bodies, name: measured, cpu } of ratios) {
      if (measured !== "known-on" || cpu <= maxRatio) continue;
      console.log(`  a list with ${bodies} bodies is ${Math.round((cpu - 1) * 100)} % dearer with the record`);
      process.exitCode = 1;
    }
  }
}
