/**
 * Reads all customers over HTTP in a separate process. To run it: `npm run soak -- filling [kills] [seed]`. Includes
 * PostgreSQL if TEST_DATABASE_URL names a server.
 *
 * First it runs without kills, with 10³, 10⁴ and 10⁵ customers. It compares the calls with the fewest possible calls,
 * and measures the longest event-loop task.
 *
 * Then it kills the process with SIGKILL at random calls. No customer may be lost, and only the call in progress may be
 * repeated.
 */

import { randomUUID } from "node:crypto";
import { once } from "node:events";
import { dayMs } from "#lib/contract/values/time-units.ts";
import { openStore } from "#server/bff/store/open-store.ts";
import type { CustomerRecord } from "#server/provisioning/store/customers/customer-record.ts";
import { queryStore } from "#tests/fixtures/database/query-store.ts";
import { createStoreDatabase } from "#tests/fixtures/database/template-databases.ts";
import { testDialects } from "#tests/fixtures/database/test-databases.ts";
import { endFilling, reportOf, startFilling, startListedService } from "#tests/fixtures/known/filling-process.ts";
import { createRandom } from "#tests/fixtures/random.ts";
import { now } from "#tests/service/provisioning/test-service.ts";

const [kills = 50, seed = Date.now() % 1_000_000] = process.argv.slice(2).map(Number);

/** The maximum processor time of one event-loop task, in milliseconds. */
const maxTurnMs = 50;

const customersOf = (count: number): CustomerRecord[] =>
  Array.from({ length: count }, (_, index) => ({
    customerID: randomUUID(),
    companyName: `Company ${index}`,
    usersCount: index % 50,
    createdMs: now - dayMs - Math.floor((index * 730 * dayMs) / count),
    plan: "essential",
    term: "monthly",
    ...(index % 10 === 0 && { deletedMs: now - 1_000 }),
  }));

const problems: string[] = [];

async function check(databaseUrl: string, count: number): Promise<void> {
  const store = await openStore(databaseUrl);
  const windows = await store.knownWindows.list("production");
  await store.close();
  const [row] = await queryStore(databaseUrl, 'select count(*) as "count" from "knownCustomers"');
  if (Number(row?.count) !== count) problems.push(`${row?.count} of ${count} customers are known`);
  const read = windows.reduce((sum, { customers }) => sum + customers, 0);
  if (read !== count || windows.some(({ agrees }) => !agrees))
    problems.push(`${read} of ${count} customers were counted`);
}

for (const dialect of testDialects) {
  for (const count of [1_000, 10_000, 100_000]) {
    const service = await startListedService(customersOf(count));
    const database = await createStoreDatabase("console", dialect);
    const since = String(Date.now());
    const startedAt = performance.now();
    const child = startFilling({ API_ORIGIN: service.origin, DATABASE_URL: database.url, FAST_SINCE: since });
    const report = await reportOf(child);
    const seconds = ((performance.now() - startedAt) / 1_000).toFixed(1);
    await endFilling(child);
    const turn = report?.longestTurn ?? { cpuMs: Number.NaN, delayMs: Number.NaN };
    const fewest = Math.ceil(count / 100);
    const allowed = count >= 100_000 ? Math.floor(1.01 * fewest) : fewest + 3;
    const calls = service.calls.length;
    console.log(
      `${dialect}, ${count} customers: ${calls} calls, ${fewest} at least, ${allowed} allowed; longest turn of the event loop: ${turn.cpuMs.toFixed(1)} ms of processor time, ${turn.delayMs.toFixed(1)} ms in all; ${seconds} s`,
    );
    if (calls > allowed) problems.push(`${dialect}: ${calls} calls for ${count} customers`);
    if (!(turn.cpuMs <= maxTurnMs)) problems.push(`${dialect}: a turn of ${turn.cpuMs} ms`);
    await check(database.url, count);
    await service.close();
    await database.drop();
  }

  const random = createRandom(seed);
  const count = 20_123;
  const service = await startListedService(customersOf(count));
  const database = await createStoreDatabase("console", dialect);
  const variables = {
    API_ORIGIN: service.origin,
    DATABASE_URL: database.url,
    FAST_SINCE: String(Date.now()),
    CLOSE_AFTER: "20",
  };
  let done = 0;
  for (; done < kills; done += 1) {
    // The kill happens at a random time during one of the next calls, or while its page is stored.
    const killAt = service.calls.length + 1 + Math.floor(random() * 3);
    const delayMs = random() * 12;
    const child = startFilling(variables);
    const exited = once(child, "exit");
    service.onCall = () => {
      if (service.calls.length >= killAt) setTimeout(() => child.kill("SIGKILL"), delayMs);
    };
    if (await Promise.race([reportOf(child), exited.then(() => undefined)])) {
      await endFilling(child);
      break;
    }
    await exited;
    // Ends the lease at once, as if enough time had passed.
    if (dialect === "postgres") await queryStore(database.url, 'update "knownFilling" set "leaseUntil" = 0');
  }
  service.onCall = () => {};
  const last = startFilling(variables);
  await reportOf(last);
  await endFilling(last);
  const repeated = service.calls.length - new Set(service.calls).size;
  console.log(
    `${dialect}, seed ${seed}: ${done} kills while ${count} customers were read, ${service.calls.length} calls, ${repeated} of them repeated`,
  );
  if (done < kills) problems.push(`${dialect}: all was read after ${done} kills`);
  const isOther = (call: string, place: number) =>
    service.calls.indexOf(call) < place && call !== service.calls[place - 1];
  if (service.calls.some(isOther)) problems.push(`${dialect}: a call was repeated that was not in flight`);
  if (repeated > done) problems.push(`${dialect}: ${repeated} calls were repeated after ${done} kills`);
  await check(database.url, count);
  await service.close();
  await database.drop();
}
for (const problem of problems) console.log(`  ${problem}`);
process.exitCode = problems.length > 0 ? 1 : 0;
