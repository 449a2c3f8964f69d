import { readFileSync } from "node:fs";
import { z } from "zod";
import type { Environment } from "#lib/contract/environment.ts";
import { environments } from "#lib/contract/values/environments.ts";
import "#lib/contract/plain-messages.ts";
import { defaultPoolSize } from "#server/database/postgres-limits.ts";
import { type Credentials, demoKeys } from "./demo-keys.ts";

/** The configuration of the service, parsed from environment variables. */
export interface ServiceEnv {
  /** The port. With 0, the system chooses a free port. */
  port: number;
  host: string;
  databaseUrl: string;
  /** The number of PostgreSQL connections for the store. The job engine uses three additional connections. */
  databasePoolSize: number;
  /** The key of each environment. An environment without a key issues no tokens. */
  credentials: Partial<Record<Environment, Credentials>>;
  usesDemoKeys: boolean;
  tokenLifetimeSeconds: number;
  /** The maximum number of requests per minute for each key. 0 means no limit. */
  rateLimitPerMinute: number;
  /** The maximum number of concurrent requests. 0 means no limit. */
  maxRequests: number;
  /**
   * How long the service still accepts requests after the signal to stop, in seconds. During this time, `/health`
   * answers 503.
   */
  drainSeconds: number;
  /** The total duration of all steps of a creation, in milliseconds. With 0, the steps take no time. */
  creationMs: number;
  /** The number of production customers that are generated in an empty store. */
  customers: number;
  /**
   * True if the demo mode of the console has started the service. The times of the demo data are then moved to the
   * present.
   */
  demo: boolean;
  logLevel: string;
}

/** An error about invalid variables. `message` is one sentence that names all invalid variables. */
export class ConfigurationError extends Error {
  override readonly name = "ConfigurationError";
}

const logLevels = ["trace", "debug", "info", "warn", "error", "fatal", "silent"] as const;

function wholeNumber(least: number, most: number) {
  const error = `must be a whole number from ${least} to ${most}`;
  return z
    .string()
    .regex(/^\d{1,9}$/, { error })
    .transform(Number)
    .pipe(z.number().min(least, { error }).max(most, { error }));
}

const keyID = z.guid({ error: "must be a UUID" }).transform((text) => text.toLowerCase());
const secret = z.string().min(8, { error: "must have 8 characters or more" });

const variables = z.object({
  API_PORT: wholeNumber(0, 65_535).default(4000),
  API_HOST: z.string().default("127.0.0.1"),
  API_DATABASE_URL: z.string().default("sqlite:.data/provisioning.db"),
  API_DATABASE_POOL_SIZE: wholeNumber(1, 500).default(defaultPoolSize),
  API_PRODUCTION_KEY_ID: keyID.optional(),
  API_PRODUCTION_SECRET: secret.optional(),
  API_SANDBOX_KEY_ID: keyID.optional(),
  API_SANDBOX_SECRET: secret.optional(),
  API_TOKEN_LIFETIME: wholeNumber(1, 86_400).default(900),
  API_RATE_LIMIT: wholeNumber(0, 1_000_000).default(6_000),
  API_CONCURRENT_REQUESTS: wholeNumber(0, 100_000).default(500),
  API_DRAIN_SECONDS: wholeNumber(0, 300).default(0),
  API_CREATION_MS: wholeNumber(0, 3_600_000).default(6_000),
  API_CUSTOMERS: wholeNumber(0, 10_000_000).default(5_000),
  API_DEMO: z.enum(["0", "1"], { error: "must be 0 or 1" }).default("0"),
  LOG_LEVEL: z.enum(logLevels, { error: `must be one of ${logLevels.join(", ")}` }).default("info"),
});

const pairs = {
  production: ["API_PRODUCTION_KEY_ID", "API_PRODUCTION_SECRET"],
  sandbox: ["API_SANDBOX_KEY_ID", "API_SANDBOX_SECRET"],
} as const satisfies Record<Environment, readonly [string, string]>;

function isLoopback(host: string): boolean {
  return host === "localhost" || host === "::1" || /^127(\.\d{1,3}){3}$/.test(host);
}

type Texts = Record<string, string | undefined>;

/**
 * Returns the variables that are set. A key pair may also be in files. The paths of the files are then in the variables
 * `…_FILE`.
 */
