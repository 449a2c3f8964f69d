import type { Customer } from "#lib/contract/customers/customer.ts";
import { utcDay } from "#lib/contract/values/calendar.ts";
import { dayMs } from "#lib/contract/values/time-units.ts";
import { createKnownCustomers } from "#server/bff/known/known-customers.ts";
import { type ConsoleStore, openStore } from "#server/bff/store/open-store.ts";
import { queryStore } from "#tests/fixtures/database/query-store.ts";
import { createStoreDatabase } from "#tests/fixtures/database/template-databases.ts";
import type { Dialect } from "#tests/fixtures/database/test-databases.ts";
import { createDraw, type Draw, drawListed } from "#tests/fixtures/known/draw-known.ts";
import { storedBytes } from "./stored-bytes.ts";

const environment = "production";
const weekMs = 7 * dayMs;
const pageLimit = 100;
const retentionDays = 365;

/** The share of customers that change in a week. */
const changedShare = 0.02;

/** The number of simulated weeks. It is four more than a year, so that retention removes the oldest states. */
const weeks = 56;

/** All customers are read every 13 weeks. In the last days of the year, all customers are read each day. */
const rotationWeeks = 13;
const lastRotations = 3;

/**
 * The share of changed rows after which PostgreSQL vacuums a table by default. The simulated year is too short for
 * PostgreSQL to do this automatically.
 */
const vacuumShare = 0.2;

/** Changes a customer at random. Most changes set a new number of users. */
function changed(customer: Customer, draw: Draw): Customer {
  const kind = draw.below(10);
  const { contract, usersCount = 0 } = customer;
  if (kind < 6) return { ...customer, usersCount: usersCount + 1 + draw.below(9) };
  if (kind < 8) {
    const others = ["essential", "professional", "enterprise"].filter((plan) => plan !== contract.plan);
    return { ...customer, contract: { ...contract, plan: draw.pick(others) } };
  }
  if (kind < 9)
    return {
      ...customer,
      contract: {
        ...contract,
        term: draw.pick(["monthly", "12-months", "24-months"].filter((term) => term !== contract.term)),
      },
    };
  return { ...customer, adminUser: { email: `new-${draw.below(1_000_000)}@customer.example` } };
}

async function rowsOf(url: string): Promise<{ customers: number; states: number }> {
  const [row] = await queryStore(
    url,
    `select (select count(*) from "knownCustomers") as "customers", (select count(*) from "knownStates") as "states"`,
  );
  return { customers: Number(row?.customers), states: Number(row?.states) };
}

/** Stores the counts of each day of a week. */
async function countDays({ knownCounts }: ConsoleStore, known: number, fromMs: number, days: number): Promise<void> {
  const counts = await knownCounts.count(environment);
  for (let day = 0; day < days; day += 1) {
    const countedAt = fromMs + day * dayMs;
    await knownCounts.store(environment, { day: utcDay(countedAt), known, total: known, countedAt, counts });
  }
}

async function benchYear(dialect: Dialect, count: number, seed: number): Promise<boolean> {
  const draw = createDraw(seed);
  const startMs = Date.now() - weeks * weekMs;
  const database = await createStoreDatabase("console", dialect);
  const store = await openStore(database.url, { poolSize: 3 });
  const known = createKnownCustomers(environment, { store, retentionMs: retentionDays * dayMs });
  const customers = drawListed(count, draw, startMs);
  let written = 0;
  const clean = () =>
    queryStore(database.url, dialect === "postgres" ? "vacuum analyze" : "pragma wal_checkpoint(truncate)");
  const measure = async (name: string) => {
    await clean();
    const rows = await rowsOf(database.url);
    const bytes = (await storedBytes(database.url, dialect)) - emptyBytes;
    console.log(
      `  ${name.padEnd(34)} ${String(rows.states).padStart(7)} earlier states, ${(bytes / 1e6).toFixed(1).padStart(6)} MB, ${Math.round(bytes / count)} bytes for each customer`,
    );
    return rows;
  };
  const read = async (some: readonly Customer[], atMs: number) => {
    for (let from = 0; from < some.length; from += pageLimit) {
      const atPageMs = atMs + from;
      await known.storePage(some.slice(from, from + pageLimit), { sentMs: atPageMs - 100, atMs: atPageMs });
      written += pageLimit;
      if (written < vacuumShare * count) continue;
      written = 0;
      await clean();
    }
  };
  const emptyBytes = await storedBytes(database.url, dialect);
  console.log(`\n${dialect}, ${count} customers, seed ${seed}`);
  await read(customers, startMs);
  await measure("the first reading");
  let isWithin = true;
  for (let week = 1; week <= weeks; week += 1) {
    const atMs = startMs + week * weekMs;
    const first = draw.below(count);
    const places = Array.from({ length: Math.round(count * changedShare) }, (_, index) => (first + index * 37) % count);
    const of = () => places.map((place) => customers[place] as Customer);
    // Reads the customers for the last time before their change, and for the first time after it.
    await read(of(), atMs - dayMs);
    for (const place of places) customers[place] = changed(customers[place] as Customer, draw);
    await read(of(), atMs);
    await store.knownCustomers.removeEnded(atMs - retentionDays * dayMs);
    if (week % rotationWeeks !== 0) continue;
    await read(customers, atMs + dayMs / 2);
    await countDays(store, count, atMs - rotationWeeks * weekMs, rotationWeeks * 7);
    if (week !== 52) continue;
    const before = await measure("52 weeks");
    for (let day = 1; day <= lastRotations; day += 1) await read(customers, atMs + day * dayMs);
    const after = await measure(`and ${lastRotations} rotations of a day each`);
    isWithin = after.states === before.states && after.customers === count;
  }
  const end = await measure(`${weeks} weeks, kept for ${retentionDays} days`);
  isWithin &&= end.states <= Math.ceil((retentionDays / 7 + 1) * count * changedShare);
  await store.close();
  await database.drop();
  return isWithin;
}

/**
 * Measures the size of the known customers after a year in which 2 % of them change each week. The customers pass
 * through the real store, with times of a simulated clock.
 */
export async function benchKnownYear(dialects: readonly Dialect[], count: number, seed: number): Promise<void> {
  const running = setInterval(() => {}, 1_000);
  for (const dialect of dialects) {
    if (await benchYear(dialect, count, seed)) continue;
    console.log("  rotation added rows, or retention did not remove them");
    process.exitCode = 1;
  }
  clearInterval(running);
}
