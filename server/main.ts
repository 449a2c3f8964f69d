import { existsSync, readFileSync } from "node:fs";
import { type AddressInfo, createServer, type Server } from "node:net";
import { join, resolve } from "node:path";
import { setTimeout } from "node:timers/promises";
import type { Bff } from "#server/bff/bff.ts";
import { closeWithin } from "#server/bff/close-within.ts";
import { oldNodeWarning, readBuildInfo } from "#server/bff/config/build-info.ts";
import { assertDevelopmentStaysLocal, isDevelopment } from "#server/bff/config/development.ts";
import { type ConsoleEnv, parseEnv } from "#server/bff/config/env.ts";
import { isSecure, originsOf } from "#server/bff/config/origins.ts";
import { formatStartError, StartError } from "#server/bff/config/start-error.ts";
import { unknownVariables } from "#server/bff/config/unknown-variables.ts";
import { createLog, type Logger } from "#server/bff/core/log/log.ts";
import { createBff } from "#server/bff/create-bff.ts";
import { openCase } from "#server/bff/demo/case/open-case.ts";
import { drainMs } from "#server/bff/drain-time.ts";
import { createClientAddress } from "#server/bff/http/listener/client-address.ts";
import { closeHost, createHost, type HostOptions, letConnectionsGo } from "#server/bff/http/listener/host.ts";
import { logProcess } from "#server/bff/http/listener/log-console.ts";
import { createOtherBuilds } from "#server/bff/http/listener/other-builds.ts";
import { readPageStyles } from "#server/bff/http/listener/page-styles.ts";
import type { RequestHandler } from "#server/bff/http/listener/request-listener.ts";
import { createStaticFiles } from "#server/bff/http/listener/static-files.ts";
import { loadMetrics } from "#server/bff/metrics/load-metrics.ts";
import { announceBff, shareBff } from "#server/bff/shared-bff.ts";
import { loadTracing } from "#server/bff/tracing/load-tracing.ts";

const root = resolve(import.meta.dirname, "..");
const development = isDevelopment(process.argv.slice(2));

/**
 * The time limit for closing after the drain, in milliseconds. Draining and closing together take less than 30 s, the
 * time that supervisors usually allow.
 */
const closeMs = 15_000;

const sameRequestMs = 500;

function loadEnvFile(): void {
  if (existsSync(".env")) process.loadEnvFile(".env");
}

/** Sets NODE_ENV from the flag and replaces any other value, because React, Next and the pages read it. */
function setNodeEnv(): void {
  Object.assign(process.env, { NODE_ENV: development ? "development" : "production" });
}

/** The ID of the build. Null in development, because there is no build. */
function readBuildID(): string | null {
  if (development) return null;
  const file = join(root, ".next", "BUILD_ID");
  if (existsSync(file)) return readFileSync(file, "utf8");
  throw new StartError(
    "Switchboard is not built yet: run npm start, which builds it first, or npm run build; npm run dev needs no build.",
  );
}

async function listen(server: Server, { host, port }: Pick<ConsoleEnv, "host" | "port">): Promise<number> {
  await new Promise<void>((resolve, reject) => {
    server.once("error", reject);
    server.listen(port, host, () => {
      server.off("error", reject);
      resolve();
    });
  });
  return (server.address() as AddressInfo).port;
}

/**
 * Checks early whether the port is free. If the system chooses the port, returns the chosen one. The console itself
 * does not listen until it is ready.
 */
async function findPort(env: ConsoleEnv): Promise<number> {
  const server = createServer((socket) => socket.destroy());
  const port = await listen(server, env);
  await new Promise((resolve) => server.close(resolve));
  return port;
}

async function preparePages(
  env: ConsoleEnv,
  port: number,
): Promise<{ handler: RequestHandler; close(): Promise<void> }> {
  // Next reads NODE_ENV when it is loaded, so it is imported only now.
  const { default: next } = await import("next");
  const app = next({ dev: development, dir: root, hostname: env.host, port });
  const { log } = console;
  // In production, the terminal shows only the console's own line. Without this, Next would also print how long it took
  // to read its configuration.
  if (!development) console.log = () => {};
  try {
    await app.prepare();
  } finally {
    console.log = log;
  }
  return { handler: app.getRequestHandler(), close: () => app.close() };
}

/**
 * Stores this build for other replicas before the first page refers to it. Also serves the files of other replicas'
 * builds.
 */
async function prepareStatic(
  { builds }: Bff,
  buildID: string,
  log: Logger,
  secure: boolean,
): Promise<Pick<HostOptions, "staticFiles" | "pageStyles">> {
  const folder = join(root, ".next", "static");
  await builds.publish(buildID, folder).catch((error: unknown) => {
    // Pages still work if the build is not stored, as long as every replica runs this build.
    log.error(
      { error: error instanceof Error ? error.message : "unknown" },
      "the build was not kept for other replicas",
    );
  });
  const [answerOther, answerOwn] = [createOtherBuilds(buildID, builds), createStaticFiles(folder)];
  return {
    staticFiles: async (incoming, outgoing) => (await answerOther(incoming, outgoing)) || answerOwn(incoming, outgoing),
    pageStyles: readPageStyles(buildID, folder, secure),
  };
}

