import { type ChildProcess, fork } from "node:child_process";
import { once } from "node:events";
import { chmodSync, existsSync, mkdirSync, mkdtempSync, rmSync, statSync } from "node:fs";
import { createServer } from "node:net";
import { tmpdir } from "node:os";
import { join, resolve } from "node:path";
import { setTimeout } from "node:timers/promises";
import { afterEach, beforeEach, expect, test } from "vitest";
import { demoKeys } from "#server/provisioning/demo-keys.ts";
import { seedStore } from "#server/provisioning/seed/seed-store.ts";
import { openStore, type ProvisioningStore } from "#server/provisioning/store/open-store.ts";
import type { CustomerPage } from "./test-service.ts";

const program = resolve("server/provisioning/main.ts");

let folder: string;
const children: ChildProcess[] = [];

beforeEach(() => {
  folder = mkdtempSync(join(tmpdir(), "switchboard-test-"));
});
afterEach(async () => {
  for (const child of children.splice(0)) {
    if (child.exitCode !== null || child.signalCode !== null) continue;
    child.kill("SIGKILL");
    await once(child, "exit");
  }
  rmSync(folder, { recursive: true, force: true });
});

interface Started {
  child: ChildProcess;
  /** The first message of the process, or how it ended without one. */
  outcome: Promise<{ origin: string; port: number } | { code: number | null; stderr: string }>;
}

function start(variables: Record<string, string> = {}, args: string[] = []): Started {
  const child = fork(program, args, {
    stdio: ["ignore", "pipe", "pipe", "ipc"],
    env: {
      NODE_ENV: "production",
      PATH: process.env.PATH,
      NODE_COMPILE_CACHE: process.env.NODE_COMPILE_CACHE,
      API_PORT: "0",
      API_CUSTOMERS: "30",
      API_DATABASE_URL: `sqlite:${join(folder, "api.db")}`,
      ...variables,
    },
  });
  children.push(child);
  child.stdout?.resume();
  let stderr = "";
  child.stderr?.setEncoding("utf8").on("data", (text: string) => {
    stderr += text;
  });
  const outcome = Promise.race([
    once(child, "message").then(([message]) => message as { origin: string; port: number }),
    once(child, "close").then(([code]) => ({ code: code as number | null, stderr })),
  ]);
  return { child, outcome };
}

async function ready({ outcome }: Started): Promise<{ origin: string; port: number }> {
  const result = await outcome;
  if ("code" in result) throw new Error(`It ended with ${result.code}: ${result.stderr}`);
  return result;
}

/** The one sentence of a process that does not start. */
async function sentence({ outcome }: Started): Promise<string> {
  const result = await outcome;
  if (!("code" in result)) throw new Error("It started");
  expect(result.code).toBe(1);
  expect(result.stderr.trimEnd()).not.toContain("\n");
  return result.stderr;
}

const exitOf = async (child: ChildProcess) => (await once(child, "exit"))[0] as number | null;

async function totalOf(origin: string): Promise<number> {
  const body = JSON.stringify(demoKeys.production);
  const headers = { "Content-Type": "application/json" };
  const { access_token } = (await (await fetch(`${origin}/v2/auth`, { method: "POST", headers, body })).json()) as {
    access_token: string;
  };
  const response = await fetch(`${origin}/v2/customers?datefrom=1970-01-01&includeDeleted=true`, {
    headers: { Authorization: `Bearer ${access_token}` },
  });
  return ((await response.json()) as CustomerPage).total;
}

test("it reports when it is ready, answers, ends on SIGTERM and keeps its data", async () => {
  const first = start();
  const { origin, port } = await ready(first);
  expect(origin).toBe(`http://127.0.0.1:${port}`);
  expect(await totalOf(origin)).toBe(30);
  first.child.kill("SIGTERM");
  expect(await exitOf(first.child)).toBe(0);

  const second = start({ API_CUSTOMERS: "90" });
  expect(await totalOf((await ready(second)).origin)).toBe(30);
});

test("it says where it listens at every level of its log, also when another program has started it", async () => {
  const { child } = start({ LOG_LEVEL: "silent" });
  let said = "";
  child.stdout?.setEncoding("utf8").on("data", (text: string) => {
    said += text;
  });
  await expect.poll(() => said).toMatch(/^The provisioning service listens on http:\/\/127\.0\.0\.1:\d+\..*\n$/);
});

