import { fork } from "node:child_process";
import { once } from "node:events";
import { resolve } from "node:path";
import { demoKeys } from "#server/provisioning/demo-keys.ts";
import { createTestDatabase, testDialects } from "#tests/fixtures/database/test-databases.ts";
import { fuzzService } from "#tests/service/provisioning/fuzz/fuzz-service.ts";

/**
 * Sends generated requests over HTTP to the service on every available database. To run it: `npm run soak --
 * fuzz-service [requests] [seed]`.
 */
const count = Number(process.argv[2] ?? 10_000);
const seed = Number(process.argv[3] ?? process.env.TEST_SEED ?? 20_261_120);

async function startService(databaseUrl: string) {
  const child = fork(resolve("server/provisioning/main.ts"), [], {
    stdio: ["ignore", "pipe", "inherit", "ipc"],
    env: {
      PATH: process.env.PATH,
      NODE_ENV: "production",
      API_PORT: "0",
      API_DATABASE_URL: databaseUrl,
      API_CUSTOMERS: "5000",
      API_CREATION_MS: "0",
      API_RATE_LIMIT: "0",
      LOG_LEVEL: "error",
    },
  });
  let log = "";
  child.stdout?.setEncoding("utf8").on("data", (text: string) => {
    log += text;
  });
  const [message] = (await once(child, "message")) as [{ origin: string }];
  return {
    origin: message.origin,
    async stop(): Promise<string> {
      child.kill("SIGTERM");
      await once(child, "close");
      return log;
    },
  };
}

async function fuzz(databaseUrl: string): Promise<void> {
  const { origin, stop } = await startService(databaseUrl);
  const startedMs = performance.now();
  const counts = await fuzzService({
    count,
    seed,
    credentials: demoKeys,
    call: (method, path, token, body) =>
      fetch(`${origin}${path}`, {
        method,
        headers: {
          "Content-Type": "application/json",
          ...(token === undefined ? {} : { Authorization: `Bearer ${token}` }),
        },
        ...(body === undefined ? {} : { body: JSON.stringify(body) }),
      }),
    async send({ method, url, headers, body }) {
      const response = await fetch(`${origin}${url}`, { method, headers, ...(body === undefined ? {} : { body }) });
      return { status: response.status, headers: response.headers, body: await response.text() };
    },
  });
  const seconds = (performance.now() - startedMs) / 1000;
  const log = await stop();
  if (log !== "") throw new Error(`The service logged errors:\n${log}`);
  for (const [key, times] of [...counts].sort()) console.log(`${String(times).padStart(6)}  ${key}`);
  console.log(`${count} requests in ${seconds.toFixed(1)} s, seed ${seed}: no 5xx, every answer as described.`);
}

for (const dialect of testDialects) {
  console.log(dialect);
  const database = await createTestDatabase(dialect);
  try {
    await fuzz(database.url);
  } finally {
    await database.drop();
  }
}
