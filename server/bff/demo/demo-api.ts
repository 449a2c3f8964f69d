import { type ChildProcess, fork } from "node:child_process";
import { randomBytes, randomUUID } from "node:crypto";
import { join, resolve } from "node:path";
import { z } from "zod";
import { StartError } from "#server/bff/config/start-error.ts";
import type { Logger } from "#server/bff/core/log/log.ts";

const readySchema = z.object({ type: z.literal("ready"), origin: z.url() });

const closeGraceMs = 5_000;
const keptErrorCharacters = 2_000;

const newCredentials = () => ({ keyID: randomUUID(), secret: randomBytes(32).toString("base64url") });

/** The provisioning service that demo mode runs as a child process. */
export type DemoApi = Awaited<ReturnType<typeof startDemoApi>>;

/**
 * Starts the provisioning service as a child process. It is reached only over HTTP, with keys that exist only for this
 * run. It watches its IPC channel and ends as soon as the console ends.
 */
export async function startDemoApi({ root, dataDir, log }: { root: string; dataDir: string; log: Logger }) {
  const credentials = { production: newCredentials(), sandbox: newCredentials() };
  const child = fork(join(/* turbopackIgnore: true */ root, "server/provisioning/main.ts"), [], {
    execArgv: [],
    stdio: ["ignore", "pipe", "pipe", "ipc"],
    env: {
      ...withoutOwn(process.env),
      API_HOST: "127.0.0.1",
      API_PORT: process.env.API_PORT || "0",
      // The demo API has a separate database file, because `npm run api` may run at the same time and uses the usual
      // file.
      API_DATABASE_URL: `sqlite:${resolve(dataDir, "demo-api.db")}`,
      API_DEMO: "1",
      // No rate limit by default, because the console is the only client of this API.
      API_RATE_LIMIT: process.env.API_RATE_LIMIT || "0",
      API_PRODUCTION_KEY_ID: credentials.production.keyID,
      API_PRODUCTION_SECRET: credentials.production.secret,
      API_SANDBOX_KEY_ID: credentials.sandbox.keyID,
      API_SANDBOX_SECRET: credentials.sandbox.secret,
      LOG_LEVEL: log.level,
    },
  });
  const errorText = forwardOutput(child, log);
  const ended = new Promise<void>((resolve) => child.once("exit", () => resolve()));
  let closing = false;

  const origin = await new Promise<string>((resolve, reject) => {
    child.once("message", (message) => {
      const ready = readySchema.safeParse(message);
      if (ready.success) resolve(ready.data.origin);
      else reject(new StartError("The provisioning service of demo mode did not print its address first."));
    });
    child.once("error", reject);
    child.once("exit", () =>
      reject(new StartError(errorText() || "The provisioning service of demo mode did not start.")),
    );
  });
  child.once("exit", (code, signal) => {
    if (closing) return;
    log.fatal(
      `The provisioning service of demo mode ended unexpectedly (${signal ?? `exit code ${code}`}): start Switchboard again to see customers.`,
    );
  });

  return {
    upstream: { baseUrl: origin, credentials },
    async close(): Promise<void> {
      closing = true;
      if (child.exitCode !== null || child.signalCode !== null) return;
      child.kill("SIGTERM");
      const startTimer = setTimeout(() => child.kill("SIGKILL"), closeGraceMs);
      await ended;
      clearTimeout(startTimer);
    },
  };
}

/** The environment variables without the variables that name key files, because the demo API uses its own keys. */
function withoutOwn(variables: NodeJS.ProcessEnv): NodeJS.ProcessEnv {
  const remainingVariables = { ...variables };
  for (const name of Object.keys(remainingVariables)) if (/^API_\w+_FILE$/.test(name)) delete remainingVariables[name];
  return remainingVariables;
}

/**
 * Forwards the log of the child process. Returns a function that returns the last lines of the child's standard error.
 */
function forwardOutput(child: ChildProcess, log: Logger): () => string {
  let words = "";
  child.stderr?.setEncoding("utf8").on("data", (text: string) => {
    words = (words + text).slice(-keptErrorCharacters);
  });
  child.stdout?.setEncoding("utf8").on("data", (text: string) => {
    for (const line of text.split("\n"))
      if (line.trim() !== "") log.debug({ program: "provisioning", line }, "demo API");
  });
  return () => words.trim();
}