function readTexts(source: Texts, problems: string[]): Texts {
  const texts: Texts = {};
  for (const name of Object.keys(variables.shape)) if (source[name]) texts[name] = source[name];
  for (const name of Object.values(pairs).flat()) {
    const file = source[`${name}_FILE`];
    if (!file) continue;
    if (texts[name] !== undefined) problems.push(`${name} and ${name}_FILE are both set, choose one`);
    try {
      texts[name] = readFileSync(file, "utf8").trim();
    } catch {
      problems.push(`${name}_FILE names a file that cannot be read`);
      // This problem was already reported. Without this line, the variable would also be reported as missing.
      delete texts[name];
    }
  }
  return texts;
}

function pairProblems(source: Texts, texts: Texts): string[] {
  const isSet = (name: string) => texts[name] !== undefined || Boolean(source[`${name}_FILE`]);
  const problems: string[] = [];
  for (const [id, secretName] of Object.values(pairs)) {
    if (isSet(id) === isSet(secretName)) continue;
    problems.push(isSet(id) ? `${secretName} is missing beside ${id}` : `${id} is missing beside ${secretName}`);
  }
  const [production, sandbox] = environments.map((environment) => texts[pairs[environment][0]]?.toLowerCase());
  if (production !== undefined && production === sandbox) {
    problems.push("API_PRODUCTION_KEY_ID and API_SANDBOX_KEY_ID are the same, each environment needs a key of its own");
  }
  return problems;
}

/**
 * Parses the variables in `source`. An empty variable counts as not set. `--customers` on the command line overrides
 * API_CUSTOMERS.
 * @throws ConfigurationError that names every invalid variable.
 */
export function parseEnv(source: Texts, commandLine: { customers?: string | undefined } = {}): ServiceEnv {
  const problems: string[] = [];
  const texts = readTexts({ ...source, API_CUSTOMERS: commandLine.customers ?? source.API_CUSTOMERS }, problems);
  problems.push(...pairProblems(source, texts));
  const parsed = variables.safeParse(texts);
  if (!parsed.success) {
    for (const issue of parsed.error.issues) {
      const name = String(issue.path[0]);
      const shown = name === "API_CUSTOMERS" && commandLine.customers !== undefined ? "--customers" : name;
      problems.push(`${shown} ${issue.message}`);
    }
  }
  const usesDemoKeys = Object.values(pairs)
    .flat()
    .every((name) => !texts[name] && !source[`${name}_FILE`]);
  const host = texts.API_HOST ?? "127.0.0.1";
  if (usesDemoKeys && !isLoopback(host)) {
    problems.push(
      `API_HOST is ${host}, where the public demo keys are not allowed: set API_PRODUCTION_KEY_ID and API_PRODUCTION_SECRET, or API_SANDBOX_KEY_ID and API_SANDBOX_SECRET, or listen on 127.0.0.1`,
    );
  }
  if (!parsed.success || problems.length > 0) {
    throw new ConfigurationError(`Change these settings and start again: ${problems.join("; ")}.`);
  }

  const values = parsed.data;
  const credentials: Partial<Record<Environment, Credentials>> = {};
  for (const environment of environments) {
    const [id, secretName] = pairs[environment];
    const [keyIDValue, secretValue] = [values[id], values[secretName]];
    if (keyIDValue !== undefined && secretValue !== undefined) {
      credentials[environment] = { keyID: keyIDValue, secret: secretValue };
    }
  }
  return {
    port: values.API_PORT,
    host: values.API_HOST,
    databaseUrl: values.API_DATABASE_URL,
    databasePoolSize: values.API_DATABASE_POOL_SIZE,
    credentials: usesDemoKeys ? demoKeys : credentials,
    usesDemoKeys,
    tokenLifetimeSeconds: values.API_TOKEN_LIFETIME,
    rateLimitPerMinute: values.API_RATE_LIMIT,
    maxRequests: values.API_CONCURRENT_REQUESTS,
    drainSeconds: values.API_DRAIN_SECONDS,
    creationMs: values.API_CREATION_MS,
    customers: values.API_CUSTOMERS,
    demo: values.API_DEMO === "1",
    logLevel: values.LOG_LEVEL,
  };
}
