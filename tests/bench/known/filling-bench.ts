import { openStore } from "#server/bff/store/open-store.ts";
import type { CustomerRecord } from "#server/provisioning/store/customers/customer-record.ts";
import { percentile, writeMs } from "#tests/bench/percentiles.ts";
import { createStoreDatabase } from "#tests/fixtures/database/template-databases.ts";
import type { Dialect } from "#tests/fixtures/database/test-databases.ts";
import { createDraw, drawCustomers } from "#tests/fixtures/known/draw-known.ts";
import { endFilling, reportOf, startFilling, startListedService } from "#tests/fixtures/known/filling-process.ts";
import type { LongestTurn } from "#tests/fixtures/longest-turn.ts";
import { now } from "#tests/service/provisioning/test-service.ts";

/** The maximum processor time of one event-loop task, in milliseconds. */
export const maxTurnMs = 50;

export const describeTurn = ({ cpuMs, blockedMs, delayMs }: LongestTurn) =>
  `${cpuMs.toFixed(1)} ms of processor time, blocked for ${blockedMs.toFixed(1)} ms, ${delayMs.toFixed(1)} ms with the wait for a processor`;

function recordsOf(count: number, seed: number): CustomerRecord[] {
  return Array.from(drawCustomers(count, createDraw(seed), now), (drawn) => ({
    customerID: drawn.customerID,
    companyName: drawn.companyName ?? "",
    usersCount: drawn.usersCount ?? 0,
    createdMs: Date.parse(drawn.created ?? ""),
    plan: drawn.plan ?? "essential",
    term: drawn.term ?? "monthly",
    adminEmail: drawn.email ?? "",
    ...(drawn.deleted === true && { deletedMs: now - 1_000 }),
  }));
}

/**
 * Reads all customers over HTTP, 1,200 times as fast as a console does. At the same time, filters and sorts pages of
 * the known customers. Returns true if no event-loop task took too long.
 */
export async function benchFillingWithFilters(dialect: Dialect, count: number, seed: number): Promise<boolean> {
  const service = await startListedService(recordsOf(count, seed));
  const database = await createStoreDatabase("console", dialect);
  const child = startFilling({
    API_ORIGIN: service.origin,
    DATABASE_URL: database.url,
    FAST_SINCE: String(Date.now()),
    FILTER_SEED: String(seed),
  });
  const report = await reportOf(child);
  await endFilling(child);
  const store = await openStore(database.url);
  const stored = await store.knownRows.count("production");
  await store.close();
  await service.close();
  await database.drop();
  if (!report || stored !== count) {
    console.log(`  filling ended early: ${stored} of ${count} customers were stored`);
    return false;
  }
  const pagesMs = report.pagesMs.toSorted((a, b) => a - b);
  console.log(
    `  filling and filtering at once: ${describeTurn(report.longestTurn)}; ${pagesMs.length} pages, p50 ${writeMs(percentile(pagesMs, 0.5)).trim()}, p95 ${writeMs(percentile(pagesMs, 0.95)).trim()} ms`,
  );
  return report.longestTurn.cpuMs <= maxTurnMs;
}
