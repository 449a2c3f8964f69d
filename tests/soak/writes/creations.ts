import { runCreationSchedules } from "#tests/fixtures/creations/creation-schedules.ts";
import { reportSchedules } from "#tests/fixtures/load/report-schedules.ts";

/**
 * Runs random fault schedules with creations, by hand: `node tests/soak/writes/creations.ts [count] [seed] [first]`.
 */
await reportSchedules(runCreationSchedules, 20_261_120, ({ duplicates }) => `${duplicates} duplicates`);
