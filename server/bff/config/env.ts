import { readFileSync } from "node:fs";
import type { Environment } from "#lib/contract/environment.ts";
import { dayMs } from "#lib/contract/values/time-units.ts";
import type { MigrateMode } from "#server/database/migrate.ts";
import { fileVariables, keyPairVariables, type Variables, variablesSchema } from "./env-schema.ts";
import { isLoopback, isLoopbackUrl } from "./loopback.ts";
import { parseSsoProviders, type SsoProviderEnv, ssoFileVariables } from "./sso-env.ts";

export interface Credentials {
  keyID: string;
  secret: string;
}

/** The API of a configured console. */
export interface UpstreamEnv {
  baseUrl: string;
  /** The API's path of numbers, below the path of an environment. Absent: `/numbers`. */
  numbersPath?: string;
  /** The key pairs, at least one. An environment without a pair is not configured. */
  credentials: Partial<Record<Environment, Credentials>>;
  /** The files of the credentials. Their content may change while the console runs. */
  credentialFiles?: Partial<Record<Environment, { keyID?: string | undefined; secret?: string | undefined }>>;
}

/** The plans and terms of the demo API, in its order of tiers (server/provisioning/contract-values.ts). */
const demoPlans = ["essential", "professional", "enterprise", "hardware-only"];
const demoTerms = ["monthly", "12-months", "24-months", "36-months"];

/** The plans and terms of the configuration. */
export interface ConfiguredValues {
  plans: readonly string[];
  terms: readonly string[];
  /** The plans without an administrator. Undefined if the configuration does not list them. */
  hardwareOnlyPlans: readonly string[] | undefined;
  plannedGraceMinutes: number;
}

export interface ConsoleEnv {
  host: string;
  /** The port. 0 if the system chooses a free port. */
  port: number;
  publicOrigin: string | undefined;
  /** Addresses and ranges of proxies that are trusted to report the client's address. */
  trustedProxies: readonly string[];
  /** Where people report security problems, as security.txt names them. */
  securityContacts: readonly string[];
  dataDir: string;
  /** The API of a configured console. Null in demo mode, where the console starts its own API. */
  upstream: UpstreamEnv | null;
  /** The time limits of one attempt at the API, and of a complete call with its retries, in milliseconds. */
  apiTimeouts: { attemptMs: number; callMs: number };
  /**
   * The first secret encrypts cookies. Every secret can decrypt cookies. Null in demo mode: the console then creates a
   * secret in the data directory.
   */
  sessionSecrets: readonly string[] | null;
  /** The file of the session secrets. Its content may change while the console runs. */
  sessionSecretFile: string | undefined;
  databaseUrl: string;
  /** The number of PostgreSQL connections. Undefined: the default. */
  databasePoolSize: number | undefined;
  /** Whether the start applies pending migrations or fails because of them. */
  migrate: MigrateMode;
  bootstrapAdministrator: { email: string; password: string } | null;
  configuredValues: ConfiguredValues;
  /**
   * The keys of the audit log. New events are written with the first key. Every key can verify events. Null if no key
   * is configured. Demo mode has its own key.
   */
  auditChainKeys: readonly string[] | null;
  /**
   * The ID of a lost key. The part of the log that was written with this key is closed. The log then continues with the
   * first key of `auditChainKeys`.
   */
  lostAuditKeyID: string | undefined;
  /** The receiver of audit events. Null if no receiver is configured. */
  auditPush: { url: string; secret: string } | null;
  /** URL and secret of the notification endpoint. Null if no endpoint is configured. */
  notifications: { url: string; secret: string } | null;
  /**
   * `endpoint`: URL and secret of the endpoint for files of scheduled exports. Null if there is none. `keptDays`: for
   * how many days a file is kept. `maxStoredBytes`: the maximum size of all stored files of an environment.
   */
  exports: { endpoint: { url: string; secret: string } | null; keptDays: number; maxStoredBytes: number };
  /** For how many days records are stored. Undefined: for ever. */
  retentionDays: { audit: number | undefined; operations: number | undefined };
  /**
   * `isOn`: whether the states of customers are stored. `retentionDays`: for how many days earlier states and deleted
   * customers are stored.
   */
  knownCustomers: { isOn: boolean; retentionDays: number };
  /** True if the list of customers may load its next page without a sign that the person wants it. */
  isReadAheadOn: boolean;
  /**
   * `maxAgeMs`: within what time each known customer is read from the API again, in milliseconds. `callsPerMinute`: the
   * maximum number of calls per minute and environment for reading customers in the background. With 0, customers are
   * not read in the background.
   */
  filling: { maxAgeMs: number; callsPerMinute: number };
  /**
   * `graceMs`: how late a planned change may still run. `maxTemporaryMs`: how long a temporary change may last. In
   * milliseconds.
   */
  plannedRules: { graceMs: number; maxTemporaryMs: number };
  /** The format of tickets, and the template of their links. */
  tickets: { pattern: string | undefined; url: string | undefined };
  /** The providers of single sign-on. */
  ssoProviders: readonly SsoProviderEnv[];
  /** Null if no mail server is configured. */
  mail: MailEnv | null;
  /**
   * How long a console that is shutting down still accepts requests while `/api/ready` answers 503. In milliseconds.
   */
  drainPauseMs: number;
  logLevel: string;
  /** The token for `GET /api/metrics`. Null if nothing is measured. */
  metricsToken: string | null;
  /** The receiver of traces (OTLP over HTTP). Null if nothing is traced. */
  tracesEndpoint: string | null;
}

