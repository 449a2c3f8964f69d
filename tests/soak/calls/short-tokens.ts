import { systemClock } from "#server/api-client/clock.ts";
import { createApiClient } from "#server/api-client/create-api-client.ts";
import type { CallRecord } from "#server/api-client/transport/call-record.ts";
import { createUpstreamFetch } from "#server/api-client/transport/upstream-fetch.ts";
import { startOtherApi } from "#tests/fixtures/other-api/start-other-api.ts";

/**
 * Makes calls on the real clock with tokens that are valid for 5 s. No call may fail, and the API must never answer
 * 401.
 */
const minutes = Number(process.argv[2] ?? 10);
const callers = 8;
const pauseMs = 20;
const signal = new AbortController().signal;

const api = await startOtherApi({ tokenLifetime: 5 });
const outcomes: Record<string, number> = {};
const client = createApiClient({
  environment: "sandbox",
  baseUrl: api.origin,
  credentials: () => api.keys.sandbox,
  fetch: createUpstreamFetch(),
  clock: systemClock,
  random: Math.random,
  onCall: ({ path, status, outcome }: CallRecord) => {
    const name = `${path} ${status} ${outcome}`;
    outcomes[name] = (outcomes[name] ?? 0) + 1;
  },
});
let calls = 0;
let errors = 0;
const until = performance.now() + minutes * 60_000;

async function callAgainAndAgain(caller: number): Promise<void> {
  for (let offset = caller; performance.now() < until; offset += callers) {
    calls += 1;
    const query = { limit: 1, offset, sort: "created", ascending: true, datefrom: "1970-01-01", includeDeleted: true };
    await client
      .listCustomers({ ...query, sort: "created" }, { requestID: `${caller}`, caller: `${caller}` })
      .catch(() => {
        errors += 1;
      });
    await systemClock.sleep(pauseMs, signal);
  }
}

await Promise.all(Array.from({ length: callers }, (_, caller) => callAgainAndAgain(caller)));
console.log(`${minutes} minutes with tokens of 5 s: ${calls} calls, ${errors} errors`, outcomes, client.status());
await client.close();
await api.close();
process.exitCode = errors === 0 ? 0 : 1;
