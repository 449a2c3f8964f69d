import { runImportSchedules } from "#tests/fixtures/imports/import-schedules.ts";
import { reportSchedules } from "#tests/fixtures/load/report-schedules.ts";

/** Random fault schedules over imports, by hand: `node tests/soak/writes/imports.ts [count] [seed] [first]`. */
await reportSchedules(runImportSchedules, 20_261_122, ({ duplicates }) => `${duplicates} duplicates`);