/** The mail server, and the sender address of mail. */
export interface MailEnv {
  url: string;
  from: string;
}

/** Thrown for invalid variables. The message names every invalid variable and shows no values. */
export class EnvError extends Error {
  override readonly name = "EnvError";
  readonly problems: readonly string[];

  constructor(problems: readonly string[]) {
    super(`Switchboard cannot start with these variables: ${problems.join("; ")}.`);
    this.problems = problems;
  }
}

/**
 * Reads the console's variables. Secrets may come from the files that the `…_FILE` variables name. Throws EnvError if
 * at least one variable is invalid.
 */
export function parseEnv(
  source: Readonly<Record<string, string | undefined>>,
  readFile: (path: string) => string = (path) => readFileSync(path, "utf8"),
): ConsoleEnv {
  const problems: Problem[] = [];
  const rawVariables = withFiles(source, readFile, problems);
  const variables = parseEach(rawVariables, problems);
  const upstream = upstreamOf(variables, rawVariables, problems);
  const ssoProviders = parseSsoProviders(rawVariables, problems);
  const isDemo = rawVariables.PROVISIONING_BASE_URL === undefined;
  problems.push(...(isDemo ? demoProblems(variables) : configuredProblems(variables)));
  if (!variables.BOOTSTRAP_ADMIN_EMAIL !== !variables.BOOTSTRAP_ADMIN_PASSWORD) {
    const missing = variables.BOOTSTRAP_ADMIN_EMAIL ? "BOOTSTRAP_ADMIN_PASSWORD" : "BOOTSTRAP_ADMIN_EMAIL";
    problems.push([missing, "must be set together with its companion"]);
  }
  if (variables.PROVISIONING_CALL_SECONDS < variables.PROVISIONING_ATTEMPT_SECONDS) {
    problems.push(["PROVISIONING_CALL_SECONDS", "must not be less than PROVISIONING_ATTEMPT_SECONDS"]);
  }
  problems.push(...pushProblems(variables));
  // Keeps only the first problem of each variable. An invalid variable counts as unset above, which may add a second
  // problem.
  const byName = new Map(problems.toReversed());
  if (byName.size > 0) throw new EnvError([...byName].map(([name, message]) => `${name} ${message}`).reverse());

  return {
    host: variables.HOST,
    port: variables.PORT,
    publicOrigin: variables.PUBLIC_ORIGIN,
    trustedProxies: variables.TRUSTED_PROXIES ?? [],
    securityContacts: variables.SECURITY_CONTACT ?? [],
    dataDir: variables.DATA_DIR,
    upstream,
    apiTimeouts: {
      attemptMs: variables.PROVISIONING_ATTEMPT_SECONDS * 1_000,
      callMs: variables.PROVISIONING_CALL_SECONDS * 1_000,
    },
    sessionSecretFile: upstream ? rawVariables.SESSION_SECRET_FILE : undefined,
    sessionSecrets: upstream ? (variables.SESSION_SECRET ?? null) : null,
    databaseUrl: upstream
      ? (variables.DATABASE_URL ?? `sqlite:${variables.DATA_DIR}/console.db`)
      : `sqlite:${variables.DATA_DIR}/demo.db`,
    databasePoolSize: variables.DATABASE_POOL_SIZE,
    migrate: variables.MIGRATE ?? "auto",
    bootstrapAdministrator:
      upstream && variables.BOOTSTRAP_ADMIN_EMAIL && variables.BOOTSTRAP_ADMIN_PASSWORD
        ? { email: variables.BOOTSTRAP_ADMIN_EMAIL, password: variables.BOOTSTRAP_ADMIN_PASSWORD }
        : null,
    configuredValues: {
      plans: variables.PROVISIONING_PLANS ?? (upstream ? [] : demoPlans),
      terms: variables.PROVISIONING_TERMS ?? (upstream ? [] : demoTerms),
      hardwareOnlyPlans: variables.PROVISIONING_HARDWARE_ONLY_PLANS,
      plannedGraceMinutes: variables.PLANNED_GRACE_MINUTES,
    },
    auditChainKeys: upstream ? (variables.AUDIT_CHAIN_KEY ?? null) : null,
    lostAuditKeyID: variables.AUDIT_CHAIN_LOST_KEY,
    auditPush: pushOf(variables.AUDIT_PUSH_URL, variables.AUDIT_PUSH_SECRET),
    notifications: pushOf(variables.NOTIFICATION_URL, variables.NOTIFICATION_SECRET),
    exports: {
      endpoint: pushOf(variables.EXPORT_URL, variables.EXPORT_SECRET),
      keptDays: variables.EXPORT_DAYS,
      maxStoredBytes: variables.EXPORT_STORE_MB * 1_024 * 1_024,
    },
    retentionDays: { audit: variables.AUDIT_RETENTION_DAYS, operations: variables.OPERATIONS_RETENTION_DAYS },
    knownCustomers: { isOn: variables.KNOWN_CUSTOMERS === "on", retentionDays: variables.KNOWN_RETENTION_DAYS },
    isReadAheadOn: variables.READ_AHEAD === "on",
    filling: {
      maxAgeMs: variables.KNOWN_MAX_AGE_HOURS * 60 * 60_000,
      callsPerMinute: variables.KNOWN_CALLS_PER_MINUTE,
    },
    plannedRules: {
      graceMs: variables.PLANNED_GRACE_MINUTES * 60_000,
      maxTemporaryMs: variables.PLANNED_TEMPORARY_DAYS * dayMs,
    },
    tickets: { pattern: variables.TICKET_PATTERN, url: variables.TICKET_URL },
    ssoProviders,
    mail: variables.SMTP_URL ? { url: variables.SMTP_URL, from: mailSender(variables) } : null,
    drainPauseMs: variables.DRAIN_PAUSE * 1_000,
    // Demo mode logs fewer lines, so that the address stays visible in the terminal.
    logLevel: variables.LOG_LEVEL ?? (upstream ? "info" : "warn"),
    metricsToken: variables.METRICS_TOKEN ?? null,
    tracesEndpoint: variables.OTEL_EXPORTER_OTLP_ENDPOINT ?? null,
  };
}

