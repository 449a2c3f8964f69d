import { fork } from "node:child_process";
import { once } from "node:events";
import { afterAll, beforeAll, expect, test } from "vitest";
import { inheritedVariables } from "#tests/fixtures/console/start-console.ts";
import { createTestDatabase, type TestDatabase } from "#tests/fixtures/database/test-databases.ts";

let database: TestDatabase;
beforeAll(async () => {
  database = await createTestDatabase("sqlite");
});
afterAll(() => database.drop());

/** Returns which packages for metrics, traces, passkeys and mail a console with these variables loads at its start. */
async function loadedWith(variables: Record<string, string>): Promise<string[]> {
  const child = fork(new URL("../../../fixtures/tracing/list-loaded.ts", import.meta.url), [], {
    env: {
      ...inheritedVariables(),
      PROVISIONING_BASE_URL: "http://127.0.0.1:9",
      PROVISIONING_SANDBOX_KEY_ID: "key",
      PROVISIONING_SANDBOX_SECRET: "sandbox-secret",
      SESSION_SECRET: "a secret that is long enough for a test",
      LOG_LEVEL: "silent",
      DATABASE_URL: database.url,
      ...variables,
    } as NodeJS.ProcessEnv,
  });
  const ended = once(child, "exit").then(([code]) => {
    throw new Error(`The console ended with ${code} and said nothing`);
  });
  const said = once(child, "message").then(([message]) => (message as { loaded: string[] }).loaded);
  return Promise.race([said, ended]).finally(() => ended.catch(() => {}));
}

test("a start loads no packages for metrics and traces if neither is configured, and none for passkeys and mail", async () => {
  expect(await loadedWith({ SMTP_URL: "smtp://127.0.0.1:9" })).toEqual([]);
});

test("each package is loaded only if it is configured", async () => {
  const METRICS_TOKEN = "Zt4Lw8Qe1Rv6Ny3Ub9Ik5Mo2Ap7Sd0Fg-Hj_Xc";
  // prom-client itself loads the interface package for traces, so this assertion is less strict.
  expect(await loadedWith({ METRICS_TOKEN })).toContain("prom-client");
  expect(await loadedWith({ OTEL_EXPORTER_OTLP_ENDPOINT: "http://127.0.0.1:9" })).toEqual(["@opentelemetry"]);
});
