import { loadavg } from "node:os";
import type { ConsoleStore } from "#server/bff/store/open-store.ts";
import { openStore } from "#server/bff/store/open-store.ts";
import { measure, writeMs } from "#tests/bench/percentiles.ts";
import { createTestDatabase, type Dialect } from "#tests/fixtures/database/test-databases.ts";
import { fillOperations, yearMs } from "./fill-operations.ts";
import { type Case, pageCases } from "./page-cases.ts";

const limitMs = 50;
const runs = 40;

const hundred = Array.from({ length: 100 }, (_, index) => `customer-${index * 7}`);

const listOf =
  (store: ConsoleStore) =>
  (filter: object, offset = 0) =>
  () =>
    store.operations.list({ environment: "production", ...filter }, { limit: 25, offset });

function textCases(store: ConsoleStore, nowMs: number): Case[] {
  const list = listOf(store);
  return [
    ["first page of a text that few have", list({ searchTerm: "customer-4321" })],
    ["first page of a text that all have", list({ searchTerm: "company" })],
    ["first page of a text that none has", list({ searchTerm: "nobody" })],
    ["first page of a text and an outcome", list({ searchTerm: "customer-43", outcomes: ["done"] })],
    ["first page of a text and a person", list({ searchTerm: "customer-43", staffID: "staff-3" })],
    ["first page of a text in a year", list({ searchTerm: "customer-43", sinceMs: nowMs - yearMs })],
  ];
}

function cases(store: ConsoleStore, nowMs: number): Case[] {
  const list = listOf(store);
  return [
    ["first page", list({})],
    ["first page of a person", list({ staffID: "staff-3" })],
    ["first page without bulk changes", list({ withoutBulk: true })],
    ["first page of a kind", list({ kind: "create-customer" })],
    ["first page of an outcome that most have", list({ outcomes: ["done"] })],
    ["first page of two outcomes", list({ outcomes: ["failed", "unknown", "needs-look"] as never })],
    ["first page of a state", list({ states: ["accepted"] })],
    ["first page of a customer", list({ customerID: "customer-12" })],
    ["first page of the last week", list({ sinceMs: nowMs - 7 * 86_400_000 })],
    ["first page of a day", list({ sinceMs: nowMs - 100 * 86_400_000, untilMs: nowMs - 99 * 86_400_000 })],
    ["first page of a year", list({ sinceMs: nowMs - yearMs })],
    ["first page of a person in a year", list({ sinceMs: nowMs - yearMs, staffID: "staff-3" })],
    ["names of a hundred customers", () => store.operations.companyNamesOf("production", "customerID", hundred)],
    ["who has made operations", () => store.operations.peopleOf("production")],
    ["offset 400000 (the middle)", list({}, 400_000)],
    ["offset 500000", list({}, 500_000)],
    ["offset 790000 (near the end)", list({}, 790_000)],
    ["offset 400000 of an outcome", list({ outcomes: ["done"] }, 400_000)],
    ["offset 250000 of a kind", list({ kind: "create-customer" }, 250_000)],
    ["one operation", () => store.operations.find("production", "operation-0")],
    ["what was started again from it", list({ againOf: "operation-0" })],
    ["those of a bulk change", list({ bulkID: "bulk-500" })],
    ["those of a job", list({ jobID: "job-500000" })],
    ["how long its kind takes", () => store.follows.tookMs("production", "change-contract", 500)],
    ["the jobs that are due", () => store.follows.takeDue(0, 1, 20)],
  ];
}

/** Measures the console's own store with this many operations: its lists, the search, and the reads of a page. */
export async function benchOperations(dialects: readonly Dialect[], sizes: readonly number[]): Promise<void> {
  for (const dialect of dialects) for (const size of sizes) await benchSize(dialect, size);
}

async function benchSize(dialect: Dialect, size: number): Promise<void> {
  const nowMs = Date.now();
  const database = await createTestDatabase(dialect);
  const startedMs = performance.now();
  await fillOperations(database.url, dialect, size, nowMs);
  const seconds = (performance.now() - startedMs) / 1_000;
  const store = await openStore(database.url);
  console.log(`\n${dialect}, ${size} operations: filled in ${seconds.toFixed(1)} s`);
  for (const casesOf of [cases, textCases, pageCases]) {
    for (const [name, work] of casesOf(store, nowMs)) {
      const { p50Ms, p95Ms } = await measure(work, runs);
      const verdict = p95Ms < limitMs ? "kept" : "MISSED";
      console.log(
        `  ${name.padEnd(46)} p50 ${writeMs(p50Ms)}  p95 ${writeMs(p95Ms)} ms  limit ${limitMs}: ${verdict}  load ${loadavg()[0]?.toFixed(1)}`,
      );
    }
  }
  await store.close();
  await database.drop();
}
