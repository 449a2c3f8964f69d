import { describe, expect, test } from "vitest";
import { EnvError, parseEnv } from "#server/bff/config/env.ts";
import { unknownVariables } from "#server/bff/config/unknown-variables.ts";
import { plans, terms } from "#server/provisioning/contract-values.ts";

const sessionSecret = "7qK2vX9mT4bR8wL3nH6yC1zD5fG0jP-s";
const otherSecret = "Zt4Lw8Qe1Rv6Ny3Ub9Ik5Mo2Ap7Sd0Fg-Hj_Xc";

const configured = {
  PROVISIONING_BASE_URL: "https://api.example/partner/",
  PROVISIONING_SANDBOX_KEY_ID: "key",
  PROVISIONING_SANDBOX_SECRET: "secret",
  SESSION_SECRET: sessionSecret,
};

const noFiles = (): string => {
  throw new Error("no such file");
};

function problemsOf(variables: Record<string, string>, readFile = noFiles): readonly string[] {
  try {
    parseEnv(variables, readFile);
  } catch (error) {
    if (error instanceof EnvError) return error.problems;
    throw error;
  }
  return [];
}

test("without any variable the console is in demo mode on loopback, with its own files", () => {
  expect(parseEnv({}, noFiles)).toEqual({
    host: "127.0.0.1",
    port: 3000,
    publicOrigin: undefined,
    trustedProxies: [],
    securityContacts: [],
    dataDir: ".data",
    upstream: null,
    apiTimeouts: { attemptMs: 10_000, callMs: 30_000 },
    sessionSecrets: null,
    databaseUrl: "sqlite:.data/demo.db",
    databasePoolSize: undefined,
    migrate: "auto",
    bootstrapAdministrator: null,
    // The plans have the order of the provisioning service's tiers.
    configuredValues: { plans: [...plans], terms: [...terms], hardwareOnlyPlans: undefined, plannedGraceMinutes: 60 },
    ssoProviders: [],
    mail: null,
    auditChainKeys: null,
    lostAuditKeyID: undefined,
    auditPush: null,
    notifications: null,
    exports: { endpoint: null, keptDays: 7, maxStoredBytes: 512 * 1_024 * 1_024 },
    retentionDays: { audit: undefined, operations: undefined },
    knownCustomers: { isOn: true, retentionDays: 365 },
    filling: { callsPerMinute: 30, maxAgeMs: 86_400_000 },
    isReadAheadOn: true,
    plannedRules: { graceMs: 3_600_000, maxTemporaryMs: 7_776_000_000 },
    tickets: { pattern: undefined, url: undefined },
    drainPauseMs: 0,
    logLevel: "warn",
    metricsToken: null,
    tracesEndpoint: null,
  });
});

test("a configured console uses another file, and only the environments that have keys", () => {
  expect(parseEnv(configured, noFiles)).toMatchObject({
    upstream: { baseUrl: "https://api.example/partner", credentials: { sandbox: { keyID: "key", secret: "secret" } } },
    sessionSecrets: [sessionSecret],
    databaseUrl: "sqlite:.data/console.db",
    logLevel: "info",
  });
});

test("the key of the audit log may come from a file, together with older keys", () => {
  const [newer, older] = ["x8Kf2mQz71LpWc93RvTn5YbJd0HsGa64", "b3Nw7rTy05VkQe82MsXc1ZpLf9GhJd46"];
  const { auditChainKeys } = parseEnv({ ...configured, AUDIT_CHAIN_KEY_FILE: "/run/key" }, () => `${newer},${older}\n`);
  expect(auditChainKeys).toEqual([newer, older]);
});

test("an empty variable counts as unset", () => {
  expect(parseEnv({ PROVISIONING_BASE_URL: "", PORT: " ", PUBLIC_ORIGIN: "" }, noFiles).upstream).toBeNull();
});

