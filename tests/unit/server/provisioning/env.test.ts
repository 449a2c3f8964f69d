import { mkdtempSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { afterAll, describe, expect, test } from "vitest";
import { demoKeys } from "#server/provisioning/demo-keys.ts";
import { parseEnv } from "#server/provisioning/env.ts";

const production = {
  API_PRODUCTION_KEY_ID: "11111111-1111-4111-8111-11111111111A",
  API_PRODUCTION_SECRET: "a production secret",
};
const sandbox = {
  API_SANDBOX_KEY_ID: "22222222-2222-4222-8222-222222222222",
  API_SANDBOX_SECRET: "a sandbox secret",
};

const folder = mkdtempSync(join(tmpdir(), "switchboard-test-"));
afterAll(() => rmSync(folder, { recursive: true }));

function refusal(variables: Record<string, string>, commandLine?: { customers?: string }): string {
  try {
    parseEnv(variables, commandLine);
  } catch (error) {
    return (error as Error).message;
  }
  throw new Error("It was taken");
}

test("without any variable, the service runs the demo on loopback", () => {
  expect(parseEnv({})).toEqual({
    port: 4000,
    host: "127.0.0.1",
    databaseUrl: "sqlite:.data/provisioning.db",
    databasePoolSize: 10,
    credentials: demoKeys,
    usesDemoKeys: true,
    tokenLifetimeSeconds: 900,
    rateLimitPerMinute: 6000,
    maxRequests: 500,
    drainSeconds: 0,
    creationMs: 6000,
    customers: 5000,
    demo: false,
    logLevel: "info",
  });
});

test("all variables together are accepted, with key IDs in lower case", () => {
  expect(
    parseEnv({
      ...production,
      ...sandbox,
      API_PORT: "0",
      API_HOST: "0.0.0.0",
      API_DATABASE_URL: "postgres://localhost/x",
      API_TOKEN_LIFETIME: "5",
      API_RATE_LIMIT: "0",
      API_CONCURRENT_REQUESTS: "0",
      API_DRAIN_SECONDS: "20",
      API_CREATION_MS: "0",
      API_CUSTOMERS: "0",
      API_DEMO: "1",
      LOG_LEVEL: "warn",
    }),
  ).toEqual({
    port: 0,
    host: "0.0.0.0",
    databaseUrl: "postgres://localhost/x",
    databasePoolSize: 10,
    credentials: {
      production: { keyID: "11111111-1111-4111-8111-11111111111a", secret: "a production secret" },
      sandbox: { keyID: "22222222-2222-4222-8222-222222222222", secret: "a sandbox secret" },
    },
    usesDemoKeys: false,
    tokenLifetimeSeconds: 5,
    rateLimitPerMinute: 0,
    maxRequests: 0,
    drainSeconds: 20,
    creationMs: 0,
    customers: 0,
    demo: true,
    logLevel: "warn",
  });
});

test("empty variables count as unset", () => {
  expect(parseEnv({ API_PORT: "", API_SANDBOX_SECRET: "" })).toEqual(parseEnv({}));
});

test("one key pair enables only its own environment", () => {
  const { credentials, usesDemoKeys } = parseEnv(sandbox);
  expect(Object.keys(credentials)).toEqual(["sandbox"]);
  expect(usesDemoKeys).toBe(false);
});

test("--customers overrides API_CUSTOMERS", () => {
  expect(parseEnv({ API_CUSTOMERS: "7" }, { customers: "9" }).customers).toBe(9);
  expect(refusal({ API_CUSTOMERS: "7" }, { customers: "many" })).toContain("--customers must be a whole number");
});

describe("secrets from files", () => {
  const file = join(folder, "secret");
  writeFileSync(file, "from a file\n");
  const { API_SANDBOX_SECRET, ...keyOnly } = sandbox;

  test("secrets from files have no line break at their end", () => {
    const { credentials } = parseEnv({ ...keyOnly, API_SANDBOX_SECRET_FILE: file });
    expect(credentials.sandbox?.secret).toBe("from a file");
  });

  test("a secret from a variable and a file at once is refused", () => {
    expect(refusal({ ...keyOnly, API_SANDBOX_SECRET, API_SANDBOX_SECRET_FILE: file })).toContain(
      "API_SANDBOX_SECRET and API_SANDBOX_SECRET_FILE are both set",
    );
  });

  test("a missing file is reported once", () => {
    expect(refusal({ ...keyOnly, API_SANDBOX_SECRET_FILE: join(folder, "none") })).toBe(
      "Change these settings and start again: API_SANDBOX_SECRET_FILE names a file that cannot be read.",
    );
  });
});

test("one message names every bad variable, without the value of any secret", () => {
  const message = refusal({
    API_PORT: "70000",
    API_TOKEN_LIFETIME: "0",
    API_CUSTOMERS: "-1",
    API_DEMO: "yes",
    LOG_LEVEL: "loud",
    API_PRODUCTION_KEY_ID: "key",
    API_PRODUCTION_SECRET: "canary",
    API_SANDBOX_KEY_ID: sandbox.API_SANDBOX_KEY_ID,
  });
  for (const name of [
    "API_PORT must be",
    "API_TOKEN_LIFETIME must be",
    "API_CUSTOMERS must be",
    "API_DEMO must be",
    "LOG_LEVEL must be",
    "API_PRODUCTION_KEY_ID must be a UUID",
    "API_PRODUCTION_SECRET must have 8 characters",
    "API_SANDBOX_SECRET is missing beside API_SANDBOX_KEY_ID",
  ]) {
    expect(message).toContain(name);
  }
  expect(message).not.toContain("canary");
});

test("the same key for both environments is refused, in upper or lower case", () => {
  const same = { ...sandbox, API_SANDBOX_KEY_ID: production.API_PRODUCTION_KEY_ID.toLowerCase() };
  expect(refusal({ ...production, ...same })).toContain("are the same");
});

test.each(["127.0.0.1", "127.9.9.9", "localhost", "::1"])("the demo keys are accepted on %s", (host) => {
  expect(parseEnv({ API_HOST: host }).usesDemoKeys).toBe(true);
});

test.each(["0.0.0.0", "::", "192.168.0.1", "127.evil.example", "example.com"])(
  "the demo keys are refused on %s",
  (host) => {
    expect(refusal({ API_HOST: host })).toContain(`API_HOST is ${host}, where the public demo keys are not allowed`);
    expect(parseEnv({ API_HOST: host, ...production }).host).toBe(host);
  },
);
