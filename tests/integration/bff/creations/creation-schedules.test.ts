import { expect, test } from "vitest";
import { runCreationSchedules } from "#tests/fixtures/creations/creation-schedules.ts";

const seed = Number(process.env.TEST_SEED);
const count = 40;

// The same over 10,000 schedules: npm run soak -- creations 10000.
test(`${count} random fault schedules of seed ${seed} make no duplicate, and every operation ends as it should`, async () => {
  const { wrong, duplicates, schedules, states, kills } = await runCreationSchedules({ seed, count });
  expect(wrong).toEqual([]);
  expect({ schedules, duplicates }).toEqual({ schedules: count, duplicates: 0 });
  // Each way of ending has been gone, and processes have been killed: the faults were real.
  expect(Object.keys(states).sort()).toEqual(["accepted", "reconciled", "rejected", "unknown"]);
  expect(kills).toBeGreaterThan(count / 6);
});