test("secrets may come from files, without the last line break", () => {
  const { PROVISIONING_SANDBOX_SECRET: _, SESSION_SECRET: __, ...rest } = configured;
  const files: Record<string, string> = {
    "/run/key": "from a file\n",
    "/run/session": `${sessionSecret},${otherSecret}\r\n`,
  };
  const env = parseEnv(
    { ...rest, PROVISIONING_SANDBOX_SECRET_FILE: "/run/key", SESSION_SECRET_FILE: "/run/session" },
    (path) => files[path] ?? noFiles(),
  );
  expect(env.upstream?.credentials.sandbox?.secret).toBe("from a file");
  expect(env.sessionSecrets).toEqual([sessionSecret, otherSecret]);
});

test("the API may be reached over http on this machine, and elsewhere only if this is configured", () => {
  for (const address of ["http://127.0.0.1:4000", "http://localhost:4000", "http://[::1]:4000"]) {
    expect(problemsOf({ ...configured, PROVISIONING_BASE_URL: address })).toEqual([]);
  }
  const meant = { ...configured, PROVISIONING_BASE_URL: "http://api:4000", PROVISIONING_ALLOW_HTTP: "true" };
  expect(problemsOf(meant)).toEqual([]);
});

test("a slow API gets the time limits that the variables set", () => {
  const variables = { PROVISIONING_ATTEMPT_SECONDS: "45", PROVISIONING_CALL_SECONDS: "90" };
  expect(parseEnv({ ...configured, ...variables }, noFiles).apiTimeouts).toEqual({ attemptMs: 45_000, callMs: 90_000 });
});

test("proxies are addresses and ranges of IPv4 and IPv6", () => {
  const env = parseEnv({ ...configured, TRUSTED_PROXIES: " 10.0.0.0/8,192.0.2.5 , fd00::/8,::1" }, noFiles);
  expect(env.trustedProxies).toEqual(["10.0.0.0/8", "192.0.2.5", "fd00::/8", "::1"]);
});

