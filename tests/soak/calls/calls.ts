import { compareCallsWithLog } from "#tests/fixtures/calls/compare-with-log.ts";

/**
 * Compares the recorded calls with the API's own log. To run it: `npm run soak -- calls [requests] [seed]`. Prints how
 * much it has compared. Exits with 1 if anything differs.
 */
const [requests = 10_000, seed = 20_261_122] = process.argv.slice(2).map(Number);
const startedAt = performance.now();
const seconds = () => Math.round((performance.now() - startedAt) / 1_000);

const comparison = await compareCallsWithLog({
  seed,
  requests,
  onProgress: (count) => process.stderr.write(`${count} requests, ${seconds()} s\n`),
});
process.stdout.write(`${JSON.stringify({ seed, ...comparison, seconds: seconds() }, null, 2)}\n`);
process.exit(comparison.differences.length === 0 ? 0 : 1);
