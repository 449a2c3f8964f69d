import { expect, test } from "vitest";
import { runEffectSchedules } from "#tests/fixtures/effects/effect-schedules.ts";

const count = 5;

// The long run (`npm run soak -- effects 10000`) runs 10,000 schedules.
test(`after ${count} random schedules, no operation is done without a confirming read, and none is still running`, async () => {
  const { wrong, schedules, outcomes } = await runEffectSchedules({ seed: Number(process.env.TEST_SEED), count });
  expect(wrong).toEqual([]);
  expect(schedules).toBe(count);
  expect(outcomes.done).toBeGreaterThan(0);
});
