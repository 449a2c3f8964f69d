import { loadavg } from "node:os";
import { setImmediate } from "node:timers/promises";
import { dayMs } from "#lib/contract/values/time-units.ts";
import { systemClock } from "#server/api-client/clock.ts";
import { readKnownPage } from "#server/bff/customers/list-known.ts";
import { historyAnswer } from "#server/bff/known/customer-history.ts";
import { createKnownIndex } from "#server/bff/known/index/known-index.ts";
import { nothingShown } from "#server/bff/store/known/known-state.ts";
import { type ConsoleStore, openStore } from "#server/bff/store/open-store.ts";
import { percentile, writeMs } from "#tests/bench/percentiles.ts";
import { queryStore } from "#tests/fixtures/database/query-store.ts";
import { createTestDatabase, type Dialect } from "#tests/fixtures/database/test-databases.ts";
import { createDraw, drawCustomers, drawQuery, idOf, misspelt } from "#tests/fixtures/known/draw-known.ts";
import { fillKnown } from "#tests/fixtures/known/fill-known.ts";
import { type LongestTurn, watchTurns } from "#tests/fixtures/longest-turn.ts";
import { benchFillingWithFilters, describeTurn, maxTurnMs } from "./filling-bench.ts";
import { storedBytes } from "./stored-bytes.ts";

const environment = "production";
const queries = 200;
const searches = 50;
const manyStates = 200;

/** The largest number of customers that is filled over HTTP. More customers would take too long for a benchmark. */
const maxFilled = 100_000;

/** The maximum p95 of a list and of a search, in milliseconds, by the number of customers. */
const limitsMs: Readonly<Record<number, number>> = { 10000: 60, 100000: 60, 1000000: 200 };

/**
 * How long the runs took, in milliseconds. `cpuP95` is the processor time of this process, including its worker thread.
 */
interface Times {
  p50: number;
  p95: number;
  max: number;
  cpuP95: number;
}

async function timed(runs: number, work: (run: number) => Promise<unknown>): Promise<Times> {
  const tookMs: number[] = [];
  const cpuMs: number[] = [];
  for (let run = 0; run < runs; run += 1) {
    const startedMs = performance.now();
    const cpuBefore = process.cpuUsage();
    await work(run);
    tookMs.push(performance.now() - startedMs);
    const { user, system } = process.cpuUsage(cpuBefore);
    cpuMs.push((user + system) / 1_000);
    // Starts a new event-loop task, because requests of people arrive in separate tasks. Without this line, SQLite
    // would answer all requests in one task.
    await setImmediate();
  }
  for (const values of [tookMs, cpuMs]) values.sort((a, b) => a - b);
  return {
    p50: percentile(tookMs, 0.5),
    p95: percentile(tookMs, 0.95),
    max: tookMs.at(-1) ?? Number.NaN,
    cpuP95: percentile(cpuMs, 0.95),
  };
}

/** Runs `work`. Also returns the longest event-loop task while `work` ran. */
async function watched<Result>(work: () => Promise<Result>): Promise<{ result: Result; turn: LongestTurn }> {
  const longestTurn = watchTurns();
  const result = await work();
  return { result, turn: longestTurn() };
}

/** Stores one change each day, so that the customer has many states. */
async function addStates({ knownCustomers }: ConsoleStore, customerID: string, nowMs: number): Promise<void> {
  const states = Array.from({ length: manyStates }, (_, index) => {
    const answeredAt = nowMs - (manyStates - index) * dayMs;
    const times = { sentAt: answeredAt - 100, answeredAt };
    const shown = { companyName: "Changed Often GmbH", plan: index % 2 ? "essential" : "professional" };
    return { state: { ...nothingShown, ...shown, usersCount: index }, since: times, until: times };
  });
  await knownCustomers.record(environment, [{ customerID, states }]);
}

