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
import { type Dialect, testDialects } from "#tests/fixtures/database/test-databases.ts";
import { watchStatements } from "#tests/fixtures/database/watch-statements.ts";
import { createFastClock } from "#tests/fixtures/fast-clock.ts";
import { startServiceProcess } from "#tests/fixtures/provisioning/service-process.ts";

/** The workers' clock is this much faster than the machine's clock. */
const factor = 60;
const minutes = (count: number) => setTimeout((count * 60_000) / factor);

/** Accepts every event of the audit log, and every notification. */
async function startReceiver() {
  const server = createServer((_request, response) => response.end());
  await once(server.listen(0, "127.0.0.1"), "listening");
  return { url: `http://127.0.0.1:${(server.address() as AddressInfo).port}/events`, close: () => server.close() };
}

/** The statements that an idle console sends in ten minutes. `variables` adds to its configuration. */
async function idleStatements(dialect: Dialect, variables: (url: string) => Record<string, string>) {
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
      ...variables(receiver.url),
    },
  });
  // Every worker runs, and then all customers are read. On a busy machine, this takes longer.
  let before = 0;
  do {
    before = watched.statements.length;
    await minutes(4);
  } while (
    before === 0 ||
    watched.statements.slice(before).some((sql) => sql.startsWith('insert into "knownCustomers"'))
  );
  before = watched.statements.length;
  // The longest pauses of workers that read or write the store are ten minutes.
  await minutes(10);
  const during = watched.statements.slice(before);
  await console.close();
  await Promise.all([watched.close(), service.terminate()]);
  receiver.close();
  await database.drop();
  // The reports of this process are counted too, so a test that counts nothing fails.
  expect(during.filter((sql) => sql.startsWith('insert into "replicas"')).length).toBeGreaterThan(20);
  return during;
}

test.each(testDialects)("an idle console sends at most 30 statements a minute to %s", async (dialect) => {
  const during = await idleStatements(dialect, () => ({}));
  expect(during.length / 10, during.join("\n")).toBeLessThanOrEqual(30);
});

test("an idle console with a notification endpoint sends at most 85 statements a minute", async () => {
  const during = await idleStatements(testDialects.at(-1) as Dialect, (url) => ({
    NOTIFICATION_URL: url,
    NOTIFICATION_SECRET: receiverSecret,
  }));
  expect(during.length / 10, during.join("\n")).toBeLessThanOrEqual(85);
});
