import { request } from "undici";
import { api, pages } from "#lib/paths.ts";
import { demoKeys } from "#server/provisioning/demo-keys.ts";
import { percentile, writeMs } from "#tests/bench/percentiles.ts";
import { signIn } from "#tests/bench/sign-in.ts";
import { configuredVariables, credentialsFor } from "#tests/e2e/helpers/target.ts";
import { startFaultProxy } from "#tests/fixtures/api/fault-proxy.ts";
import { startConsole } from "#tests/fixtures/console/start-console.ts";
import { startServiceProcess } from "#tests/fixtures/provisioning/service-process.ts";

const rounds = 150;
const warmUps = 30;

/** The delays that are added to each answer of the API, in milliseconds. */
const delaysMs = [0, 18];

/** The times of one request in milliseconds: until the first byte of the answer's body, and until its end. */
interface Times {
  firstMs: number;
  wholeMs: number;
}

async function timed(url: string, headers: Record<string, string>): Promise<Times> {
  const startedAt = performance.now();
  const { statusCode, body } = await request(url, { headers });
  let firstMs: number | undefined;
  for await (const _chunk of body) firstMs ??= performance.now() - startedAt;
  if (statusCode !== 200 || firstMs === undefined) throw new Error(`${url} answered ${statusCode}`);
  return { firstMs, wholeMs: performance.now() - startedAt };
}

/**
 * Measures the document of the warm customers page beside the answer of the API that the page contains, in turns. The
 * goal: the first byte comes after at most 1.4 times the API's own time plus 8 ms. Needs the build.
 */
export async function benchDocument(): Promise<void> {
  const service = await startServiceProcess({ API_CUSTOMERS: "10000" });
  let delayMs = 0;
  const upstream = await startFaultProxy(service.origin, () =>
    delayMs === 0 ? undefined : { kind: "latency", ms: delayMs },
  );
  const running = await startConsole({ env: configuredVariables(upstream.origin, demoKeys) });
  try {
    const cookie = await signIn(running.origin, credentialsFor("administrator", "other-api"));
    const query = "limit=25&datefrom=1970-01-01";
    const subjects = {
      "the API's answer": () => timed(`${upstream.origin}/v2/customers?${query}`, service.headers),
      "console's list": () => timed(running.origin + api.customers("production", query), { cookie }),
      "customers page": () => timed(running.origin + pages.customers("production", "window=all"), { cookie }),
    };
    for (delayMs of delaysMs) {
      const found = Object.fromEntries(Object.keys(subjects).map((name) => [name, [] as Times[]]));
      for (let round = 0; round < warmUps + rounds; round++) {
        for (const [name, ask] of Object.entries(subjects)) {
          const times = await ask();
          if (round >= warmUps) found[name]?.push(times);
        }
      }
      const median = (name: string, figure: keyof Times) =>
        percentile(
          (found[name] ?? []).map((times) => times[figure]).sort((a, b) => a - b),
          0.5,
        );
      console.log(`document, the API delayed by ${delayMs} ms: median of the first byte and of the whole answer (ms)`);
      for (const name of Object.keys(subjects)) {
        console.log(`${name.padEnd(18)}${writeMs(median(name, "firstMs"))}${writeMs(median(name, "wholeMs"))}`);
      }
      const goal = 1.4 * median("the API's answer", "wholeMs") + 8;
      console.log(`the page's first byte should come within ${goal.toFixed(1)} ms (1.4 × the API's answer + 8 ms)`);
    }
  } finally {
    await running.close();
    await upstream.close();
    await service.terminate();
  }
}
