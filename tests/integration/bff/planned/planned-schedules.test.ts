import { expect, test } from "vitest";
import { runPlannedSchedules } from "#tests/fixtures/planned/planned-schedules.ts";

const count = 25;

// The long run (`npm run soak -- planned-changes`) runs 10,000 schedules.
test("random schedules send nothing twice, at a wrong time, in a freeze, unreviewed or unapproved, and everything is listed", async () => {
  const tally = await runPlannedSchedules({ seed: Number(process.env.TEST_SEED), count });
  expect(tally.wrong).toEqual([]);
  expect(tally.schedules).toBe(count);
  expect(tally.patches).toBeGreaterThan(count / 2);
  expect(tally.kills).toBeGreaterThan(count / 15);
  expect(tally.frozen).toBeGreaterThan(0);
  expect(tally.states.done).toBeGreaterThan(count / 8);
});