describe("variables that are refused", () => {
  test.each<[string, Record<string, string>, string]>([
    ["an invalid port", { PORT: "80000" }, "PORT"],
    ["an audit push without a secret", { AUDIT_PUSH_URL: "https://collector.example" }, "AUDIT_PUSH_SECRET"],
    ["a secret without an audit push", { AUDIT_PUSH_SECRET: "x8Kf2mQz71LpWc93RvTn5YbJd0HsGa64" }, "AUDIT_PUSH_URL"],
    ["an invalid ticket pattern", { TICKET_PATTERN: "(INC" }, "TICKET_PATTERN"],
    ["a ticket pattern with a lookaround", { TICKET_PATTERN: "(?=I)INC-1" }, "TICKET_PATTERN"],
    ["a ticket pattern that is far too large", { TICKET_PATTERN: ".*a.{20}" }, "TICKET_PATTERN"],
    ["a ticket address without the ticket", { TICKET_URL: "https://desk.example/" }, "TICKET_URL"],
    ["a ticket address of a script", { TICKET_URL: "javascript:alert('{ticket}')" }, "TICKET_URL"],
    ["a ticket address whose host is the ticket", { TICKET_URL: "https://{ticket}.example/" }, "TICKET_URL"],
    ["a ticket address with a password", { TICKET_URL: "https://a:b@desk.example/{ticket}" }, "TICKET_URL"],
    ["a retention that is not a number", { AUDIT_RETENTION_DAYS: "a year" }, "AUDIT_RETENTION_DAYS"],
    ["an attempt of zero seconds", { PROVISIONING_ATTEMPT_SECONDS: "0" }, "PROVISIONING_ATTEMPT_SECONDS"],
    ["an attempt of a quarter of an hour", { PROVISIONING_ATTEMPT_SECONDS: "900" }, "PROVISIONING_ATTEMPT_SECONDS"],
    ["a call of an hour", { PROVISIONING_CALL_SECONDS: "3600" }, "PROVISIONING_CALL_SECONDS"],
    ["a call duration that is not a number", { PROVISIONING_CALL_SECONDS: "1 minute" }, "PROVISIONING_CALL_SECONDS"],
    ["a call that is shorter than its attempts", { PROVISIONING_ATTEMPT_SECONDS: "40" }, "PROVISIONING_CALL_SECONDS"],
    ["a grace period of two days", { PLANNED_GRACE_MINUTES: "2880" }, "PLANNED_GRACE_MINUTES"],
    ["a temporary change of zero days", { PLANNED_TEMPORARY_DAYS: "0" }, "PLANNED_TEMPORARY_DAYS"],
    ["an unknown setting for known customers", { KNOWN_CUSTOMERS: "maybe" }, "KNOWN_CUSTOMERS"],
    ["a retention of a day", { OPERATIONS_RETENTION_DAYS: "1" }, "OPERATIONS_RETENTION_DAYS"],
    ["a port that is not a number", { PORT: "http" }, "PORT"],
    ["an origin with a path", { PUBLIC_ORIGIN: "https://console.example/app" }, "PUBLIC_ORIGIN"],
    ["an origin of another scheme", { PUBLIC_ORIGIN: "ftp://console.example" }, "PUBLIC_ORIGIN"],
    ["demo mode on all network addresses", { HOST: "0.0.0.0" }, "HOST"],
    ["demo mode at a public address", { PUBLIC_ORIGIN: "https://console.example" }, "PUBLIC_ORIGIN"],
    ["demo mode on a real store", { DATABASE_URL: "postgres://db/console" }, "DATABASE_URL"],
    [
      "keys without an API",
      { PROVISIONING_SANDBOX_KEY_ID: "a", PROVISIONING_SANDBOX_SECRET: "b" },
      "PROVISIONING_BASE_URL",
    ],
    [
      "an API without keys",
      { PROVISIONING_BASE_URL: "https://api.example", SESSION_SECRET: sessionSecret },
      "PROVISIONING_BASE_URL",
    ],
    ["half of a key pair", { ...configured, PROVISIONING_PRODUCTION_KEY_ID: "a" }, "PROVISIONING_PRODUCTION_SECRET"],
    [
      "one key for two environments",
      { ...configured, PROVISIONING_PRODUCTION_KEY_ID: "key", PROVISIONING_PRODUCTION_SECRET: "b" },
      "must differ",
    ],
    [
      "an API's address with a password",
      { ...configured, PROVISIONING_BASE_URL: "https://me:pw@api.example" },
      "PROVISIONING_BASE_URL",
    ],
    ["no session secret", { ...configured, SESSION_SECRET: "" }, "SESSION_SECRET"],
    ["a short session secret", { ...configured, SESSION_SECRET: `${sessionSecret},short` }, "SESSION_SECRET"],
    ["all network addresses without an origin", { ...configured, HOST: "0.0.0.0" }, "PUBLIC_ORIGIN"],
    ["http on all network addresses", { ...configured, PUBLIC_ORIGIN: "http://console.example" }, "PUBLIC_ORIGIN"],
    [
      "an administrator without all variables",
      { ...configured, BOOTSTRAP_ADMIN_EMAIL: "a@b.example" },
      "BOOTSTRAP_ADMIN_PASSWORD",
    ],
    [
      "an administrator with a weak password",
      { ...configured, BOOTSTRAP_ADMIN_EMAIL: "a@b.example", BOOTSTRAP_ADMIN_PASSWORD: "short" },
      "BOOTSTRAP_ADMIN_PASSWORD",
    ],
    ["a short key of the audit log", { ...configured, AUDIT_CHAIN_KEY: `${sessionSecret},short` }, "AUDIT_CHAIN_KEY"],
    ["a weak key of the audit log", { ...configured, AUDIT_CHAIN_KEY: "x".repeat(40) }, "AUDIT_CHAIN_KEY"],
    ["an invalid ID of a lost key", { ...configured, AUDIT_CHAIN_LOST_KEY: "lost" }, "AUDIT_CHAIN_LOST_KEY"],
    ["a secret in two places", { ...configured, SESSION_SECRET_FILE: "/run/x" }, "SESSION_SECRET_FILE"],
    ["a file that does not exist", { SESSION_SECRET_FILE: "/run/x" }, "SESSION_SECRET_FILE"],
    ["an invalid log level", { LOG_LEVEL: "loud" }, "LOG_LEVEL"],
    [
      "an API over http that is not on this machine",
      { ...configured, PROVISIONING_BASE_URL: "http://api.example" },
      "PROVISIONING_BASE_URL must begin with https://",
    ],
    [
      "an API over http that a variable forbids",
      { ...configured, PROVISIONING_BASE_URL: "HTTP://127.evil.example", PROVISIONING_ALLOW_HTTP: "false" },
      "PROVISIONING_BASE_URL must begin with https://",
    ],
    ["an unclear value about http", { ...configured, PROVISIONING_ALLOW_HTTP: "maybe" }, "PROVISIONING_ALLOW_HTTP"],
    ["a proxy by its name", { ...configured, TRUSTED_PROXIES: "10.0.0.1, proxy.example" }, "TRUSTED_PROXIES"],
    ["a range that is too long", { ...configured, TRUSTED_PROXIES: "10.0.0.0/33" }, "TRUSTED_PROXIES"],
    ["a range without a length", { ...configured, TRUSTED_PROXIES: "fd00::/" }, "TRUSTED_PROXIES"],
    ["all addresses as proxies", { ...configured, TRUSTED_PROXIES: "::/0" }, "TRUSTED_PROXIES"],
    ["an unknown kind of database", { ...configured, DATABASE_URL: "mysql://db" }, "DATABASE_URL"],
  ])("the console refuses %s", (_what, variables, named) => {
    expect(problemsOf(variables).join("; ")).toContain(named);
  });
});

