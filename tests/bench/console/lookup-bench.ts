import { setTimeout } from "node:timers/promises";
import { lookupAnswerSchema } from "#lib/contract/console/lookup.ts";
import { listen } from "#server/provisioning/listen.ts";
import { percentile } from "#tests/bench/percentiles.ts";
import { createTestBff } from "#tests/fixtures/console/create-test-bff.ts";
import { keyVariables } from "#tests/fixtures/console/key-variables.ts";
import { crowd, namesTyped, records } from "#tests/fixtures/lookup/typed-queries.ts";
import { createTestService, credentials, customer } from "#tests/service/provisioning/test-service.ts";

const count = 10_000;

/** How long the API waits before each answer, in milliseconds. */
const apiMs = 20;

/** The maximum time of a lookup in milliseconds. The API's time does not count. */
const maxOwnMs = 300;

/** Measures how long the API works on requests, in milliseconds. Simultaneous requests count only once. */
function createApiTimer() {
  let [open, sinceMs, totalMs] = [0, 0, 0];
  return {
    async during<Answer>(work: () => Promise<Answer> | Answer): Promise<Answer> {
      if (open === 0) sinceMs = performance.now();
      open += 1;
      try {
        return await work();
      } finally {
        open -= 1;
        if (open === 0) totalMs += performance.now() - sinceMs;
      }
    },
    total: () => totalMs,
  };
}

/**
 * Measures lookups among 10,000 customers, with texts as support agents type them. The API's own time is not counted.
 */
export async function benchLookup(): Promise<void> {
  const named = [...Object.values(records), ...crowd];
  const others = Array.from({ length: count - named.length }, (_, index) => customer(index + 1));
  const service = await createTestService({ customers: { production: [...named, ...others], sandbox: [] } });
  const api = createApiTimer();
  const listener = await listen({
    fetch: (request) =>
      api.during(async () => {
        await setTimeout(apiMs);
        return service.app.fetch(request);
      }),
    host: "127.0.0.1",
    port: 0,
  });
  const console_ = await createTestBff({
    baseUrl: listener.origin,
    staff: [{ email: "vera@test.example", role: "viewer" }],
    variables: keyVariables(credentials),
  });
  try {
    const cookie = await console_.signIn("vera@test.example");
    const ownMs: number[] = [];
    const totalMs: number[] = [];
    let found = 0;
    for (const [typed] of namesTyped) {
      const [startedMs, apiBefore] = [performance.now(), api.total()];
      const answer = await console_.send("GET", `/api/production/lookup?q=${encodeURIComponent(typed)}`, { cookie });
      const { hits } = lookupAnswerSchema.parse(await answer.json());
      const tookMs = performance.now() - startedMs;
      found += hits.length > 0 ? 1 : 0;
      totalMs.push(tookMs);
      ownMs.push(tookMs - (api.total() - apiBefore));
    }
    for (const times of [ownMs, totalMs]) times.sort((a, b) => a - b);
    const figures = (times: readonly number[]) =>
      [0.5, 0.95, 1].map((part) => percentile(times, part).toFixed(0)).join(", ");
    const max = percentile(ownMs, 1);
    console.log(
      `lookup of ${namesTyped.length} typed texts among ${count} customers, ${found} with hits: ` +
        `median, 95 % and longest ${figures(totalMs)} ms, of which beyond the API ${figures(ownMs)} ms, ` +
        `at most ${maxOwnMs}: ${max <= maxOwnMs ? "kept" : "MISSED"}`,
    );
  } finally {
    await console_.close();
    await listener.close();
    await service.store.close();
  }
}
