import { reportSchedules } from "#tests/fixtures/load/report-schedules.ts";
import { runPlannedSchedules } from "#tests/fixtures/planned/planned-schedules.ts";

/**
 * Runs random schedules of planned changes. Processes are killed, answers are lost, two replicas run, clocks are wrong
 * by ten minutes, and people make decisions. To run it: `npm run soak -- planned-changes [count] [seed] [first]`.
 */
await reportSchedules(runPlannedSchedules, 20_261_122, ({ schedules, patches, kills }) =>
  schedules % 500 === 0 ? `${patches} sent, ${kills} kills` : undefined,
);