async function benchSize(dialect: Dialect, count: number, seed: number): Promise<boolean> {
  const draw = createDraw(seed);
  const nowMs = Date.now();
  const database = await createTestDatabase(dialect);
  const store = await openStore(database.url, { poolSize: 3 });
  const before = await storedBytes(database.url, dialect);
  await fillKnown(database.url, environment, drawCustomers(count, draw, nowMs));
  const disk = (await storedBytes(database.url, dialect)) - before;
  // Makes the rows look as if they were stored long ago. Most rows of a console are that old after some time.
  await queryStore(database.url, `update "knownCustomers" set "storedAt" = "seenAt"`);
  if (dialect === "postgres") await queryStore(database.url, 'vacuum analyze "knownCustomers"');
  const index = createKnownIndex({ store, clock: systemClock, root: process.cwd() });
  const services = { knownIndex: index, store } as unknown as Parameters<typeof readKnownPage>[0]["services"];
  const page = (query: ReturnType<typeof drawQuery>) =>
    readKnownPage({ services, environment }, { ...query, limit: 25, offset: draw.below(4) * 25, nowMs });
  globalThis.gc?.();
  const memoryBefore = process.memoryUsage().rss;
  const loadStartedMs = performance.now();
  const loading = await watched(() => index.size(environment));
  const loadMs = performance.now() - loadStartedMs;
  const memory = process.memoryUsage().rss - memoryBefore;

  const changedOften = idOf(0);
  await addStates(store, changedOften, nowMs);
  const history = async (customerID: string, asOn?: string) =>
    JSON.stringify(
      historyAnswer(customerID, await store.knownCustomers.history(environment, customerID), { asOn, nowMs }),
    );
  const names = [...drawCustomers(Math.min(count, 1_000), createDraw(seed), nowMs)].map(
    ({ companyName = "" }) => companyName,
  );
  const { result, turn } = await watched(async () => ({
    lists: await timed(queries, () => page(drawQuery(draw, nowMs))),
    found: await timed(searches, async () => {
      const { keys } = await index.find(environment, misspelt(draw.pick(names), draw), 6);
      await store.knownRows.find(environment, keys);
    }),
    byID: await timed(queries, () => store.knownRows.find(environment, [idOf(draw.below(count))])),
    history: await timed(queries, () => history(idOf(draw.below(count)))),
    manyStates: await timed(queries, () => history(changedOften)),
    asOn: await timed(queries, () =>
      history(changedOften, new Date(nowMs - draw.below(manyStates) * dayMs).toISOString()),
    ),
  }));
  const limitMs = limitsMs[count] ?? Number.POSITIVE_INFINITY;
  const write = (name: string, { p50, p95, max, cpuP95 }: Times) =>
    console.log(
      `  ${name.padEnd(34)} p50 ${writeMs(p50)}  p95 ${writeMs(p95)}  max ${writeMs(max)} ms; p95 of processor time ${writeMs(cpuP95)} ms`,
    );
  console.log(`\n${dialect}, ${count} customers, load ${loadavg()[0]?.toFixed(1)}`);
  write("filtered and sorted page, counts", result.lists);
  write("name with one wrong letter", result.found);
  write("customer by ID", result.byID);
  write("history of one customer", result.history);
  write(`history of one with ${manyStates} states`, result.manyStates);
  write(`"As on" with ${manyStates} states`, result.asOn);
  console.log(`  load and sort by every column: ${Math.round(loadMs)} ms`);
  console.log(`  longest turn while loading: ${describeTurn(loading.turn)}`);
  console.log(`  longest turn afterwards:    ${describeTurn(turn)}`);
  console.log(
    `  bytes for each customer: ${Math.round(disk / count)} on disk, ${Math.round(loading.result.bytes / count)} in columns, ${Math.round(memory / count)} of the process`,
  );
  await index.close();
  await store.close();
  await database.drop();
  const isWithin = result.lists.p95 <= limitMs && result.found.p95 <= limitMs;
  return isWithin && Math.max(turn.cpuMs, loading.turn.cpuMs) <= maxTurnMs;
}

/** Measures the store of known customers on each database: lists, searches, one customer, and a customer's history. */
export async function benchKnown(dialects: readonly Dialect[], sizes: readonly number[], seed: number): Promise<void> {
  // Without this timer, the process would end, because idle connections to PostgreSQL and an idle thread do not keep it
  // running.
  const running = setInterval(() => {}, 1_000);
  console.log(`Known customers: ${queries} filters and sorts drawn at random, seed ${seed}`);
  for (const count of sizes) {
    for (const dialect of dialects) {
      const isWithin = await benchSize(dialect, count, seed);
      const isFillingWithin = count > maxFilled || (await benchFillingWithFilters(dialect, count, seed));
      if (isWithin && isFillingWithin) continue;
      console.log("  a limit is exceeded");
      process.exitCode = 1;
    }
  }
  clearInterval(running);
}
