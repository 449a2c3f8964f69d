import { type ChildProcess, fork } from "node:child_process";
import { once } from "node:events";
import { resolve } from "node:path";
import { demoKeys } from "#server/provisioning/demo-keys.ts";
import { createTestDatabase } from "#tests/fixtures/test-databases.ts";

const path = "/v2/customers";
const query = "?limit=25&datefrom=2020-01-01";
const customers = 5_000;
const connections = 16;
const roundMs = 3_000;
const rounds = 5;

/** The least part of the bare route's answers that the service must give. */
const leastRatio = 0.25;

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
 * `GET /customers` of the real service, its log and rate limit included, next to a bare route that
 * returns the same bytes: by turns, in the same run, under the same load.
 */
export async function benchThroughput(): Promise<void> {
  const database = await createTestDatabase("sqlite");
  const service = start("server/provisioning/main.ts", {
    API_PORT: "0",
    API_CUSTOMERS: String(customers),
    API_DATABASE_URL: database.url,
    API_RATE_LIMIT: "1000000",
  });
  const bare = start("tests/bench/bare-route.ts");
  const generator = start("tests/bench/load-generator.ts");
  try {
    const { origin } = await messageOf<{ origin: string }>(service);
    const headers = { authorization: `Bearer ${await tokenOf(origin)}` };
    const body = await (await fetch(`${origin}${path}${query}`, { headers })).text();
    bare.send({ path, body });
    const { origin: bareOrigin } = await messageOf<{ origin: string }>(bare);
    const load = async (target: string, durationMs: number) => {
      generator.send({ url: `${target}${path}${query}`, headers, connections, durationMs });
      return (await messageOf<{ perSecond: number }>(generator)).perSecond;
    };
    for (const target of [origin, bareOrigin]) await load(target, 3 * roundMs);
    const answers: { service: number; bare: number }[] = [];
    for (let round = 0; round < rounds; round++) {
      answers.push({ service: await load(origin, roundMs), bare: await load(bareOrigin, roundMs) });
    }
    const ratio = median(answers.map((round) => round.service / round.bare));
    console.log(
      `GET /customers, 25 of ${customers}, ${Buffer.byteLength(body)} bytes, ${connections} connections: ` +
        `${median(answers.map((round) => round.service)).toFixed(0)} answers a second, ` +
        `a bare route ${median(answers.map((round) => round.bare)).toFixed(0)}; ` +
        `ratio ${ratio.toFixed(3)}, at least ${leastRatio}: ${ratio >= leastRatio ? "kept" : "MISSED"}`,
    );
  } finally {
    for (const child of [service, bare, generator]) {
      child.kill("SIGKILL");
      await once(child, "exit");
    }
    await database.drop();
  }
}
