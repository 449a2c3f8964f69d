import { runPlannedSchedules } from "#tests/fixtures/planned/planned-schedules.ts";

/**
 * Random schedules over planned changes, by hand: `npm run soak -- planned-changes [count] [seed] [first]`: processes
 * that die, lost answers, two replicas, clocks that are wrong by ten minutes, people who decide. Exits with 1 if one
 * was wrong.
 */
const [count = 10_000, seed = 20_261_122, first = 0] = process.argv.slice(2).map(Number);
const startedAt = performance.now();
const seconds = () => Math.round((performance.now() - startedAt) / 1_000);

const tally = await runPlannedSchedules({
  ...{ seed, count, first },
  onProgress({ schedules, patches, kills, wrong }) {
    if (schedules % 500 !== 0) return;
    process.stderr.write(
      `${schedules} schedules, ${patches} sent, ${kills} kills, ${wrong.length} wrong, ${seconds()} s\n`,
    );
  },
});
process.stdout.write(`${JSON.stringify({ seed, ...tally, seconds: seconds() }, null, 2)}\n`);
process.exitCode = tally.wrong.length === 0 ? 0 : 1;
