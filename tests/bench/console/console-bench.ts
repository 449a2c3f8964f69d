import { spawn } from "node:child_process";
import { once } from "node:events";
import { mkdtempSync, rmSync } from "node:fs";
import { availableParallelism, loadavg, tmpdir } from "node:os";
import { join } from "node:path";
import { createInterface } from "node:readline";
import { Pool } from "undici";
import { api } from "#lib/paths.ts";
import { percentile } from "#tests/bench/percentiles.ts";
import { signIn } from "#tests/bench/sign-in.ts";
import { startConsole } from "#tests/fixtures/console/start-console.ts";

const connections = 16;
const warmUpMs = 3_000;
const measuredMs = 10_000;

/**
 * Measures the time from `npm start` until the console prints that it is ready. Nothing has to be installed or built.
 */
async function timeStart(dataDir: string): Promise<number> {
  const startedAt = performance.now();
  // Starts the console as a person does: without the console's own NODE_ENV, and not as a child of npm run.
  const child = spawn(process.execPath, ["scripts/start.mjs"], {
    env: { ...process.env, PORT: "0", DATA_DIR: dataDir, npm_lifecycle_event: "" },
    stdio: ["ignore", "pipe", "inherit"],
  });
  let readyAfterMs = Number.NaN;
  for await (const line of createInterface({ input: child.stdout })) {
    if (!line.includes("is ready")) continue;
    readyAfterMs = performance.now() - startedAt;
    child.kill("SIGTERM");
  }
  if (child.exitCode === null && child.signalCode === null) await once(child, "exit");
  return readyAfterMs;
}

async function measureStarts(): Promise<void> {
  const dataDir = mkdtempSync(join(tmpdir(), "switchboard-bench-"));
  try {
    const [first, second]: [number[], number[]] = [[], []];
    for (let i = 0; i < 5; i++) first.push(await timeStart(join(dataDir, `${i}`)));
    for (let i = 0; i < 5; i++) second.push(await timeStart(join(dataDir, `${i}`)));
    for (const [name, times] of [
      ["first start, which fills an empty store", first],
      ["second start", second],
    ] as const) {
      times.sort((a, b) => a - b);
      console.log(
        `${name}: median ${percentile(times, 0.5).toFixed(0)} ms, slowest ${times.at(-1)?.toFixed(0)} ms of 5, load ${loadavg()[0]?.toFixed(1)}`,
      );
    }
  } finally {
    rmSync(dataDir, { recursive: true, force: true });
  }
}

/** Requests lists on each connection, one after the other. Returns the sorted times in milliseconds. */
async function load(pool: Pool, path: string, cookie: string, forMs: number): Promise<number[]> {
  const times: number[] = [];
  const until = performance.now() + forMs;
  const one = async () => {
    while (performance.now() < until) {
      const startedAt = performance.now();
      const { statusCode, body } = await pool.request({ method: "GET", path, headers: { cookie } });
      await body.dump();
      if (statusCode !== 200) throw new Error(`${path} answered ${statusCode}`);
      times.push(performance.now() - startedAt);
    }
  };
  await Promise.all(Array.from({ length: connections }, one));
  return times.sort((a, b) => a - b);
}

async function measureLists(): Promise<void> {
  const running = await startConsole();
  const pool = new Pool(running.origin, { connections });
  try {
    const cookie = await signIn(running.origin, { email: "viewer@demo.test", password: "demo demo demo" });
    for (const query of ["limit=25", "limit=100&datefrom=1970-01-01"]) {
      const path = api.customers("production", query);
      await load(pool, path, cookie, warmUpMs);
      const times = await load(pool, path, cookie, measuredMs);
      const perSecond = (times.length / measuredMs) * 1000;
      console.log(
        `GET ${path}: ${perSecond.toFixed(0)} requests a second, median ${percentile(times, 0.5).toFixed(1)} ms, 99 % under ${percentile(times, 0.99).toFixed(1)} ms`,
      );
    }
  } finally {
    await pool.close();
    await running.close();
  }
}

/** Measures how soon the console is ready again, and how many lists per second it serves. Needs the build. */
export async function benchConsole(): Promise<void> {
  console.log(
    `${availableParallelism()} processors, Node ${process.versions.node}; load from this machine, ${connections} connections, the provisioning service behind it`,
  );
  await measureStarts();
  await measureLists();
}
