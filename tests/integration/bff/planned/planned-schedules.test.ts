import { expect, test } from "vitest";
import { runPlannedSchedules } from "#tests/fixtures/planned/planned-schedules.ts";

const count = 25;

// The same with 10,000 schedules: npm run soak -- planned-changes.
test("over random schedules nothing is sent twice, at another time, unreviewed or unapproved, and everything is listed", async () => {
  const tally = await runPlannedSchedules({ seed: Number(process.env.TEST_SEED), count });
  expect(tally.wrong).toEqual([]);
  expect(tally.schedules).toBe(count);
  expect(tally.patches).toBeGreaterThan(count / 2);
  expect(tally.kills).toBeGreaterThan(count / 15);
  expect(tally.states.done).toBeGreaterThan(count / 8);
});
