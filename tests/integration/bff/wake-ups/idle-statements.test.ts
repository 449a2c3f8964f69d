import { once } from "node:events";
import { createServer } from "node:http";
import type { AddressInfo } from "node:net";
import { setTimeout } from "node:timers/promises";
import { expect, test } from "vitest";
import { demoKeys } from "#server/provisioning/demo-keys.ts";
import { receiverSecret } from "#tests/fixtures/audit/secret.ts";
import { createTestBff } from "#tests/fixtures/console/create-test-bff.ts";
import { keyVariables } from "#tests/fixtures/console/key-variables.ts";
import { createStoreDatabase } from "#tests/fixtures/database/template-databases.ts";
import { testDialects } from "#tests/fixtures/database/test-databases.ts";
import { watchStatements } from "#tests/fixtures/database/watch-statements.ts";
import { createFastClock } from "#tests/fixtures/fast-clock.ts";
import { startServiceProcess } from "#tests/fixtures/provisioning/service-process.ts";

const maxPerMinute = 30;

/** The workers' clock is this much faster than the machine's clock. */
const factor = 60;
const minutes = (count: number) => setTimeout((count * 60_000) / factor);

/** Accepts every event of the audit log. */
async function startReceiver() {
  const server = createServer((_request, response) => response.end());
  await once(server.listen(0, "127.0.0.1"), "listening");
  return { url: `http://127.0.0.1:${(server.address() as AddressInfo).port}/events`, close: () => server.close() };
}

test.each(testDialects)("an idle console sends at most 30 statements a minute to %s", async (dialect) => {
  const service = await startServiceProcess({ API_DATABASE_URL: "sqlite::memory:", API_CUSTOMERS: "200" });
  const receiver = await startReceiver();
  const database = await createStoreDatabase("console", dialect);
  const watched = await watchStatements(dialect, database.url);
  const console = await createTestBff({
    clock: createFastClock(factor, 1),
    databaseUrl: watched.url,
    baseUrl: service.origin,
    variables: {
      ...keyVariables(demoKeys),
      // The default number of calls, so that the background reading of customers is counted too.
      KNOWN_CALLS_PER_MINUTE: undefined,
      AUDIT_PUSH_URL: receiver.url,
      AUDIT_PUSH_SECRET: receiverSecret,
    },
  });
  // All customers are read, and every worker has run.
  await minutes(4);
  const before = watched.statements.length;
  // The longest pauses of workers that read or write the store are ten minutes.
  await minutes(10);
  const during = watched.statements.slice(before);
  await console.close();
  await Promise.all([watched.close(), service.terminate()]);
  receiver.close();
  await database.drop();
  // The reports of this process are counted too, so a test that counts nothing fails.
  expect(during.filter((sql) => sql.startsWith('insert into "replicas"')).length).toBeGreaterThan(20);
  expect(during.length / 10, during.join("\n")).toBeLessThanOrEqual(maxPerMinute);
});
