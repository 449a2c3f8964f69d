import { runImportSchedules } from "#tests/fixtures/imports/import-schedules.ts";

/**
 * Random fault schedules over imports, by hand: `node tests/soak/imports.ts [count] [seed] [first]`.
 * Prints their outcomes and exits with 1 if one was wrong.
 */
const [count = 10_000, seed = 20_261_122, first = 0] = process.argv.slice(2).map(Number);
const startedAt = performance.now();
const seconds = () => Math.round((performance.now() - startedAt) / 1_000);

const tally = await runImportSchedules({
  seed,
  count,
  first,
  onProgress: ({ schedules, duplicates, wrong }) =>
    process.stderr.write(`${schedules} schedules, ${duplicates} duplicates, ${wrong.length} wrong, ${seconds()} s\n`),
});
process.stdout.write(`${JSON.stringify({ seed, ...tally, seconds: seconds() }, null, 2)}\n`);
process.exitCode = tally.wrong.length === 0 ? 0 : 1;
