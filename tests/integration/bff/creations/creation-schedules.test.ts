import { expect, test } from "vitest";
import { runCreationSchedules } from "#tests/fixtures/creations/creation-schedules.ts";

const seed = Number(process.env.TEST_SEED);
const count = 40;

// The long run (`npm run soak -- creations 10000`) runs 10,000 schedules.
test(`${count} random fault schedules of seed ${seed} create no duplicate, and every operation gets the right result`, async () => {
  const { wrong, duplicates, schedules, states, kills } = await runCreationSchedules({ seed, count });
  expect(wrong).toEqual([]);
  expect({ schedules, duplicates }).toEqual({ schedules: count, duplicates: 0 });
  // All final states have occurred and processes were killed. This proves that the faults had an effect.
  expect(Object.keys(states).sort()).toEqual(["accepted", "reconciled", "rejected", "unknown"]);
  expect(kills).toBeGreaterThan(count / 6);
});
