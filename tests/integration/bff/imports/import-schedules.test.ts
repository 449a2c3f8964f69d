import { expect, test } from "vitest";
import { killAtEachStep, runImportSchedules } from "#tests/fixtures/imports/import-schedules.ts";

const seed = Number(process.env.TEST_SEED);
const count = 12;
/** With the default seed, the schedules from this number on reach every final state of a row. */
const first = 12;

// The long run (`npm run soak -- imports 1000`) runs 1,000 schedules.
test(`${count} random fault schedules of seed ${seed} create no duplicate, and every row reports its result`, async () => {
  const { wrong, duplicates, schedules, states, kills } = await runImportSchedules({ seed, count, first });
  expect(wrong).toEqual([]);
  expect({ schedules, duplicates }).toEqual({ schedules: count, duplicates: 0 });
  // Proves that the faults had an effect.
  expect(states).toMatchObject({
    created: expect.any(Number),
    failed: expect.any(Number),
    unknown: expect.any(Number),
  });
  expect(kills).toBeGreaterThan(count / 5);
});

// The long run (`npm run soak -- imports`) kills the process both before and after each step.
test("after a process was killed before or after any of its steps, nothing is sent twice or forgotten", async () => {
  const { wrong, duplicates, customers, schedules, steps } = await killAtEachStep((step) => [
    step % 2 === 0 ? "before" : "after",
  ]);
  expect(wrong).toEqual([]);
  expect(duplicates).toBe(0);
  expect(steps).toBeGreaterThan(20);
  expect(customers).toBeLessThanOrEqual(3 * schedules);
});
