import { runCreationSchedules } from "#tests/fixtures/creations/creation-schedules.ts";
import { reportSchedules } from "#tests/fixtures/load/report-schedules.ts";

/**
 * Runs random schedules of creations with faults. To run it: `npm run soak -- creations [count] [seed] [first]`.
 */
await reportSchedules(runCreationSchedules, 20_261_120, ({ duplicates }) => `${duplicates} duplicates`);
