import { statSync } from "node:fs";
import { monitorEventLoopDelay } from "node:perf_hooks";
import { type ListSortKey, listSortKeys } from "#lib/contract/values/customers/known-filters.ts";
import { systemClock } from "#server/api-client/clock.ts";
import { readKnownPage } from "#server/bff/customers/list-known.ts";
import type { IndexFilters } from "#server/bff/known/index/index-query.ts";
import { createKnownIndex } from "#server/bff/known/index/known-index.ts";
import { openStore } from "#server/bff/store/open-store.ts";
import { percentile, writeMs } from "#tests/bench/percentiles.ts";
import { queryStore } from "#tests/fixtures/database/query-store.ts";
import { createTestDatabase, type testDialects } from "#tests/fixtures/database/test-databases.ts";
import { fillKnown, type TestKnown } from "#tests/fixtures/known/fill-known.ts";

type Dialect = (typeof testDialects)[number];

const environment = "production";
const hourMs = 3_600_000;
const dayMs = 24 * hourMs;
const queries = 200;
const searches = 50;

/** The longest p95 of a list and of a search, in milliseconds, by the number of customers. */
const limitsMs: Readonly<Record<number, number>> = { 10000: 60, 100000: 60, 1000000: 200 };

/** The longest time for which the event loop may be blocked, in milliseconds. */
const maxBlockMs = 50;

const stems = [
  "Nordwind",
  "Schäffer",
  "Atlantic",
  "Harbour",
  "Copper",
  "Mühlenhof",
  "Vanquist",
  "Sørensen",
  "Lindgren",
];
const trades = ["Immobilien", "Logistik", "Dental Practice", "Surveyors", "Bakery", "Optik", "Printworks", "Telecom"];
const cities = ["Berlin", "Leipzig", "Dublin", "Łódź", "Odense", "Graz", "Lyon", "Utrecht", "Porto", "Malmö"];
const forms = ["GmbH", "Ltd", "AG", "ApS", "B.V.", "SARL"];
const syllables = ["ka", "lo", "mer", "tin", "sa", "vor", "del", "nu", "ri", "pex", "gam", "ho"];
const plans = ["essential", "professional", "enterprise", "hardware-only", undefined];
const terms = ["monthly", "12-months", "24-months", "36-months"];

/** Random numbers that a seed repeats (mulberry32). */
function createRandom(seed: number) {
  let state = seed;
  const next = () => {
    state = (state + 0x6d2b79f5) | 0;
    let mixed = Math.imul(state ^ (state >>> 15), 1 | state);
    mixed = (mixed + Math.imul(mixed ^ (mixed >>> 7), 61 | mixed)) ^ mixed;
    return ((mixed ^ (mixed >>> 14)) >>> 0) / 2 ** 32;
  };
  const below = (end: number) => Math.floor(next() * end);
  return { next, below, pick: <Item>(items: readonly Item[]) => items[below(items.length)] as Item };
}

type Random = ReturnType<typeof createRandom>;

const idOf = (index: number) =>
  `${index.toString(16).padStart(8, "0")}-0000-4000-8000-${index.toString(16).padStart(12, "0")}`;

function* customers(count: number, random: Random, nowMs: number): Generator<TestKnown> {
  for (let index = 0; index < count; index += 1) {
    const own = random.pick(syllables) + random.pick(syllables) + random.pick(syllables);
    const name = `${random.pick(stems)} ${own[0]?.toUpperCase()}${own.slice(1)} ${random.pick(trades)}`;
    yield {
      customerID: idOf(index),
      companyName: `${name} ${random.pick(forms)} ${random.pick(cities)}`,
      created: new Date(nowMs - random.below(5 * 365) * dayMs - random.below(24) * hourMs).toISOString(),
      plan: random.pick(plans),
      term: random.pick(terms),
      email: `info@${own}-${index}.example`,
      usersCount: random.below(400),
      deleted: random.below(20) === 0,
      seenAt: nowMs - random.below(24 * hourMs),
      ...(random.below(50) === 0 && { elsewhereAt: nowMs - random.below(30) * dayMs }),
    };
  }
}

/** Filters and an order as a person may choose them. */
function drawQuery(random: Random, nowMs: number): { filters: IndexFilters; sort: ListSortKey; ascending: boolean } {
  const maybe = <Value>(value: () => Value) => (random.below(3) === 0 ? value() : undefined);
  const from = maybe(() => random.below(200));
  return {
    filters: {
      createdFrom: maybe(() => nowMs - random.below(5 * 365) * dayMs),
      searchTerm: random.below(6) === 0 ? random.pick([...stems, ...cities]) : undefined,
      states: random.pick([["active"], ["active", "deleted"], ["deleted"]] as const),
      plan: maybe(() => [random.pick(plans) ?? "", random.pick(plans) ?? ""]),
      term: maybe(() => [random.pick(terms)]),
      usersFrom: from,
      usersTo: from === undefined ? undefined : from + 100,
      tags: [],
      pins: [],
      elsewhereFrom: random.below(8) === 0 ? nowMs - 7 * dayMs : undefined,
      seenUntil: random.below(8) === 0 ? nowMs - 12 * hourMs : undefined,
    },
    sort: random.pick(listSortKeys),
    ascending: random.below(2) === 0,
  };
}

/** The name of a customer with one wrong letter in one of its first words. */
function misspelt(name: string, random: Random): string {
  const words = name.split(" ").slice(0, 3);
  const place = random.below(words.length);
  const word = words[place] ?? "";
  const at = 1 + random.below(Math.max(1, word.length - 2));
  words[place] = `${word.slice(0, at)}${random.pick(["x", "q", ""])}${word.slice(at + 1)}`;
  return words.join(" ");
}

