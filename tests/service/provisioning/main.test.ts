import { type ChildProcess, fork } from "node:child_process";
import { once } from "node:events";
import { existsSync, mkdtempSync, rmSync, statSync } from "node:fs";
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
  /** The first message of the process. If the process sends no message: its exit code and its error output. */
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

/** The sentence that a process prints if it does not start. */
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

// Starting a process takes longer than all requests of these tests, so one process serves several checks.
// tests/unit/server/provisioning/env.test.ts and tests/service/database/open-database.test.ts test failed starts and
// their texts without a process.
test("a process logs its address at every level, answers, drains, ends on SIGTERM and keeps its data", async () => {
  const url = `sqlite:${join(folder, "api.db")}`;
  const twoDaysAgoMs = Date.now() - 2 * 86_400_000;
  const withStore = async <Result>(work: (store: ProvisioningStore) => Promise<Result>) => {
    const store = await openStore(url);
    return work(store).finally(() => store.close());
  };
  const readAnchor = () => withStore((store) => store.seeds.anchor("production"));
  await withStore((store) => seedStore(store, { customers: 10, nowMs: twoDaysAgoMs }));

  const first = start({ LOG_LEVEL: "silent", API_DRAIN_SECONDS: "60" });
  let said = "";
  first.child.stdout?.setEncoding("utf8").on("data", (text: string) => {
    said += text;
  });
  const { origin, port } = await ready(first);
  expect(origin).toBe(`http://127.0.0.1:${port}`);
  await expect.poll(() => said).toMatch(/^The provisioning service listens on http:\/\/127\.0\.0\.1:\d+\..*\n$/);
  expect(await totalOf(origin)).toBe(10);

  // While the process runs, no second process can use its port or its file.
  const beside = start({ API_PORT: String(port), API_DATABASE_URL: `sqlite:${join(folder, "beside.db")}` });
  expect(await sentence(beside)).toBe(
    `Port ${port} on 127.0.0.1 is taken: stop what listens there, or set API_PORT to another port.\n`,
  );
  expect(await sentence(start())).toMatch(/is being written by another process/);

  const exit = exitOf(first.child);
  first.child.kill("SIGTERM");
  let status = 200;
  while (status === 200) ({ status } = await fetch(`${origin}/health`));
  expect(status).toBe(503);
  expect(await totalOf(origin), "requests are still accepted while it drains").toBe(10);
  first.child.kill("SIGTERM");
  expect(await exit, "a second SIGTERM ends it at once").toBe(0);
  await expect(fetch(`${origin}/health`)).rejects.toThrow();
  expect(await readAnchor(), "without API_DEMO=1 old data stays as it is").toBe(twoDaysAgoMs);

  const second = start({ API_CUSTOMERS: "90", API_DEMO: "1", API_RATE_LIMIT: "1" });
  const again = await ready(second);
  expect(await totalOf(again.origin)).toBe(10);
  const limited = await fetch(`${again.origin}/v2/auth`, {
    method: "POST",
    headers: { "Content-Type": "application/json" },
    body: JSON.stringify(demoKeys.production),
  });
  expect([limited.status, limited.headers.has("Retry-After")]).toEqual([429, true]);
  second.child.kill("SIGTERM");
  expect(await exitOf(second.child)).toBe(0);
  expect(await readAnchor(), "with API_DEMO=1 old data moves up to now").toBeGreaterThan(twoDaysAgoMs + 86_400_000);
});

test("a process that was killed during its first seed has complete data after the next start, as many as --customers says", async () => {
  const killed = start({ API_CUSTOMERS: "200000" });
  // SQLite writes rows to the file long before a transaction ends. The transaction is still open when the file has
  // reached four megabytes.
  const file = join(folder, "api.db");
  while ((statSync(file, { throwIfNoEntry: false })?.size ?? 0) < 4_000_000) await setTimeout(1);
  expect(existsSync(`${file}-journal`)).toBe(true);
  killed.child.kill("SIGKILL");
  await exitOf(killed.child);
  const next = start({}, ["--customers", "12"]);
  expect(await totalOf((await ready(next)).origin)).toBe(12);
  // The process ends when the channel to its parent is closed.
  next.child.disconnect();
  expect(await exitOf(next.child)).toBe(0);
});

test("an unknown option is reported in one sentence", async () => {
  expect(await sentence(start({}, ["--custmers", "5"]))).toMatch(/The only option is --customers/);
});
