import { existsSync } from "node:fs";
import type { AddressInfo } from "node:net";
import { join, resolve } from "node:path";
import next from "next";
import { type ConsoleEnv, parseEnv } from "#server/bff/config/env.ts";
import { isSecure, originsOf } from "#server/bff/config/origins.ts";
import { StartError, startSentence } from "#server/bff/config/start-error.ts";
import { createLog } from "#server/bff/core/log.ts";
import { createBff } from "#server/bff/create-bff.ts";
import { closeHost, createHost, type PageHandler } from "#server/bff/http/host.ts";
import { logConsole } from "#server/bff/http/log-console.ts";
import { announceBff, shareBff } from "#server/bff/shared-bff.ts";

const root = resolve(import.meta.dirname, "..");
const development = process.env.NODE_ENV !== "production";

/** How long requests under way may take to end when the console is stopped. */
const drainMs = 10_000;

const sameRequestMs = 500;

function loadEnvFile(): void {
  if (existsSync(".env")) process.loadEnvFile(".env");
}

function requireBuild(): void {
  if (development || existsSync(join(root, ".next", "BUILD_ID"))) return;
  throw new StartError("Switchboard is not built yet: run npm start, which builds it first, or npm run build.");
}

async function listen(server: ReturnType<typeof createHost>, { host, port }: ConsoleEnv): Promise<number> {
  await new Promise<void>((resolve, reject) => {
    server.once("error", reject);
    server.listen(port, host, () => {
      server.off("error", reject);
      resolve();
    });
  });
  return (server.address() as AddressInfo).port;
}

async function preparePages(env: ConsoleEnv, port: number): Promise<{ handler: PageHandler; close(): Promise<void> }> {
  const app = next({ dev: development, dir: root, hostname: env.host, port });
  const { log } = console;
  // In production the terminal shows one line, ours; Next would tell how long it read its configuration.
  if (!development) console.log = () => {};
  try {
    await app.prepare();
  } finally {
    console.log = log;
  }
  return { handler: app.getRequestHandler(), close: () => app.close() };
}

function readyLine(origin: string, apiOrigin: string | null): string {
  if (apiOrigin === null) return `Switchboard is ready: ${origin}`;
  return `Switchboard is ready: ${origin} (demo mode: sign in as any persona with one click; its API is at ${apiOrigin})`;
}

async function main(): Promise<void> {
  // A console that holds keys tells nobody that it runs.
  process.env.NEXT_TELEMETRY_DISABLED ??= "1";
  loadEnvFile();
  const env = parseEnv(process.env);
  requireBuild();
  const log = createLog(env.logLevel);
  if (!development) logConsole(log);
  announceBff();

  const pages = Promise.withResolvers<PageHandler>();
  const shared = Promise.withResolvers<Awaited<ReturnType<typeof createBff>>>();
  let publicHost = "";
  const server = createHost({
    bff: shared.promise,
    pages: pages.promise,
    log,
    secure: isSecure(env),
    development,
    publicHost: () => publicHost,
  });
  const port = await listen(server, env);
  const origins = originsOf(env, port);
  const origin = origins[0] as string;
  publicHost = new URL(origin).host;

  const starting = createBff(env, { log, root }).then((bff) => {
    bff.setOrigins(origins);
    shareBff(bff);
    shared.resolve(bff);
    return bff;
  });
  const [bff, app] = await bothOrNeither(starting, preparePages(env, port));
  pages.resolve(app.handler);

  stopOnRequest(async () => {
    bff.drain();
    await closeHost(server, drainMs);
    await bff.close();
    await app.close();
  });

  process.stdout.write(`${readyLine(origin, bff.demoApiOrigin())}\n`);
  process.send?.({ type: "ready", origin });
}

/** Ends the process when a signal asks for it, or when the process that started it is gone. */
function stopOnRequest(close: () => Promise<void>): void {
  let askedAt: number | undefined;
  const stop = async () => {
    askedAt = performance.now();
    await close();
    process.exit(0);
  };
  for (const signal of ["SIGINT", "SIGTERM", "SIGHUP"]) {
    process.on(signal, () => {
      if (askedAt === undefined) void stop();
      // Ctrl-C reaches us from the terminal and from npm at once; later than that, somebody is in a hurry.
      else if (performance.now() - askedAt > sameRequestMs) process.exit(1);
    });
  }
  process.on("disconnect", () => {
    if (askedAt === undefined) void stop();
  });
}

/** When one part fails to start, the other is stopped before anybody hears of it: no child is left behind. */
async function bothOrNeither<A extends { close(): Promise<void> }, B extends { close(): Promise<void> }>(
  first: Promise<A>,
  second: Promise<B>,
): Promise<[A, B]> {
  const [a, b] = await Promise.allSettled([first, second]);
  if (a.status === "fulfilled" && b.status === "fulfilled") return [a.value, b.value];
  for (const part of [a, b]) if (part.status === "fulfilled") await part.value.close();
  throw a.status === "rejected" ? a.reason : (b as PromiseRejectedResult).reason;
}

main().catch((error: unknown) => {
  process.stderr.write(`${startSentence(error)}\n`);
  process.exit(1);
});
