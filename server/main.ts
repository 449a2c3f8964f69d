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
import { createGuideFiles } from "#server/bff/http/guide-files.ts";
import { createClientAddress } from "#server/bff/http/listener/client-address.ts";
import { readFirstFiles } from "#server/bff/http/listener/first-files.ts";
import {
  closeHost,
  countRequests,
  createHost,
  type HostOptions,
  letConnectionsGo,
} from "#server/bff/http/listener/host.ts";
import { logProcess } from "#server/bff/http/listener/log-console.ts";
import { createOtherBuilds } from "#server/bff/http/listener/other-builds.ts";
import { readPageStyles } from "#server/bff/http/listener/page-styles.ts";
import type { RequestHandler } from "#server/bff/http/listener/request-listener.ts";
import { createStaticFiles } from "#server/bff/http/listener/static-files.ts";
import { logStop } from "#server/bff/log-stop.ts";
import { loadMetrics } from "#server/bff/metrics/load-metrics.ts";
import { announceBff, shareBff, shareFirstFiles, shareGuide } from "#server/bff/shared-bff.ts";
import { loadTracing } from "#server/bff/tracing/load-tracing.ts";

const root = resolve(import.meta.dirname, "..");
const development = isDevelopment(process.argv.slice(2));

/**
 * The time limit for closing after the drain, in milliseconds. Draining and closing together must take less than 30 s,
 * the usual limit of supervisors.
 */
const closeMs = 15_000;

const sameRequestMs = 500;

function loadEnvFile(): void {
  if (existsSync(".env")) process.loadEnvFile(".env");
}

/**
 * Sets NODE_ENV from the command-line flag, and overwrites any other value. React, Next and the pages read NODE_ENV.
 */
function setNodeEnv(): void {
  Object.assign(process.env, { NODE_ENV: development ? "development" : "production" });
}

/** Returns the ID of the build. Null in development, because there is no build. */
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
 * Checks early whether the port is free. If the system chooses the port, also finds out which port. The console itself
 * starts to listen only when it is ready. Until then, `free` keeps a port that the system chose, because the system
 * could give it to another program. A port that the operator chose is closed meanwhile: a load balancer without a health
 * check sends requests as soon as it is open.
 */
async function findPort(env: ConsoleEnv): Promise<{ port: number; free(): Promise<void> }> {
  const server = createServer((socket) => socket.destroy());
  const port = await listen(server, env);
  const free = () => new Promise<void>((resolve) => server.close(() => resolve()));
  if (env.port === 0) return { port, free };
  await free();
  return { port, free: async () => {} };
}

async function preparePages(
  env: ConsoleEnv,
  port: number,
): Promise<{ handler: RequestHandler; close(): Promise<void> }> {
  // Next is imported dynamically, because it reads NODE_ENV when it is loaded. NODE_ENV must be set before.
  const { default: next } = await import("next");
  const app = next({ dev: development, dir: root, hostname: env.host, port });
  const { log } = console;
  // In production, the terminal should show only the console's own line. `console.log` is switched off, because Next
  // would print how long it took to read its configuration.
  if (!development) console.log = () => {};
  try {
    await app.prepare();
  } finally {
    console.log = log;
  }
  return { handler: app.getRequestHandler(), close: () => app.close() };
}

/**
 * Stores the files of this build for other replicas, before the first page refers to them. Also answers requests for
 * files of other replicas' builds.
 */
async function prepareStatic(
  { builds }: Bff,
  buildID: string,
  log: Logger,
  secure: boolean,
): Promise<Pick<HostOptions, "staticFiles" | "pageStyles">> {
  const folder = join(root, ".next", "static");
  await builds.publish(buildID, folder).catch((error: unknown) => {
    // Only logged, not thrown: pages still work without the stored build while every replica runs this build.
    log.error(
      { error: error instanceof Error ? error.message : "unknown" },
      "the build was not kept for other replicas",
    );
  });
  shareFirstFiles(readFirstFiles(buildID, join(root, ".next")));
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
  // The console has secret keys, so Next must not send telemetry.
  process.env.NEXT_TELEMETRY_DISABLED = "1";
  loadEnvFile();
  setNodeEnv();
  const shownCase = openCase(process.argv.slice(2), process.env);
  const env = parseEnv(shownCase?.variables ?? process.env);
  if (development) assertDevelopmentStaysLocal(env);
  const log = createLog(env.logLevel);
  if (!development) logProcess(log);
  for (const sentence of unknownVariables(process.env)) log.warn(sentence);
  announceBff();
  shareGuide(createGuideFiles(join(root, ".next", "guide")));
  const [metrics, tracing] = await Promise.all([loadMetrics(env, root), loadTracing(env, root)]);

  const { port, free } = await findPort(env);
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
    securityContacts: env.securityContacts,
    metrics,
    tracing,
  });
  await free();
  await listen(server, { host: env.host, port });

  async function stop(signal: NodeJS.Signals | undefined): Promise<void> {
    bff.beginDrain();
    letConnectionsGo(server);
    // On SIGTERM, load balancers get time to notice that the console is stopping. If a person stops the console in a
    // terminal, this wait is not needed.
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
  }
  stopOnRequest((signal) => {
    const start = { signal, requests: countRequests(server), streams: bff.countStreams() };
    return logStop(log, start, () => stop(signal));
  });

  // In demo mode there is no log line, because `npm start` prints the warning as a sentence for people.
  const oldNode = env.upstream ? oldNodeWarning(readBuildInfo(root)) : null;
  if (oldNode !== null) log.warn(oldNode);
  // Without a terminal, a program may parse the output as lines of JSON. The message is then a log line instead of a
  // sentence.
  if (env.upstream && !process.stdout.isTTY) log.info({ origin }, "Switchboard is ready");
  else process.stdout.write(`${shownCase?.sentence(origin) ?? readyLine(origin, bff.demoApiOrigin())}\n`);
  process.send?.({ type: "ready", origin });
}

/** Ends the process on a signal, or when its parent process has ended. */
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
      // Ctrl-C causes two signals at almost the same time: one from the terminal and one from npm. A later second
      // signal means that a person wants to stop immediately.
      else if (performance.now() - askedAt > sameRequestMs) process.exit(1);
    });
  }
  process.on("disconnect", () => {
    if (askedAt === undefined) void stop();
  });
}

/**
 * Waits for two parts to start. If one part fails, stops the other part before throwing the error, so that no child
 * process is left running.
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
