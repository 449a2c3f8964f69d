import { type ChildProcess, fork } from "node:child_process";
import { once } from "node:events";
import { loadavg } from "node:os";
import { resolve } from "node:path";
import { demoKeys } from "#server/provisioning/demo-keys.ts";
import { cpuSecondsOf } from "#tests/bench/cpu-time.ts";
import { createTestDatabase } from "#tests/fixtures/database/test-databases.ts";

const path = "/v2/customers";
const customers = 5_000;
const connections = 16;
const roundMs = 3_000;
const rounds = 3;

/** The queries: a list as the console requests it, a list of all time, and a list that is different each time. */
const queries = ["?limit=25", "?limit=25&datefrom=2020-01-01", "?limit=25&datefrom=2020-01-01&dateto={instant}"];

/** The minimum share of the bare route's throughput that the service must reach. */
const minRatio = 0.25;

async function messageOf<Message>(child: ChildProcess): Promise<Message> {
  const [message] = await once(child, "message");
  return message as Message;
}

function start(file: string, variables: Record<string, string> = {}): ChildProcess {
  return fork(resolve(file), {
    stdio: ["ignore", "ignore", "inherit", "ipc"],
    env: { PATH: process.env.PATH, NODE_ENV: "production", ...variables },
  });
}

async function tokenOf(origin: string): Promise<string> {
  const response = await fetch(`${origin}/v2/auth`, {
    method: "POST",
    headers: { "Content-Type": "application/json" },
    body: JSON.stringify(demoKeys.production),
  });
  return ((await response.json()) as { access_token: string }).access_token;
}

const median = (values: readonly number[]) => values.toSorted((a, b) => a - b)[Math.floor(values.length / 2)] ?? 0;

/**
 * Compares two routes: `GET /customers` of the real service, including its log and its rate limit, and a bare route
 * that returns the same bytes. They take turns in the same run, under the same load.
 */
export async function benchThroughput(): Promise<void> {
  const database = await createTestDatabase("sqlite");
  const service = start("server/provisioning/main.ts", {
    API_PORT: "0",
    API_CUSTOMERS: String(customers),
    API_DATABASE_URL: database.url,
    API_RATE_LIMIT: "1000000",
  });
  const bare = start("tests/bench/throughput/bare-route.ts");
  const generator = start("tests/bench/throughput/load-generator.ts");
  try {
    const [{ origin }, { origin: bareOrigin }] = await Promise.all([
      messageOf<{ origin: string }>(service),
      messageOf<{ origin: string }>(bare),
    ]);
    const headers = { authorization: `Bearer ${await tokenOf(origin)}` };
    /** Measures the answers per second, and the processor time per answer in microseconds. */
    const load = async (child: ChildProcess, target: string, durationMs: number) => {
      const cpuBefore = cpuSecondsOf(child.pid);
      generator.send({ url: target, headers, connections, durationMs });
      const { answers, perSecond } = await messageOf<{ answers: number; perSecond: number }>(generator);
      return { perSecond, cpuUs: ((cpuSecondsOf(child.pid) - cpuBefore) / answers) * 1e6 };
    };
    for (const query of queries) {
      const url = `${origin}${path}${query}`;
      const bareUrl = `${bareOrigin}${path}${query}`;
      const body = await (await fetch(url.replace("{instant}", "2089-12-31"), { headers })).text();
      bare.send({ body });
      await messageOf(bare);
      await load(service, url, 2 * roundMs);
      await load(bare, bareUrl, roundMs);
      type Load = Awaited<ReturnType<typeof load>>;
      const results: { ours: Load; least: Load; ratio: number }[] = [];
      for (let round = 0; round < rounds; round++) {
        const [ours, least] = [await load(service, url, roundMs), await load(bare, bareUrl, roundMs)];
        results.push({ ours, least, ratio: ours.perSecond / least.perSecond });
      }
      const ratio = median(results.map((result) => result.ratio));
      const sideOf = (side: "ours" | "least") =>
        `${median(results.map((result) => result[side].perSecond)).toFixed(0)} answers a second, ` +
        `${median(results.map((result) => result[side].cpuUs)).toFixed(0)} µs of processor time each`;
      console.log(
        `GET /customers${query}, ${Buffer.byteLength(body)} bytes, ${connections} connections, ` +
          `load ${loadavg()[0]?.toFixed(1)}:\n  service ${sideOf("ours")}\n  bare    ${sideOf("least")}\n` +
          `  ratio ${ratio.toFixed(3)}, at least ${minRatio}: ${ratio >= minRatio ? "kept" : "MISSED"}`,
      );
    }
  } finally {
    for (const child of [service, bare, generator]) {
      child.kill("SIGKILL");
      await once(child, "exit");
    }
    await database.drop();
  }
}
