import { describe, expect, test } from "vitest";
import { EnvError, parseEnv } from "#server/bff/config/env.ts";

const configured = {
  PROVISIONING_BASE_URL: "https://api.example/partner/",
  PROVISIONING_SANDBOX_KEY_ID: "key",
  PROVISIONING_SANDBOX_SECRET: "secret",
  SESSION_SECRET: "x".repeat(32),
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

test("with nothing set it is demo mode on loopback, with files of its own", () => {
  expect(parseEnv({}, noFiles)).toEqual({
    host: "127.0.0.1",
    port: 3000,
    publicOrigin: undefined,
    dataDir: ".data",
    upstream: null,
    sessionSecrets: null,
    databaseUrl: "sqlite:.data/demo.db",
    bootstrapAdministrator: null,
    configuredValues: { plans: [], terms: [], hardwareOnlyPlans: undefined },
    logLevel: "warn",
  });
});

test("a configured console uses another file, and only the environments that have keys", () => {
  expect(parseEnv(configured, noFiles)).toMatchObject({
    upstream: { baseUrl: "https://api.example/partner", credentials: { sandbox: { keyID: "key", secret: "secret" } } },
    sessionSecrets: ["x".repeat(32)],
    databaseUrl: "sqlite:.data/console.db",
    logLevel: "info",
  });
});

test("empty is unset", () => {
  expect(parseEnv({ PROVISIONING_BASE_URL: "", PORT: " ", METRICS_TOKEN: "" }, noFiles).upstream).toBeNull();
});

test("secrets may come from files, whose last line break is none of theirs", () => {
  const { PROVISIONING_SANDBOX_SECRET: _, SESSION_SECRET: __, ...rest } = configured;
  const files: Record<string, string> = {
    "/run/key": "from a file\n",
    "/run/session": `${"y".repeat(32)},${"z".repeat(40)}\r\n`,
  };
  const env = parseEnv(
    { ...rest, PROVISIONING_SANDBOX_SECRET_FILE: "/run/key", SESSION_SECRET_FILE: "/run/session" },
    (path) => files[path] ?? noFiles(),
  );
  expect(env.upstream?.credentials.sandbox?.secret).toBe("from a file");
  expect(env.sessionSecrets).toEqual(["y".repeat(32), "z".repeat(40)]);
});

describe("refuses", () => {
  test.each<[string, Record<string, string>, string]>([
    ["a port that is none", { PORT: "80000" }, "PORT"],
    ["a port in words", { PORT: "http" }, "PORT"],
    ["an origin with a path", { PUBLIC_ORIGIN: "https://console.example/app" }, "PUBLIC_ORIGIN"],
    ["an origin of another scheme", { PUBLIC_ORIGIN: "ftp://console.example" }, "PUBLIC_ORIGIN"],
    ["demo mode for everybody", { HOST: "0.0.0.0" }, "HOST"],
    ["demo mode at a public address", { PUBLIC_ORIGIN: "https://console.example" }, "PUBLIC_ORIGIN"],
    ["demo mode on a real store", { DATABASE_URL: "postgres://db/console" }, "DATABASE_URL"],
    [
      "keys without an API",
      { PROVISIONING_SANDBOX_KEY_ID: "a", PROVISIONING_SANDBOX_SECRET: "b" },
      "PROVISIONING_BASE_URL",
    ],
    [
      "an API without keys",
      { PROVISIONING_BASE_URL: "https://api.example", SESSION_SECRET: "x".repeat(32) },
      "PROVISIONING_BASE_URL",
    ],
    ["half a pair", { ...configured, PROVISIONING_PRODUCTION_KEY_ID: "a" }, "PROVISIONING_PRODUCTION_SECRET"],
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
    ["a short session secret", { ...configured, SESSION_SECRET: `${"x".repeat(32)},short` }, "SESSION_SECRET"],
    ["everybody's address without an origin", { ...configured, HOST: "0.0.0.0" }, "PUBLIC_ORIGIN"],
    ["http for everybody", { ...configured, PUBLIC_ORIGIN: "http://console.example" }, "PUBLIC_ORIGIN"],
    ["half an administrator", { ...configured, BOOTSTRAP_ADMIN_EMAIL: "a@b.example" }, "BOOTSTRAP_ADMIN_PASSWORD"],
    [
      "a weak administrator",
      { ...configured, BOOTSTRAP_ADMIN_EMAIL: "a@b.example", BOOTSTRAP_ADMIN_PASSWORD: "short" },
      "BOOTSTRAP_ADMIN_PASSWORD",
    ],
    ["a secret in two places", { ...configured, SESSION_SECRET_FILE: "/run/x" }, "SESSION_SECRET_FILE"],
    ["a file that is not there", { METRICS_TOKEN_FILE: "/run/x" }, "METRICS_TOKEN_FILE"],
    ["a level that is none", { LOG_LEVEL: "loud" }, "LOG_LEVEL"],
    ["a database that is none", { ...configured, DATABASE_URL: "mysql://db" }, "DATABASE_URL"],
  ])("%s", (_what, variables, named) => {
    expect(problemsOf(variables).join("; ")).toContain(named);
  });
});

test("names every bad variable in one line and shows no value", () => {
  const bad = {
    HOST: "0.0.0.0",
    PORT: "-1",
    LOG_LEVEL: "loud",
    METRICS_TOKEN: "short-token",
    SESSION_SECRET: "short-secret",
  };
  const { message } = new EnvError(problemsOf(bad));
  for (const name of Object.keys(bad)) expect(message).toContain(name);
  for (const secret of ["short-token", "short-secret"]) expect(message).not.toContain(secret);
  expect(message).not.toContain("\n");
  expect(message.match(/SESSION_SECRET/g)).toHaveLength(1);
});

test("half a key pair without an address is told with all that is missing", () => {
  const problems = problemsOf({ PROVISIONING_SANDBOX_KEY_ID: "key" });
  expect(problems.map((problem) => problem.split(" ")[0])).toEqual([
    "PROVISIONING_SANDBOX_SECRET",
    "PROVISIONING_BASE_URL",
  ]);
});

test("variables of later issues are checked already", () => {
  expect(problemsOf({ OIDC_ISSUER: "no address" }).join()).toContain("OIDC_ISSUER");
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

test("plans and terms for the forms are lists of words; hardware-only plans left out are not an empty list", () => {
  const variables = {
    PROVISIONING_PLANS: "gold, silver",
    PROVISIONING_TERMS: "P1M",
    PROVISIONING_HARDWARE_ONLY_PLANS: "phones",
  };
  expect(parseEnv(variables, noFiles).configuredValues).toEqual({
    plans: ["gold", "silver"],
    terms: ["P1M"],
    hardwareOnlyPlans: ["phones"],
  });
});
