import { describe, expect, test } from "vitest";
import { minuteMs } from "#lib/contract/values/time-units.ts";
import type { KnownJob } from "#server/bff/store/known/known-jobs.ts";
import { knownJobMs } from "#server/bff/store/known/known-jobs.ts";
import { type ConsoleStore, openStore } from "#server/bff/store/open-store.ts";
import { nowMs } from "#tests/fixtures/creations/new-creation.ts";
import { testDialects } from "#tests/fixtures/database/test-databases.ts";
import { useTestDatabase } from "#tests/fixtures/database/use-test-database.ts";

describe.each(testDialects.map((dialect) => ({ dialect })))("known jobs in the store on $dialect", ({ dialect }) => {
  let store: ConsoleStore;
  useTestDatabase(dialect, {
    tables: "console",
    open: async (url) => {
      store = await openStore(url);
    },
    close: () => store.close(),
  });

  /** A job that was created so many minutes after `nowMs`. */
  const seen = (jobID: string, state: KnownJob["state"], minutes: number, seenMinutes = 60) => ({
    job: { jobID, state, stateText: state, created: new Date(nowMs + minutes * minuteMs).toISOString() },
    seenAt: nowMs + seenMinutes * minuteMs,
  });
  const idsOf = async (states: KnownJob["state"][], page = { limit: 10, offset: 0 }) =>
    (await store.knownJobs.list("sandbox", { states, ...page })).jobs.map(({ jobID }) => jobID);

  test("jobs are listed by state, newest first, in pages, and each environment has its own", async () => {
    await store.knownJobs.keep("sandbox", [
      seen("a", "failed", 1),
      seen("b", "succeeded", 2),
      seen("c", "failed", 3),
      seen("d", "running", 4),
    ]);
    await store.knownJobs.keep("production", [seen("p", "failed", 5)]);
    expect(await idsOf(["failed"])).toEqual(["c", "a"]);
    expect(await idsOf(["failed", "running"], { limit: 1, offset: 1 })).toEqual(["c"]);
    const page = { states: ["failed" as const], limit: 1, offset: 0 };
    expect(await store.knownJobs.list("sandbox", page)).toMatchObject({ total: 2, recorded: 4 });
  });

  test("a newer reading replaces an older one, and an older one changes nothing", async () => {
    await store.knownJobs.keep("sandbox", [seen("a", "running", 1, 60)]);
    await store.knownJobs.keep("sandbox", [seen("a", "failed", 1, 61)]);
    await store.knownJobs.keep("sandbox", [seen("a", "running", 1, 59)]);
    expect(await idsOf(["running"])).toEqual([]);
    expect(await idsOf(["failed"])).toEqual(["a"]);
  });

  test("jobs that no answer has shown for a year, and the oldest above the limit, are removed", async () => {
    await store.knownJobs.keep("sandbox", [
      seen("old", "failed", 9, 0),
      seen("first", "failed", 1),
      seen("second", "failed", 2),
      seen("third", "failed", 3),
    ]);
    await store.knownJobs.removeOld("sandbox", nowMs + knownJobMs + 1, 10);
    expect(await idsOf(["failed"])).toEqual(["third", "second", "first"]);
    await store.knownJobs.removeOld("sandbox", nowMs + knownJobMs + 1, 2);
    expect(await idsOf(["failed"])).toEqual(["third", "second"]);
  });
});
