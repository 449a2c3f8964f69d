import { setTimeout } from "node:timers/promises";
import { parseArgs } from "node:util";
import { type Logger, pino } from "pino";
import { createApp } from "./app.ts";
import { ConfigurationError, parseEnv, type ServiceEnv } from "./env.ts";
import { createEngine } from "./jobs/create-engine.ts";
import { listen, type RunningServer } from "./listen.ts";
import { watchEventLoop } from "./overload.ts";
import { moveSeedToNow, seedStore } from "./seed/seed-store.ts";
import { openStore, type ProvisioningStore } from "./store/open-store.ts";

/**
 * The names of errors whose messages are written for the person who starts the service. Their messages are printed
 * unchanged.
 */
const printedUnchanged = ["ConfigurationError", "DatabaseOpenError", "ListenError"];

/**
 * How long requests, jobs and connections may take to end after the service has stopped accepting requests, in
 * milliseconds.
 */
const closeMs = 25_000;

const clock = () => Date.now();

function readCommandLine(): { customers?: string | undefined } {
  try {
    return parseArgs({ options: { customers: { type: "string" } } }).values;
  } catch {
    throw new ConfigurationError("The only option is --customers <number>: start again without the others.");
  }
}

async function prepareStore(env: ServiceEnv, log: Logger): Promise<ProvisioningStore> {
  const store = await openStore(env.databaseUrl, env.databasePoolSize);
  const onProgress = (added: number, of: number) => log.info({ added, of }, "filling the empty store");
  await seedStore(store, { customers: env.customers, nowMs: clock(), onProgress });
  if (env.demo) await moveSeedToNow(store, clock());
  return store;
}

/**
 * Ends the process on a signal, or when its parent process has ended. If the service does not listen yet, the process
 * exits immediately, and the database rolls back an unfinished seed or migration. A second signal always ends the
 * process immediately.
 */
function endOnRequest(): { whenListening(close: () => Promise<void>): void } {
  let close: (() => Promise<void>) | undefined;
  const end = async () => {
    const closeOnce = close;
    close = undefined;
    await closeOnce?.();
    process.exit(0);
  };
  for (const event of ["SIGTERM", "SIGINT", "disconnect"]) process.on(event, end);
  return {
    whenListening(closeAll) {
      close = closeAll;
    },
  };
}

function announce(env: ServiceEnv, { origin, port }: RunningServer): void {
  process.send?.({ type: "ready", origin, port });
  // In demo mode, only the console prints a URL.
  if (env.demo) return;
  const keys = env.usesDemoKeys ? " It takes the public demo keys (server/provisioning/README.md)." : "";
  process.stdout.write(`The provisioning service listens on ${origin}.${keys}\n`);
}

async function start(): Promise<void> {
  const env = parseEnv(process.env, readCommandLine());
  const ending = endOnRequest();
  const log = pino({ level: env.logLevel, base: { program: "provisioning" } });
  const store = await prepareStore(env, log);
  try {
    const loop = watchEventLoop();
    let isDraining = false;
    const { databaseUrl, creationMs } = env;
    const engine = await createEngine({ store, clock, log, databaseUrl, creationMs });
    const app = createApp({ env, store, engine, clock, log, isLate: loop.isLate, isDraining: () => isDraining });
    const listener = await listen({ fetch: app.fetch, host: env.host, port: env.port, log });
    ending.whenListening(async () => {
      isDraining = true;
      await setTimeout(env.drainSeconds * 1000);
      // If the store does not answer, this timer ends the process anyway. Jobs are stored, so the next process
      // continues them.
      setTimeout(closeMs, undefined, { ref: false }).then(() => process.exit(1));
      await listener.close();
      await engine.stop();
      await store.close();
    });
    await engine.start();
    announce(env, listener);
  } catch (error) {
    await store.close();
    throw error;
  }
}

try {
  await start();
} catch (error) {
  const isPrintedUnchanged = error instanceof Error && printedUnchanged.includes(error.name);
  process.stderr.write(
    isPrintedUnchanged
      ? `${error.message}\n`
      : `The provisioning service cannot start: ${error instanceof Error ? error.stack : error}\n`,
  );
  process.exit(1);
}
