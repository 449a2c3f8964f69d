import { openStore } from "#server/bff/store/open-store.ts";
import { pushThroughKills } from "#tests/fixtures/audit/kill-receiver.ts";
import { createTestDatabase, testDialects } from "#tests/fixtures/database/test-databases.ts";

/**
 * Kills the receiver of the audit push with SIGKILL many times while events are sent. To run it: `npm run soak --
 * audit-push [kills]`. Exits with 1 if an event was lost, or if a repeated event had another ID than before.
 */
const [kills = 100] = process.argv.slice(2).map(Number);
for (const dialect of testDialects) {
  const database = await createTestDatabase(dialect);
  const store = await openStore(database.url);
  const result = await pushThroughKills(store, kills);
  await store.close();
  await database.drop();
  process.stdout.write(`${JSON.stringify({ dialect, kills, ...result })}\n`);
  if (result.lost.length > 0 || result.wrong.length > 0 || result.repeats < result.unanswered) process.exitCode = 1;
}