test("one line names every bad variable and shows no value", () => {
  const bad = {
    HOST: "0.0.0.0",
    PORT: "-1",
    LOG_LEVEL: "loud",
    BOOTSTRAP_ADMIN_PASSWORD: "short-token",
    SESSION_SECRET: "short-secret",
  };
  const { message } = new EnvError(problemsOf(bad));
  for (const name of Object.keys(bad)) expect(message).toContain(name);
  for (const secret of ["short-token", "short-secret"]) expect(message).not.toContain(secret);
  expect(message).not.toContain("\n");
  expect(message.match(/SESSION_SECRET/g)).toHaveLength(1);
});

test("half a key pair without a URL is refused, and everything that is missing is named", () => {
  const problems = problemsOf({ PROVISIONING_SANDBOX_KEY_ID: "key" });
  expect(problems.map((problem) => problem.split(" ")[0])).toEqual([
    "PROVISIONING_SANDBOX_SECRET",
    "PROVISIONING_BASE_URL",
  ]);
});

test("METRICS_TOKEN must be long and random", () => {
  expect(parseEnv({ ...configured, METRICS_TOKEN: otherSecret }, noFiles).metricsToken).toBe(otherSecret);
  expect(problemsOf({ ...configured, METRICS_TOKEN: "a value of sixteen" })).toEqual([
    "METRICS_TOKEN must be printable characters without spaces",
  ]);
  expect(problemsOf({ ...configured, METRICS_TOKEN: "short" })).toEqual([
    "METRICS_TOKEN must be at least 32 characters",
  ]);
});

test("the audit push needs https outside this machine and a secret that is hard to guess, and retention is in days", () => {
  const secret = "x8Kf2mQz71LpWc93RvTn5YbJd0HsGa64";
  const pushed = { ...configured, AUDIT_PUSH_URL: "https://collector.example/in?channel=7", AUDIT_PUSH_SECRET: secret };
  expect(parseEnv({ ...pushed, AUDIT_RETENTION_DAYS: "400" }, noFiles)).toMatchObject({
    auditPush: { url: "https://collector.example/in?channel=7", secret },
    retentionDays: { audit: 400, operations: undefined },
  });
  expect(problemsOf({ ...pushed, AUDIT_PUSH_URL: "http://collector.example" }).join()).toContain(
    "must begin with https://",
  );
  expect(problemsOf({ ...pushed, AUDIT_PUSH_SECRET: "x".repeat(32) }).join()).toContain("different characters");
});

