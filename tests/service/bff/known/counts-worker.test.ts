import { setImmediate } from "node:timers/promises";
import { describe, expect, onTestFinished, test } from "vitest";
import type { Environment } from "#lib/contract/environment.ts";
import { minuteMs } from "#lib/contract/values/time-units.ts";
import { createLog } from "#server/bff/core/log/log.ts";
import { createWorkerRuns } from "#server/bff/core/worker-runs.ts";
import { createCountsWorker } from "#server/bff/known/counts-worker.ts";
import { nothingShown } from "#server/bff/store/known/known-state.ts";
import type { ConsoleStore } from "#server/bff/store/open-store.ts";
import { testDialects } from "#tests/fixtures/database/test-databases.ts";
import { useTestStore } from "#tests/fixtures/database/use-test-store.ts";
import { createFakeClock } from "#tests/unit/server/api-client/fake-clock.ts";

const startMs = Date.UTC(2026, 10, 20, 22);

describe.each(testDialects)("the worker that counts known customers on %s", (dialect) => {
  let store: ConsoleStore;
  useTestStore(dialect, (opened) => {
    store = opened;
  });

  const times = { sentAt: 1, answeredAt: 1 };
  const record = (...customerIDs: string[]) =>
    store.knownCustomers.record(
      "sandbox",
      customerIDs.map((customerID) => ({
        customerID,
        states: [
          { state: { ...nothingShown, companyName: customerID, plan: "essential" }, since: times, until: times },
        ],
      })),
    );

  /** Starts the worker with an API that reports this total of customers. */
  function start(total: number | undefined) {
    const clock = createFakeClock(startMs);
    const workerRuns = createWorkerRuns(clock);
    const runs = () => workerRuns.list()[0]?.runs ?? 0;
    const worker = createCountsWorker(
      {
        clock,
        log: createLog("silent"),
        workerRuns,
        clients: new Map([["sandbox", {}]]) as unknown as Parameters<typeof createCountsWorker>[0]["clients"],
        store,
      },
      async (_environment: Environment) => (total === undefined ? undefined : { known: 2, total }),
    );
    onTestFinished(() => worker.close());
    worker.start();
    return {
      /** Advances the clock by this time, and waits until the next run has ended. */
      async pass(minutes: number): Promise<number | null> {
        const before = runs();
        if (minutes > 0) await clock.advance(minutes * minuteMs);
        while (runs() === before) await setImmediate();
        const day = new Date(clock.now()).toISOString().slice(0, 10);
        const countedAt = await store.knownCounts.countedAt("sandbox", day);
        return countedAt === null ? null : (countedAt - startMs) / minuteMs;
      },
    };
  }

  test("the worker counts at once, and every ten minutes while customers are missing", async () => {
    await record("a", "b");
    const partly = start(5);
    expect(await partly.pass(0)).toBe(0);
    expect(await partly.pass(9)).toBe(0);
    expect(await partly.pass(2)).toBe(11);
    const [week] = await store.knownCounts.weeks("sandbox", "2026-11-02");
    expect(week).toMatchObject({ known: 2, total: 5, counts: [{ plan: "essential", customers: 2 }] });
  });

  test("the worker counts every hour when all customers are known, and starts a new day at midnight UTC", async () => {
    await record("a", "b");
    const whole = start(2);
    expect(await whole.pass(0)).toBe(0);
    expect(await whole.pass(59)).toBe(0);
    expect(await whole.pass(2)).toBe(61);
    // It is 23:01 now, and the next day has no count yet.
    expect(await whole.pass(59)).toBe(120);
  });

  test("the worker leaves a gap when no customers are known", async () => {
    const empty = start(undefined);
    expect(await empty.pass(0)).toBe(null);
  });
});