/** The sender of mail. Without SMTP_FROM, the sender is an address at the console's own host. */
function mailSender({ SMTP_FROM, PUBLIC_ORIGIN }: Variables): string {
  return SMTP_FROM ?? `switchboard@${PUBLIC_ORIGIN ? new URL(PUBLIC_ORIGIN).hostname : "localhost"}`;
}

/** The name of a variable, and what is wrong with it. */
type Problem = [name: string, message: string];

/**
 * Adds the values from files to the variables. An empty variable counts as unset, because compose files pass unset
 * variables as empty.
 */
function withFiles(
  source: Readonly<Record<string, string | undefined>>,
  readFile: (path: string) => string,
  problems: Problem[],
): Record<string, string> {
  const rawVariables = Object.fromEntries(
    Object.entries(source).filter(
      (entry): entry is [string, string] => entry[1] !== undefined && entry[1].trim() !== "",
    ),
  );
  for (const name of [...fileVariables, ...ssoFileVariables(rawVariables)]) {
    const path = rawVariables[`${name}_FILE`];
    if (path === undefined) continue;
    if (rawVariables[name] !== undefined) {
      problems.push([`${name}_FILE`, `is set, and so is ${name}: keep one`]);
      continue;
    }
    try {
      rawVariables[name] = readFile(path).replace(/\r?\n$/, "");
    } catch {
      problems.push([`${name}_FILE`, "names a file that cannot be read"]);
    }
  }
  return rawVariables;
}

/** Returns all variables that are valid on their own. Adds the problems of invalid variables to `problems`. */
function parseEach(rawVariables: Readonly<Record<string, string>>, problems: Problem[]): Variables {
  const { data, error } = variablesSchema.safeParse(rawVariables);
  if (data) return data;
  problems.push(...error.issues.map((issue): Problem => [issue.path.join("."), issue.message]));
  const bad = new Set(error.issues.map(({ path }) => path[0]));
  return variablesSchema.parse(Object.fromEntries(Object.entries(rawVariables).filter(([name]) => !bad.has(name))));
}