test.each(["https://api.example/v2", "https://api.example/partner/Sandbox/"])(
  "the URL %s, which already contains an environment's path, is refused with what to do",
  (address) => {
    expect(problemsOf({ ...configured, PROVISIONING_BASE_URL: address }).join()).toContain(
      "must not end in /v2 or /sandbox: Switchboard adds the path of each environment",
    );
  },
);

test.each([
  ["one character", "x".repeat(32), "fewer than 6 different characters"],
  ["one repeated piece", "swordfish-".repeat(4), "repeat one piece"],
  ["a sequence", "abcdefghijklmnopqrstuvwxyz0123456789", "be a sequence"],
])("a session secret that consists of %s is refused", (_what, secret, reason) => {
  expect(problemsOf({ ...configured, SESSION_SECRET: secret }).join()).toContain(reason);
});

test.each(["Password1234!", "administrator2026", "demo demo demo", "123456789012", "qwertyuiop12", "aaaaaaaaaaaaaa"])(
  "the first administrator's password %s is refused, and not shown",
  (password) => {
    const problems = problemsOf({
      ...configured,
      BOOTSTRAP_ADMIN_EMAIL: "a@b.example",
      BOOTSTRAP_ADMIN_PASSWORD: password,
    }).join();
    expect(problems).toContain("BOOTSTRAP_ADMIN_PASSWORD must not");
    expect(problems).not.toContain(password);
  },
);

test("unknown variables that look like the console's own are named, with a suggestion", () => {
  expect(
    unknownVariables({
      ...configured,
      PROVISIONING_BASEURL: "https://api.example",
      PUBLIC_ORGIN: "https://console.example",
      SESSION_SECRET_FILE: "/run/x",
      PROVISIONING_REGION: "eu",
      PORTS: "3000",
      PATH: "/bin",
      HOSTNAME: "machine",
      OIDC_EMPTY: "",
    }),
  ).toEqual([
    "PROVISIONING_BASEURL is not a variable of Switchboard and has no effect: did you mean PROVISIONING_BASE_URL?",
    "PUBLIC_ORGIN is not a variable of Switchboard and has no effect: did you mean PUBLIC_ORIGIN?",
    "PROVISIONING_REGION is not a variable of Switchboard and has no effect.",
  ]);
});

test("the numbers' path stays within its environment's prefix", () => {
  const numbersPath = (path: string) =>
    parseEnv({ ...configured, PROVISIONING_NUMBERS_PATH: path }, noFiles).upstream?.numbersPath;
  expect(["/phone-numbers", "/telephony/numbers.json"].map(numbersPath)).toEqual([
    "/phone-numbers",
    "/telephony/numbers.json",
  ]);
  expect(parseEnv(configured, noFiles).upstream).not.toHaveProperty("numbersPath");
  for (const path of ["numbers", "/../v2/numbers", "/a/..", "/./a", "//evil.example", "/a?b", "/%2e%2e/v2", "/a/"]) {
    expect(problemsOf({ ...configured, PROVISIONING_NUMBERS_PATH: path }).join()).toContain(
      "PROVISIONING_NUMBERS_PATH",
    );
  }
});

test("the number of connections to the store is a whole number within limits", () => {
  const sizeOf = (size: string) => parseEnv({ ...configured, DATABASE_POOL_SIZE: size }, noFiles).databasePoolSize;
  expect(["1", "25", "500"].map(sizeOf)).toEqual([1, 25, 500]);
  for (const size of ["0", "501", "-1", "2.5", "ten"]) {
    expect(problemsOf({ ...configured, DATABASE_POOL_SIZE: size })).toEqual([
      "DATABASE_POOL_SIZE must be a number of connections, 1 to 500",
    ]);
  }
});
