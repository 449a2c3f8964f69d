// An hour of mixed load on one console, started as by `npm start`. To run it: `npm run soak -- load [minutes] [warm-up
// minutes] [sqlite|postgres]`. Needs a build.
//
// The load consists of lists, customers, pages, lookups, open streams, changes, creations, sign-ins and the audit log,
// with 16 requests per second by a fixed schedule. The time of a request counts from its planned start.
//
// No request may fail. In the last minutes, memory and descriptors may exceed those of the first minutes by at most 5
// %, and the p99 by at most 20 %.
//
// The warm-up first fills the console's caches to their limits with lists (for each environment 20,000 API calls,
// 20,000 customers, 500 last good answers). It then runs the load until all recorded calls come from the load, because
// those calls take more memory.

import { randomBytes } from "node:crypto";
import { loadavg } from "node:os";
import { setTimeout } from "node:timers/promises";
import { environments } from "#lib/contract/values/environments.ts";
import { minuteMs } from "#lib/contract/values/time-units.ts";
import { demoKeys } from "#server/provisioning/demo-keys.ts";
import { percentile } from "#tests/bench/percentiles.ts";
import { startConsole } from "#tests/fixtures/console/start-console.ts";
import { createTestDatabase, type Dialect } from "#tests/fixtures/database/test-databases.ts";
import { type ConsoleSample, descriptorsOf, sampleConsole } from "#tests/fixtures/load/console-samples.ts";
import { startMixedLoad } from "#tests/fixtures/load/mixed-load.ts";
import { startServiceProcess } from "#tests/fixtures/provisioning/service-process.ts";
import { memoryVariables } from "../../../scripts/setup/memory.mjs";

const [minutes = 60, warmUpMinutes = 25] = process.argv.slice(2, 4).map(Number);
const dialect = (process.argv[4] ?? "sqlite") as Dialect;
const perSecond = 16;
const customers = 25_000;
const filledCalls = 21_000;
/**
 * Requests in this time after a forced garbage collection do not count, in milliseconds. The collection blocks the
 * process.
 */
const leftOutMs = 2_000;
const windowMinutes = Math.min(5, Math.floor(minutes / 2));
const administrator = { email: "administrator@load.example", password: "seven-green-lanterns-hum" };
const metricsToken = randomBytes(32).toString("hex");

const [database, serviceDatabase] = [await createTestDatabase(dialect), await createTestDatabase("sqlite")];
const service = await startServiceProcess({
  API_DATABASE_URL: serviceDatabase.url,
  API_CUSTOMERS: String(customers),
  API_CREATION_MS: "2000",
});
const keys = environments.map((environment) => {
  const name = `PROVISIONING_${environment.toUpperCase()}`;
  return { [`${name}_KEY_ID`]: demoKeys[environment].keyID, [`${name}_SECRET`]: demoKeys[environment].secret };
});
const running = await startConsole({
  logToFile: true,
  nodeFlags: ["--expose-gc", "--import", `${import.meta.dirname}/../../fixtures/console/processes/collect-garbage.ts`],
  env: {
    ...Object.assign({}, ...keys),
    PROVISIONING_BASE_URL: service.origin,
    DATABASE_URL: database.url,
    SESSION_SECRET: "a session secret for the load of a soak",
    BOOTSTRAP_ADMIN_EMAIL: administrator.email,
    BOOTSTRAP_ADMIN_PASSWORD: administrator.password,
    METRICS_TOKEN: metricsToken,
    ...memoryVariables({}),
  },
});
const load = await startMixedLoad({ origin: running.origin, administrator, customers, streams: 20 });

interface Minute extends ConsoleSample {
  minute: number;
  requests: number;
  p50Ms: number;
  p99Ms: number;
  descriptors: number;
  loadAverage: number;
}

const median = (values: readonly number[]) =>
  percentile(
    values.toSorted((a, b) => a - b),
    0.5,
  );
const round = (value: number) => Math.round(value * 10) / 10;
const times = (since: number) =>
  load.timed
    .slice(since)
    .map(({ tookMs }) => tookMs)
    .sort((a, b) => a - b);

const said: Minute[] = [];
/** For each minute, the index of its first request in `load.timed`. */
const marks: number[] = [];

async function runMinute(minute: number): Promise<void> {
  const descriptors: number[] = [];
  const counting = setInterval(() => descriptors.push(descriptorsOf(running.pid)), 2_000);
  const before = load.timed.length;
  marks.push(before);
  await load.run(perSecond, minuteMs - leftOutMs);
  clearInterval(counting);
  const sorted = times(before);
  const sample = await sampleConsole(running, metricsToken);
  await setTimeout(leftOutMs - 500);
  said.push({
    minute,
    requests: sorted.length,
    p50Ms: round(percentile(sorted, 0.5)),
    p99Ms: round(percentile(sorted, 0.99)),
    descriptors: median(descriptors),
    loadAverage: round(loadavg()[0] ?? Number.NaN),
    rssMB: round(sample.rssMB),
    heapMB: round(sample.heapMB),
    externalMB: round(sample.externalMB),
    cpuSeconds: round(sample.cpuSeconds),
  });
  console.log(JSON.stringify(said.at(-1)));
}

await load.fill(filledCalls);
console.log(`filled after ${Math.round(process.uptime())} s`);
for (let minute = -warmUpMinutes; minute < minutes; minute += 1) await runMinute(minute);

function windowOf(first: number) {
  const inside = said.slice(first, first + windowMinutes);
  const sorted = load.timed
    .slice(marks[first], marks[first + windowMinutes])
    .map(({ tookMs }) => tookMs)
    .sort((a, b) => a - b);
  const of = (name: "rssMB" | "heapMB" | "descriptors") => median(inside.map((sample) => sample[name]));
  return {
    rssMB: of("rssMB"),
    heapMB: of("heapMB"),
    descriptors: of("descriptors"),
    requests: sorted.length,
    p50Ms: round(percentile(sorted, 0.5)),
    p99Ms: round(percentile(sorted, 0.99)),
  };
}
const [first, last] = [windowOf(warmUpMinutes), windowOf(said.length - windowMinutes)];
const problems: string[] = [];
for (const [name, share] of [
  ["rssMB", 1.05],
  ["heapMB", 1.05],
  ["descriptors", 1.05],
  ["p99Ms", 1.2],
] as const) {
  if (!(last[name] <= first[name] * share)) problems.push(`${name}: ${first[name]} at first, ${last[name]} at last`);
}
if (load.failures.length > 0) problems.push(`${load.failures.length} requests failed`);
const byKind = Object.fromEntries(
  [...Map.groupBy(load.timed, ({ kind }) => kind)].map(([kind, timed]) => {
    const sorted = timed.map(({ tookMs }) => tookMs).sort((a, b) => a - b);
    return [
      kind,
      { requests: sorted.length, p50Ms: round(percentile(sorted, 0.5)), p99Ms: round(percentile(sorted, 0.99)) },
    ];
  }),
);
const figures = { dialect, minutes, warmUpMinutes, windowMinutes, perSecond, first, last, byKind };
console.log(JSON.stringify({ ...figures, failures: load.failures.slice(0, 10), problems }, null, 2));
await load.close();
await running.close();
await service.terminate();
await Promise.all([database.drop(), serviceDatabase.drop()]);
process.exitCode = problems.length === 0 ? 0 : 1;
