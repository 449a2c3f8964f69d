import { expect, test } from "vitest";
import { runCreationSchedules } from "#tests/fixtures/creations/creation-schedules.ts";

const seed = Number(process.env.TEST_SEED);

test(`300 random fault schedules of seed ${seed} make no duplicate, and every operation ends as it should`, async () => {
  const { wrong, duplicates, schedules, states, kills } = await runCreationSchedules({ seed, count: 300 });
  expect(wrong).toEqual([]);
  expect({ schedules, duplicates }).toEqual({ schedules: 300, duplicates: 0 });
  // Each way of ending has been gone, and processes have been killed: the faults were real.
  expect(Object.keys(states).sort()).toEqual(["accepted", "reconciled", "rejected", "unknown"]);
  expect(kills).toBeGreaterThan(50);
}, 180_000);
