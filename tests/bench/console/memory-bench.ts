import { setTimeout } from "node:timers/promises";
import { Pool } from "undici";
import { environments } from "#lib/contract/values/environments.ts";
import { api } from "#lib/paths.ts";
import { demoKeys } from "#server/provisioning/demo-keys.ts";
import { cpuSecondsOf, memoryMBOf } from "#tests/bench/cpu-time.ts";
import { percentile } from "#tests/bench/percentiles.ts";
import { signIn } from "#tests/bench/sign-in.ts";
import { startConsole } from "#tests/fixtures/console/start-console.ts";
import { createTestDatabase } from "#tests/fixtures/database/test-databases.ts";
import { startMixedLoad } from "#tests/fixtures/load/mixed-load.ts";
import { startServiceProcess } from "#tests/fixtures/provisioning/service-process.ts";
import { memoryVariables } from "../../../scripts/setup/memory.mjs";
import { createImporter } from "./importer.ts";

const customers = 50_000;
const importedRows = 2_000;
const perSecond = 16;
const filledCalls = 8_000;
const loadMs = 45_000;
const freshMs = 10_000;
const restMs = 120_000;
const sampleMs = 250;
const administrator = { email: "administrator@load.example", password: "seven-green-lanterns-hum" };

interface Variant {
  env: Record<string, string>;
  nodeFlags: string[];
  program?: string;
}

/**
 * The settings that one part of a variant's name selects. `product`: those of `npm start`. `program=`: a folder that
 * `npm run image` has written.
 */
function settingsOf(part: string): Partial<Variant> {
  const [, word = "", value = ""] = /^([a-z]+)=?(.*)$/.exec(part) ?? [];
  if (word === "bare") return {};
  if (word === "product") return { env: memoryVariables({}) };
  if (word === "arena") return { env: { ...memoryVariables({}), NODE_OPTIONS: "" } };
  if (word === "semi") return { nodeFlags: [`--max-semi-space-size=${value}`] };
  if (word === "old") return { nodeFlags: [`--max-old-space-size=${value}`] };
  if (word === "program") return { program: value };
  throw new Error(`There is no part ${part} of a variant.`);
}

function variantOf(name: string): Variant {
  const variant: Variant = { env: {}, nodeFlags: [] };
  for (const part of name.split("+")) {
    const { env = {}, nodeFlags = [], program } = settingsOf(part);
    Object.assign(variant.env, env);
    variant.nodeFlags.push(...nodeFlags);
    if (program !== undefined) variant.program = program;
  }
  return variant;
}

/** Records the memory of a process every `sampleMs` milliseconds. */
function watchMemory(pid: number) {
  const samples: number[] = [];
  const timer = setInterval(() => samples.push(memoryMBOf(pid)), sampleMs);
  return () => {
    clearInterval(timer);
    samples.sort((a, b) => a - b);
    return { median: percentile(samples, 0.5), max: samples.at(-1) ?? Number.NaN };
  };
}

async function measure(name: string, apiOrigin: string): Promise<void> {
  const { env, nodeFlags, program } = variantOf(name);
  const keys = environments.flatMap((environment) => {
    const prefix = `PROVISIONING_${environment.toUpperCase()}`;
    const { keyID, secret } = demoKeys[environment];
    return [
      [`${prefix}_KEY_ID`, keyID],
      [`${prefix}_SECRET`, secret],
    ];
  });
  const startedAt = performance.now();
  const running = await startConsole({
    logToFile: true,
    nodeFlags,
    ...(program !== undefined && { program }),
    env: {
      ...Object.fromEntries(keys),
      PROVISIONING_BASE_URL: apiOrigin,
      SESSION_SECRET: "a session secret for the measurement of memory",
      BOOTSTRAP_ADMIN_EMAIL: administrator.email,
      BOOTSTRAP_ADMIN_PASSWORD: administrator.password,
      // As in production: customers are read in the background, and no compiled code is kept.
      KNOWN_CALLS_PER_MINUTE: undefined,
      NODE_COMPILE_CACHE: undefined,
      ...env,
    },
  });
  const { pid, origin } = running;
  const startMs = performance.now() - startedAt;
  const startCpu = cpuSecondsOf(pid);
  const pool = new Pool(origin, { connections: 4 });
  try {
    await setTimeout(freshMs);
    const freshMB = memoryMBOf(pid);
    const load = await startMixedLoad({ origin, administrator, customers, streams: 20 });
    const cookie = await signIn(origin, administrator);
    const stopWatching = watchMemory(pid);
    const cpuBefore = cpuSecondsOf(pid);
    await load.fill(filledCalls);
    const fillCpu = cpuSecondsOf(pid) - cpuBefore;
    const importer = createImporter(pool, origin, cookie);
    const imported = importer.prepare(importedRows).then(importer.createRest);
    const exported = pool
      .request({
        method: "GET",
        path: `${api.customers("production")}/export?format=json&datefrom=1970-01-01`,
        headers: { cookie },
      })
      .then(async ({ statusCode, body }) => {
        let bytes = 0;
        for await (const chunk of body) bytes += chunk.length;
        return { statusCode, bytes };
      });
    await load.run(perSecond, loadMs);
    const during = stopWatching();
    const { statusCode, bytes } = await exported;
    await imported;
    const busyCpu = cpuSecondsOf(pid) - cpuBefore;
    const times = load.timed.map(({ tookMs }) => tookMs).sort((a, b) => a - b);
    const failures = load.failures.length;
    await load.close();
    await setTimeout(restMs);
    const line = [
      name,
      `start ${startMs.toFixed(0)} ms, processor ${startCpu.toFixed(1)} s`,
      `fresh ${freshMB.toFixed(0)} MB`,
      `under load ${during.median.toFixed(0)} (at most ${during.max.toFixed(0)})`,
      `at rest ${memoryMBOf(pid).toFixed(0)}`,
      `processor: lists ${fillCpu.toFixed(1)} s, all ${busyCpu.toFixed(1)} s`,
      `p95 ${percentile(times, 0.95).toFixed(0)} ms`,
      `export ${statusCode} ${(bytes / 1e6).toFixed(1)} MB, failed ${failures}`,
    ];
    console.log(line.join(" · "));
  } finally {
    await pool.close();
    await running.close();
  }
}

/**
 * Measures the memory and the processor time of a console for each variant, one after the other: freshly started, under
 * load beside an export and an import, and at rest. Needs the build.
 */
export async function benchMemory(variants: readonly string[], rounds: number): Promise<void> {
  const database = await createTestDatabase("sqlite");
  const service = await startServiceProcess({
    API_DATABASE_URL: database.url,
    API_CUSTOMERS: String(customers),
    API_CREATION_MS: "2000",
  });
  try {
    for (let round = 0; round < rounds; round += 1) for (const name of variants) await measure(name, service.origin);
  } finally {
    await service.terminate();
    await database.drop();
  }
}