async function timed(runs: number, work: (run: number) => Promise<unknown>) {
  const tookMs: number[] = [];
  for (let run = 0; run < runs; run += 1) {
    const startedMs = performance.now();
    await work(run);
    tookMs.push(performance.now() - startedMs);
  }
  tookMs.sort((a, b) => a - b);
  return { p50: percentile(tookMs, 0.5), p95: percentile(tookMs, 0.95), max: tookMs.at(-1) ?? Number.NaN };
}

/** The longest time for which the event loop was blocked while `work` ran, in milliseconds. */
async function watched<Result>(work: () => Promise<Result>): Promise<{ result: Result; blockMs: number }> {
  const resolutionMs = 5;
  const delay = monitorEventLoopDelay({ resolution: resolutionMs });
  delay.enable();
  const result = await work();
  delay.disable();
  return { result, blockMs: Math.max(0, delay.max / 1e6 - resolutionMs) };
}

async function bytesOnDisk(url: string, dialect: Dialect): Promise<number> {
  if (dialect === "sqlite") {
    const path = url.replace(/^sqlite:/, "");
    return statSync(path).size + (statSync(`${path}-wal`, { throwIfNoEntry: false })?.size ?? 0);
  }
  const [row] = await queryStore(url, `select pg_total_relation_size('"knownCustomers"') as bytes`);
  return Number(row?.bytes);
}

async function benchSize(dialect: Dialect, count: number, seed: number): Promise<boolean> {
  const random = createRandom(seed);
  const nowMs = Date.now();
  const database = await createTestDatabase(dialect);
  const store = await openStore(database.url, { poolSize: 3 });
  const before = await bytesOnDisk(database.url, dialect);
  await fillKnown(database.url, environment, customers(count, random, nowMs));
  const disk = (await bytesOnDisk(database.url, dialect)) - before;
  // In a console that runs, most rows were stored long ago.
  await queryStore(database.url, `update "knownCustomers" set "storedAt" = "seenAt"`);
  if (dialect === "postgres") await queryStore(database.url, 'vacuum analyze "knownCustomers"');
  const index = createKnownIndex({ store, clock: systemClock, root: process.cwd() });
  const services = { knownIndex: index, store } as unknown as Parameters<typeof readKnownPage>[0]["services"];
  const page = (query: ReturnType<typeof drawQuery>) =>
    readKnownPage({ services, environment }, { ...query, limit: 25, offset: random.below(4) * 25, nowMs });
  globalThis.gc?.();
  const memoryBefore = process.memoryUsage().rss;
  const loadStartedMs = performance.now();
  const loading = await watched(() => index.size(environment));
  const loadMs = performance.now() - loadStartedMs;
  const memory = process.memoryUsage().rss - memoryBefore;

  const names = [...customers(Math.min(count, 1_000), createRandom(seed), nowMs)].map(
    ({ companyName = "" }) => companyName,
  );
  const { result, blockMs } = await watched(async () => ({
    lists: await timed(queries, () => page(drawQuery(random, nowMs))),
    found: await timed(searches, async () => {
      const { keys } = await index.find(environment, misspelt(random.pick(names), random), 6);
      await store.knownRows.find(environment, keys);
    }),
    byID: await timed(queries, () => store.knownRows.find(environment, [idOf(random.below(count))])),
    history: await timed(queries, () => store.knownCustomers.history(environment, idOf(random.below(count)))),
  }));
  const limitMs = limitsMs[count] ?? Number.POSITIVE_INFINITY;
  const write = (name: string, { p50, p95, max }: { p50: number; p95: number; max: number }) =>
    console.log(`  ${name.padEnd(36)} p50 ${writeMs(p50)}  p95 ${writeMs(p95)}  max ${writeMs(max)} ms`);
  console.log(`\n${dialect}, ${count} customers`);
  write("filtered and sorted page, counts", result.lists);
  write("name with one wrong letter", result.found);
  write("customer by ID", result.byID);
  write("history of one customer", result.history);
  console.log(`  load and sort by every column: ${Math.round(loadMs)} ms`);
  console.log(
    `  longest block of the event loop: ${loading.blockMs.toFixed(1)} ms while loading, ${blockMs.toFixed(1)} ms after`,
  );
  console.log(
    `  bytes for each customer: ${Math.round(disk / count)} on disk, ${Math.round(loading.result.bytes / count)} in columns, ${Math.round(memory / count)} of the process`,
  );
  await index.close();
  await store.close();
  await database.drop();
  const isWithin = result.lists.p95 <= limitMs && result.found.p95 <= limitMs;
  return isWithin && Math.max(blockMs, loading.blockMs) <= maxBlockMs;
}

/** The figures of known customers: lists, searches, one customer and its history, on each database. */
export async function benchKnown(dialects: readonly Dialect[], sizes: readonly number[], seed: number): Promise<void> {
  // Idle connections to PostgreSQL and an idle thread do not keep the process running.
  const running = setInterval(() => {}, 1_000);
  console.log(`Known customers: ${queries} filters and sorts drawn at random, seed ${seed}`);
  for (const count of sizes) {
    for (const dialect of dialects) {
      if (!(await benchSize(dialect, count, seed))) {
        console.log("  a limit is exceeded");
        process.exitCode = 1;
      }
    }
  }
  clearInterval(running);
}
