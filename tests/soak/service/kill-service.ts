/**
 * Kills the provisioning service with SIGKILL, a hundred times on each database, each time with five creations in
 * progress. To run it: `npm run soak -- kill-service [rounds] [seed]`. Includes PostgreSQL if TEST_DATABASE_URL names a
 * server.
 */

import { createTestDatabase, testDialects } from "#tests/fixtures/database/test-databases.ts";
import { runKillRounds } from "#tests/fixtures/provisioning/kill-rounds.ts";

const rounds = Number(process.argv[2] ?? 100);
const seed = process.argv[3] ?? String(Date.now());

/** The maximum time until an orphaned job is resumed, in milliseconds. */
const pickupLimitMs = 15_000;

let hasFailed = false;
for (const dialect of testDialects) {
  const database = await createTestDatabase(dialect);
  try {
    const result = await runKillRounds({
      rounds,
      seed,
      databaseUrl: database.url,
      onRound: (round) => process.stdout.write(`\r${dialect}: ${round + 1} of ${rounds} kills`),
    });
    console.log(
      `\r${dialect}, seed ${seed}: ${result.rounds} kills, ${result.promised} creations promised, ${result.unanswered} without an answer, ${result.orphaned} jobs orphaned, taken up again within ${(result.maxPickupMs / 1000).toFixed(1)} s, ${result.findings.length} findings`,
    );
    for (const finding of result.findings) console.log(`  ${finding}`);
    hasFailed ||= result.findings.length > 0 || result.maxPickupMs > pickupLimitMs;
  } finally {
    await database.drop();
  }
}
process.exitCode = hasFailed ? 1 : 0;