function upstreamOf(
  variables: Variables,
  rawVariables: Readonly<Record<string, string>>,
  problems: Problem[],
): UpstreamEnv | null {
  const credentials: UpstreamEnv["credentials"] = {};
  const credentialFiles: UpstreamEnv["credentialFiles"] = {};
  for (const { environment, keyID, secret } of keyPairVariables) {
    const [givenKeyID, givenSecret] = [variables[keyID], variables[secret]];
    if (!givenKeyID !== !givenSecret)
      problems.push([givenKeyID ? secret : keyID, "must be set together with its companion"]);
    if (!givenKeyID || !givenSecret) continue;
    credentials[environment] = { keyID: givenKeyID, secret: givenSecret };
    const files = { keyID: rawVariables[`${keyID}_FILE`], secret: rawVariables[`${secret}_FILE`] };
    if (files.keyID !== undefined || files.secret !== undefined) credentialFiles[environment] = files;
  }
  const { production, sandbox } = credentials;
  if (production && sandbox && production.keyID === sandbox.keyID) {
    problems.push(["PROVISIONING_SANDBOX_KEY_ID", "must differ from PROVISIONING_PRODUCTION_KEY_ID"]);
  }
  if (variables.PROVISIONING_BASE_URL === undefined) {
    const hasAnyKey = keyPairVariables.some(({ keyID, secret }) => variables[keyID] || variables[secret]);
    if (hasAnyKey)
      problems.push([
        "PROVISIONING_BASE_URL",
        "must be set when keys are set (without keys, Switchboard runs in demo mode)",
      ]);
    return null;
  }
  if (!production && !sandbox)
    problems.push(["PROVISIONING_BASE_URL", "needs the key ID and secret of at least one environment"]);
  const numbersPath = variables.PROVISIONING_NUMBERS_PATH;
  const hasFiles = Object.keys(credentialFiles).length > 0;
  return {
    baseUrl: variables.PROVISIONING_BASE_URL,
    credentials,
    ...(hasFiles ? { credentialFiles } : {}),
    ...(numbersPath === undefined ? {} : { numbersPath }),
  };
}

function isHttpElsewhere(url: string | undefined): boolean {
  return url !== undefined && new URL(url).protocol === "http:" && !isLoopbackUrl(url);
}

function configuredProblems({
  HOST,
  PUBLIC_ORIGIN,
  SESSION_SECRET,
  PROVISIONING_BASE_URL,
  PROVISIONING_ALLOW_HTTP,
}: Variables): Problem[] {
  const problems: Problem[] = [];
  // HTTP would send the key's secret and all customer data unencrypted over the network.
  if (isHttpElsewhere(PROVISIONING_BASE_URL) && !PROVISIONING_ALLOW_HTTP) {
    const unless = "unless PROVISIONING_ALLOW_HTTP=true allows clear text";
    problems.push(["PROVISIONING_BASE_URL", `must begin with https:// unless it is loopback, ${unless}`]);
  }
  if (!SESSION_SECRET) problems.push(["SESSION_SECRET", "must be set when PROVISIONING_BASE_URL is set"]);
  if (!PUBLIC_ORIGIN && !isLoopback(HOST)) problems.push(["PUBLIC_ORIGIN", "must be set when HOST is not loopback"]);
  if (isHttpElsewhere(PUBLIC_ORIGIN)) {
    problems.push(["PUBLIC_ORIGIN", "must begin with https:// unless it is loopback"]);
  }
  return problems;
}

const pushOf = (url: string | undefined, secret: string | undefined) => (url && secret ? { url, secret } : null);

/**
 * Checks the addresses that get events. Events contain data about people and customers, so events that leave this
 * machine must be encrypted.
 */
function pushProblems(variables: Variables): Problem[] {
  const pushes = [
    ["AUDIT_PUSH_URL", "AUDIT_PUSH_SECRET"],
    ["NOTIFICATION_URL", "NOTIFICATION_SECRET"],
    ["EXPORT_URL", "EXPORT_SECRET"],
  ] as const;
  const problems: Problem[] = [];
  for (const [url, secret] of pushes) {
    if (!variables[url] !== !variables[secret]) {
      problems.push([variables[url] ? secret : url, "must be set together with its companion"]);
    }
    if (isHttpElsewhere(variables[url])) problems.push([url, "must begin with https:// unless it is loopback"]);
  }
  return problems;
}

/**
 * Checks that demo mode is reachable only from this machine and uses no real store, because the password of the demo
 * users is public.
 */
function demoProblems({ HOST, PUBLIC_ORIGIN, DATABASE_URL }: Variables): Problem[] {
  const problems: Problem[] = [];
  const otherwise = "in demo mode (set PROVISIONING_BASE_URL to leave demo mode)";
  if (!isLoopback(HOST)) problems.push(["HOST", `must be loopback ${otherwise}`]);
  if (PUBLIC_ORIGIN && !isLoopbackUrl(PUBLIC_ORIGIN)) problems.push(["PUBLIC_ORIGIN", `must be loopback ${otherwise}`]);
  if (DATABASE_URL) problems.push(["DATABASE_URL", `must not be set ${otherwise}`]);
  return problems;
}
