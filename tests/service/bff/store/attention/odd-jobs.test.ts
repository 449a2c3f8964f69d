import { describe, expect, test } from "vitest";
import type { ConsoleStore } from "#server/bff/store/open-store.ts";
import { testDialects } from "#tests/fixtures/database/test-databases.ts";
import { useTestStore } from "#tests/fixtures/database/use-test-store.ts";

/** The number of jobs that fill the store of one environment. */
const maxKept = 10_000;
const inOneAnswer = 1_000;

describe.each(testDialects)("stored jobs that need attention on $name", (dialect) => {
  let store: ConsoleStore["oddJobs"];
  useTestStore(dialect, (opened) => {
    store = opened.oddJobs;
  });

  const failed = (number: number, type = "CreateCustomer") =>
    ({ jobID: `job-${number}`, state: "failed", type, customerID: null, since: number, changedAt: null }) as const;

  test("a full store still updates its jobs, and adds no others", async () => {
    for (let first = 0; first < maxKept; first += inOneAnswer) {
      const odd = Array.from({ length: inOneAnswer }, (_, index) => failed(first + index));
      await store.keep("production", { odd, others: [] }, 0);
    }
    const newest = maxKept - 1;
    await store.keep("production", { odd: [failed(newest, "ChangePlan"), failed(maxKept)], others: [] }, 0);
    const { jobs, total } = await store.list("production", false, 1);
    expect({ total, jobs: jobs.map(({ jobID, type }) => [jobID, type]) }).toEqual({
      total: maxKept,
      jobs: [[`job-${newest}`, "ChangePlan"]],
    });
  });
});