test("on SIGTERM /health says so while requests are still accepted; on a second SIGTERM it ends at once", async () => {
  const started = start({ API_DRAIN_SECONDS: "60" });
  const { origin } = await ready(started);
  const exit = exitOf(started.child);
  started.child.kill("SIGTERM");
  let status = 200;
  while (status === 200) ({ status } = await fetch(`${origin}/health`));
  expect(status).toBe(503);
  expect(await totalOf(origin)).toBe(30);
  started.child.kill("SIGTERM");
  expect(await exit).toBe(0);
  await expect(fetch(`${origin}/health`)).rejects.toThrow();
});

test("API_RATE_LIMIT holds", async () => {
  const limited = await ready(start({ API_RATE_LIMIT: "1" }));
  expect(await totalOf(limited.origin)).toBe(30);
  const again = await fetch(`${limited.origin}/v2/auth`, {
    method: "POST",
    headers: { "Content-Type": "application/json" },
    body: JSON.stringify(demoKeys.production),
  });
  expect([again.status, again.headers.has("Retry-After")]).toEqual([429, true]);
});

test("it ends with the process that forked it", async () => {
  const started = start();
  await ready(started);
  started.child.disconnect();
  expect(await exitOf(started.child)).toBe(0);
});

test("killed during its first seed, it has complete data at the next start", async () => {
  const killed = start({ API_CUSTOMERS: "200000" });
  // Rows reach the file long before their transaction ends: ten megabytes of them are well inside of it.
  const file = join(folder, "api.db");
  while ((statSync(file, { throwIfNoEntry: false })?.size ?? 0) < 10_000_000) await setTimeout(1);
  expect(existsSync(`${file}-journal`)).toBe(true);
  killed.child.kill("SIGKILL");
  await exitOf(killed.child);
  expect(await totalOf((await ready(start({ API_CUSTOMERS: "40" }))).origin)).toBe(40);
});

test("only with API_DEMO=1 is old demo data moved up to now", async () => {
  const url = `sqlite:${join(folder, "api.db")}`;
  const twoDaysAgoMs = Date.now() - 2 * 86_400_000;
  const withStore = async <Result>(work: (store: ProvisioningStore) => Promise<Result>) => {
    const store = await openStore(url);
    return work(store).finally(() => store.close());
  };
  const anchorAfter = async (variables: Record<string, string>) => {
    const { child, outcome } = start(variables);
    await outcome;
    child.kill("SIGTERM");
    await exitOf(child);
    return withStore((store) => store.seeds.anchor("production"));
  };
  await withStore((store) => seedStore(store, { customers: 10, nowMs: twoDaysAgoMs }));
  expect(await anchorAfter({})).toBe(twoDaysAgoMs);
  expect(await anchorAfter({ API_DEMO: "1" })).toBeGreaterThan(twoDaysAgoMs + 86_400_000);
});

test("--customers overrides API_CUSTOMERS", async () => {
  expect(await totalOf((await ready(start({}, ["--customers", "12"]))).origin)).toBe(12);
});

test("a taken port is reported in one sentence", async () => {
  const taken = createServer().listen(0, "127.0.0.1");
  await once(taken, "listening");
  const { port } = taken.address() as { port: number };
  expect(await sentence(start({ API_PORT: String(port) }))).toBe(
    `Port ${port} on 127.0.0.1 is taken: stop what listens there, or set API_PORT to another port.\n`,
  );
  taken.close();
});

test("a file that another process writes is reported in one sentence", async () => {
  await ready(start());
  expect(await sentence(start())).toMatch(/is being written by another process/);
});

test("a file that cannot be written is reported in one sentence", async () => {
  mkdirSync(join(folder, "api.db"));
  chmodSync(join(folder, "api.db"), 0o500);
  expect(await sentence(start())).toMatch(/cannot be written/);
});

test("invalid variables and options are reported in one sentence", async () => {
  expect(await sentence(start({ API_PORT: "x", LOG_LEVEL: "y" }))).toMatch(/API_PORT must be .*LOG_LEVEL must be/);
  expect(await sentence(start({ API_HOST: "0.0.0.0" }))).toMatch(/public demo keys are not allowed/);
  expect(await sentence(start({}, ["--custmers", "5"]))).toMatch(/The only option is --customers/);
});
