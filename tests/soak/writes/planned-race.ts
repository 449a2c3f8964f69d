import { hourMs } from "#lib/contract/values/time-units.ts";
import { openStore } from "#server/bff/store/open-store.ts";
import { createTestDatabase } from "#tests/fixtures/database/test-databases.ts";
import { planMany, raceForSteps } from "#tests/fixtures/planned/claim-race.ts";

/**
 * Lets three replicas on PostgreSQL race for the steps of planned changes. To run it: `npm run soak -- planned-race
 * [steps]`. Exits with 1 if a step was sent twice or not at all.
 */
const [steps = 1_000] = process.argv.slice(2).map(Number);
if (process.env.TEST_DATABASE_URL) {
  let aheadMs = 0;
  const database = await createTestDatabase("postgres");
  const open = () => openStore(database.url, { aheadMs: () => aheadMs });
  const replicas = [await open(), await open(), await open()];
  await planMany(replicas[0] as Awaited<ReturnType<typeof open>>, steps);
  aheadMs = hourMs;
  const startedAt = performance.now();
  const raced = await raceForSteps(replicas);
  const seconds = Math.round((performance.now() - startedAt) / 1_000);
  for (const store of replicas) await store.close();
  await database.drop();
  process.stdout.write(`${JSON.stringify({ steps, ...raced, seconds })}\n`);
  process.exitCode = raced.sent === steps && raced.twice === 0 ? 0 : 1;
} else {
  process.stdout.write("TEST_DATABASE_URL must name a Postgres server for this run\n");
}
