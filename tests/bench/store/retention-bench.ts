import { setTimeout } from "node:timers/promises";
import { dayMs } from "#lib/contract/values/time-units.ts";
import { openStore } from "#server/bff/store/open-store.ts";
import { percentile, writeMs } from "#tests/bench/percentiles.ts";
import { createTestDatabase, type testDialects } from "#tests/fixtures/database/test-databases.ts";
import { fill as fillAudit } from "./audit-bench.ts";
import { fillOperations } from "./operations/fill-operations.ts";

const limitMs = 200;
const removed = 100_000;
const yearMs = 365 * dayMs;
/** The pause of the worker that removes old records, between two batches, in milliseconds. */
const pauseMs = 20;
const betweenRequestsMs = 10;

/** Measures requests while retention removes a tenth of `size` rows. */
export async function benchRetention(dialects: typeof testDialects, size: number): Promise<void> {
  for (const dialect of dialects) {
    const nowMs = Date.now();
    for (const [rows, fill, keptMs] of [
      ["operations", fillOperations, 3 * yearMs * (1 - removed / size)],
      ["audit events", fillAudit, yearMs * (1 - removed / size)],
    ] as const) {
      const database = await createTestDatabase(dialect);
      await fill(database.url, dialect, size, nowMs);
      const store = await openStore(database.url);
      const requests = {
        list: () => store.operations.list({ environment: "production" }, { limit: 25, offset: 0 }),
        audit: () => store.audit.list({}, { order: "newest", limit: 51 }),
        write: () =>
          store.audit.append({ actor: { kind: "console" }, action: "api.probed", outcome: "done" }, Date.now()),
      };
      let isOver = false;
      const tookMs: number[] = [];
      const asking = Object.values(requests).map(async (request) => {
        while (!isOver) {
          const startedMs = performance.now();
          await request();
          tookMs.push(performance.now() - startedMs);
          await setTimeout(betweenRequestsMs);
        }
      });
      const { retention } = store;
      const beforeMs = nowMs - keptMs;
      const remove =
        rows === "operations"
          ? () => retention.removeOperations(beforeMs, nowMs)
          : () => retention.removeAudit(beforeMs, nowMs, false);
      const startedMs = performance.now();
      let count = 0;
      let maxBatchMs = 0;
      for (;;) {
        const begunMs = performance.now();
        const removedNow = await remove();
        maxBatchMs = Math.max(maxBatchMs, performance.now() - begunMs);
        if (removedNow === 0) break;
        count += removedNow;
        await setTimeout(pauseMs);
      }
      isOver = true;
      await Promise.all(asking);
      tookMs.sort((a, b) => a - b);
      const maxMs = tookMs.at(-1) ?? Number.NaN;
      const seconds = ((performance.now() - startedMs) / 1_000).toFixed(1);
      console.log(
        `${dialect}: ${count} of ${size} ${rows} removed in ${seconds} s, the longest batch ${writeMs(maxBatchMs).trim()} ms; ` +
          `${tookMs.length} requests meanwhile: p50 ${writeMs(percentile(tookMs, 0.5)).trim()}  p99 ${writeMs(percentile(tookMs, 0.99)).trim()}  ` +
          `max ${writeMs(maxMs).trim()} ms  limit ${limitMs}: ${maxMs < limitMs ? "kept" : "MISSED"}`,
      );
      await store.close();
      await database.drop();
    }
  }
}
