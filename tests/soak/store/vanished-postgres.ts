import { execFileSync, spawn } from "node:child_process";
import { randomUUID } from "node:crypto";
import { once } from "node:events";
import { join } from "node:path";
import { setTimeout } from "node:timers/promises";
import type { ChannelAnswer, ChannelRequest } from "#tests/fixtures/console/processes/run-writing-bff.ts";
import { startTcpRelay } from "#tests/fixtures/database/tcp-relay.ts";
import { createTestDatabase, testDialects } from "#tests/fixtures/database/test-databases.ts";

/**
 * Removes the address of the Postgres server from the network namespace of a console. The server then does not answer,
 * and no connection is closed. Needs root, iproute2 and TEST_DATABASE_URL.
 */
const namespace = `switchboard${process.pid}`;
const [outer, inner] = [`sbo${process.pid}`, `sbi${process.pid}`];
const [serverAddress, consoleAddress] = ["10.213.77.1", "10.213.77.2"];
const ip = (...words: string[]) => execFileSync("ip", words, { stdio: ["ignore", "ignore", "pipe"] });

/** Time limits of the checks below, in seconds. */
const limits = { noticed: 6, maxAnswer: 20, back: 20, ended: 30 };

function missing(): string | undefined {
  if (!testDialects.includes("postgres")) return "TEST_DATABASE_URL names no server";
  if (process.getuid?.() !== 0) return "only root may make a network namespace";
  try {
    ip("netns", "list");
    return undefined;
  } catch {
    return "ip (iproute2) is not installed, or may not make a network namespace here";
  }
}

const vanish = () => ip("address", "delete", `${serverAddress}/30`, "dev", outer);
const comeBack = () => ip("address", "add", `${serverAddress}/30`, "dev", outer);

function layCable(): void {
  ip("netns", "add", namespace);
  ip("link", "add", outer, "type", "veth", "peer", "name", inner, "netns", namespace);
  comeBack();
  ip("link", "set", outer, "up");
  ip("-n", namespace, "address", "add", `${consoleAddress}/30`, "dev", inner);
  ip("-n", namespace, "link", "set", inner, "up");
  ip("-n", namespace, "link", "set", "lo", "up");
}

async function run(): Promise<Record<string, number>> {
  const database = await createTestDatabase("postgres");
  const relay = await startTcpRelay(database.url, serverAddress);
  const script = join(import.meta.dirname, "../../fixtures/console/processes/run-writing-bff.ts");
  const child = spawn("ip", ["netns", "exec", namespace, process.execPath, script], {
    stdio: ["ignore", "ignore", "inherit", "ipc"],
    env: {
      NODE_ENV: "test",
      PATH: process.env.PATH,
      PROVISIONING_BASE_URL: "http://127.0.0.1:9",
      PROVISIONING_SANDBOX_KEY_ID: randomUUID(),
      PROVISIONING_SANDBOX_SECRET: "sandbox-secret",
      SESSION_SECRET: "a secret that is long enough for a test",
      DATABASE_URL: relay.through(database.url),
    },
  });
  const waiting = new Map<number, (answer: ChannelAnswer) => void>();
  let requests = 0;
  child.on("message", (answer: ChannelAnswer) => waiting.get(answer.id)?.(answer));
  const get = async (path: string) => {
    const startedMs = performance.now();
    const { promise, resolve } = Promise.withResolvers<ChannelAnswer>();
    requests += 1;
    waiting.set(requests, resolve);
    child.send({ id: requests, method: "GET", path, headers: {} } satisfies ChannelRequest);
    const { status } = await promise;
    return { status, seconds: (performance.now() - startedMs) / 1_000 };
  };
  const until = async (status: number) => {
    const startedMs = performance.now();
    while ((await get("/api/ready")).status !== status) await setTimeout(200);
    return (performance.now() - startedMs) / 1_000;
  };
  try {
    await once(child, "message");
    await until(200);
    vanish();
    const noticed = await until(503);
    let maxAnswer = 0;
    for (let index = 0; index < 20; index += 1) {
      const answers = await Promise.all(Array.from({ length: 20 }, () => get("/api/ready")));
      maxAnswer = Math.max(maxAnswer, ...answers.map(({ seconds }) => seconds));
      if ((await get("/api/health")).status !== 200) throw new Error("The process should be healthy");
      await setTimeout(500);
    }
    comeBack();
    const back = await until(200);
    vanish();
    await setTimeout(3_000);
    const startedMs = performance.now();
    child.kill("SIGTERM");
    await once(child, "exit");
    return { noticed, maxAnswer, back, ended: (performance.now() - startedMs) / 1_000 };
  } finally {
    child.kill("SIGKILL");
    comeBackIfGone();
    await relay.close();
    await database.drop();
  }
}

function comeBackIfGone(): void {
  try {
    comeBack();
  } catch {
    // Ignores the error, because adding the address fails if it is already there.
  }
}

const reason = missing();
if (reason !== undefined) console.log(`vanished-postgres was left out: ${reason}.`);
else {
  try {
    layCable();
    const seconds = await run();
    const late = Object.entries(limits).filter(([name, limit]) => (seconds[name] ?? Number.POSITIVE_INFINITY) > limit);
    console.log(JSON.stringify({ seconds, limits }, null, 2));
    process.exitCode = late.length === 0 ? 0 : 1;
  } finally {
    // Deleting the namespace also removes the virtual cable, because one end of the cable is in the namespace.
    execFileSync("ip", ["netns", "delete", namespace]);
  }
}
