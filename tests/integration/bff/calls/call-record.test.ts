import { expect, test } from "vitest";
import { compareCallsWithLog } from "#tests/fixtures/calls/compare-with-log.ts";

test("under random faults, the recorded calls are the calls that reached the API, in order, with status and ID", async () => {
  const { requests, kinds, retries, statuses, differences } = await compareCallsWithLog({
    seed: Number(process.env.TEST_SEED ?? 1),
    requests: 300,
  });
  expect(differences).toEqual([]);
  expect(requests).toBeGreaterThanOrEqual(300);
  expect(kinds.merged).toBeGreaterThan(0);
  expect(kinds.stale + kinds.held).toBeGreaterThan(0);
  expect(retries).toBeGreaterThan(0);
  expect(Object.keys(statuses)).toEqual(expect.arrayContaining(["200", "401", "503"]));
});