function readyLine(origin: string, apiOrigin: string | null): string {
  if (apiOrigin === null) return `Switchboard is ready: ${origin}`;
  return `Switchboard is ready: ${origin} (demo mode: sign in as any persona with one click; its API is at ${apiOrigin})`;
}

async function main(): Promise<void> {
  // Turns off Next's telemetry, because a console with API keys must not send any.
  process.env.NEXT_TELEMETRY_DISABLED ??= "1";
  loadEnvFile();
  setNodeEnv();
  const shownCase = openCase(process.argv.slice(2), process.env);
  const env = parseEnv(shownCase?.variables ?? process.env);
  if (development) assertDevelopmentStaysLocal(env);
  const log = createLog(env.logLevel);
  if (!development) logProcess(log);
  for (const sentence of unknownVariables(process.env)) log.warn(sentence);
  announceBff();
  const [metrics, tracing] = await Promise.all([loadMetrics(env, root), loadTracing(env, root)]);

  const port = await findPort(env);
  const buildID = readBuildID();
  const origins = originsOf(env, port);
  const origin = origins[0] as string;
  const starting = createBff(env, { log, root, metrics, tracing, ...shownCase?.dependencies }).then((bff) => {
    bff.setOrigins(origins);
    shareBff(bff);
    return bff;
  });
  const [bff, app] = await startAll(starting, preparePages(env, port));
  const server = createHost({
    bff: Promise.resolve(bff),
    pages: Promise.resolve(app.handler),
    log,
    secure: isSecure(env),
    development,
    ...(buildID !== null && (await prepareStatic(bff, buildID, log, isSecure(env)))),
    origins: () => origins,
    clientAddress: createClientAddress(env.trustedProxies),
    metrics,
    tracing,
  });
  // The server does not listen earlier: a load balancer without a health check sends requests as soon as the port is
  // open.
  await listen(server, { host: env.host, port });

  stopOnRequest(async (signal) => {
    bff.beginDrain();
    letConnectionsGo(server);
    // Only SIGTERM waits for load balancers. If a person stops the console, nothing needs to notice the pause.
    if (signal === "SIGTERM") await setTimeout(env.drainPauseMs);
    bff.drain();
    await closeHost(server, drainMs, bff.cutStreams);
    await closeWithin(
      bff
        .close()
        .then(() => app.close())
        .then(() => tracing?.close()),
      closeMs,
      log,
    );
  });

  // Demo mode prints this warning as a sentence, so it is logged only for a configured console.
  const oldNode = env.upstream ? oldNodeWarning(readBuildInfo(root)) : null;
  if (oldNode !== null) log.warn(oldNode);
  // In production, a program may read the output and expect lines of JSON. So nothing else is printed.
  if (env.upstream && !process.stdout.isTTY) log.info({ origin }, "Switchboard is ready");
  else process.stdout.write(`${shownCase?.sentence(origin) ?? readyLine(origin, bff.demoApiOrigin())}\n`);
  process.send?.({ type: "ready", origin });
}

/** Ends the process after a signal, or when the parent process has ended. */
function stopOnRequest(close: (signal?: NodeJS.Signals) => Promise<void>): void {
  let askedAt: number | undefined;
  const stop = async (signal?: NodeJS.Signals) => {
    askedAt = performance.now();
    await close(signal);
    process.exit(0);
  };
  for (const signal of ["SIGINT", "SIGTERM", "SIGHUP"] as const) {
    process.on(signal, () => {
      if (askedAt === undefined) void stop(signal);
      // For one Ctrl-C, both the terminal and npm send a signal. A later signal means that a person wants to stop
      // immediately.
      else if (performance.now() - askedAt > sameRequestMs) process.exit(1);
    });
  }
  process.on("disconnect", () => {
    if (askedAt === undefined) void stop();
  });
}

/**
 * Starts two parts. If one of them fails to start, the other one is stopped before the error is thrown. So no child
 * process remains.
 */
async function startAll<A extends { close(): Promise<void> }, B extends { close(): Promise<void> }>(
  first: Promise<A>,
  second: Promise<B>,
): Promise<[A, B]> {
  const [a, b] = await Promise.allSettled([first, second]);
  if (a.status === "fulfilled" && b.status === "fulfilled") return [a.value, b.value];
  for (const part of [a, b]) if (part.status === "fulfilled") await part.value.close();
  throw a.status === "rejected" ? a.reason : (b as PromiseRejectedResult).reason;
}

main().catch((error: unknown) => {
  process.stderr.write(`${formatStartError(error)}\n`);
  process.exit(1);
});
