import { killAtEachStep, runImportSchedules } from "#tests/fixtures/imports/import-schedules.ts";
import { reportSchedules } from "#tests/fixtures/load/report-schedules.ts";

/**
 * Runs random fault schedules with imports, by hand: `node tests/soak/writes/imports.ts [count] [seed] [first]`.
 * Afterwards, kills a process before and after each step of an import.
 */
await reportSchedules(runImportSchedules, 20_261_122, ({ duplicates }) => `${duplicates} duplicates`);
const { steps, schedules, duplicates, wrong } = await killAtEachStep();
process.stdout.write(`${JSON.stringify({ killedAtSteps: steps, schedules, duplicates, wrong })}\n`);
if (duplicates > 0 || wrong.length > 0) process.exitCode = 1;
