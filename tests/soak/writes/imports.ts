import { killAtEachStep, runImportSchedules } from "#tests/fixtures/imports/import-schedules.ts";
import { reportSchedules } from "#tests/fixtures/load/report-schedules.ts";

/**
 * Runs random schedules of imports with faults. Afterwards, kills a process before and after each step of an import. To
 * run it: `npm run soak -- imports [count] [seed] [first]`.
 */
await reportSchedules(runImportSchedules, 20_261_122, ({ duplicates }) => `${duplicates} duplicates`);
const { steps, schedules, duplicates, wrong } = await killAtEachStep();
process.stdout.write(`${JSON.stringify({ killedAtSteps: steps, schedules, duplicates, wrong })}\n`);
if (duplicates > 0 || wrong.length > 0) process.exitCode = 1;
