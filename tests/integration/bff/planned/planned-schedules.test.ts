import { expect, test } from "vitest";
import { runPlannedSchedules } from "#tests/fixtures/planned/planned-schedules.ts";

// The same over 10,000 schedules: npm run soak -- planned-changes.
test("over random schedules nothing is sent twice, at another time, unreviewed or unapproved, and all is told", async () => {
  const tally = await runPlannedSchedules({ seed: Number(process.env.TEST_SEED), count: 150 });
  expect(tally.wrong).toEqual([]);
  expect(tally.schedules).toBe(150);
  expect(tally.patches).toBeGreaterThan(100);
  expect(tally.kills).toBeGreaterThan(10);
  expect(tally.states.done).toBeGreaterThan(20);
}, 120_000);
