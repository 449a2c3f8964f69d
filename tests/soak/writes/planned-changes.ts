import { reportSchedules } from "#tests/fixtures/load/report-schedules.ts";
import { runPlannedSchedules } from "#tests/fixtures/planned/planned-schedules.ts";

/**
 * Random schedules over planned changes, by hand: `npm run soak -- planned-changes [count] [seed] [first]`: processes
 * that die, lost answers, two replicas, clocks that are wrong by ten minutes, people who decide.
 */
await reportSchedules(runPlannedSchedules, 20_261_122, ({ schedules, patches, kills }) =>
  schedules % 500 === 0 ? `${patches} sent, ${kills} kills` : undefined,
);
