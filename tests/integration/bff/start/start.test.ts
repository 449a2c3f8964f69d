import { once } from "node:events";
import { createServer } from "node:http";
import type { AddressInfo } from "node:net";
import { afterEach, expect, test } from "vitest";
import { ConsoleDidNotStart, startConsole } from "#tests/fixtures/start-console.ts";

/** In development nothing has to be built, and all of these end before Next does anything. */
const development = { NODE_ENV: "development" };

async function failureOf(env: Record<string, string | undefined>): Promise<ConsoleDidNotStart> {
  try {
    const console = await startConsole({ env });
    await console.close();
  } catch (error) {
    if (error instanceof ConsoleDidNotStart) return error;
    throw error;
  }
  throw new Error("The console started");
}

let close = () => {};
afterEach(() => close());

test("bad variables are all named in one sentence, and nothing starts", async () => {
  const { exitCode, said } = await failureOf({ ...development, PORT: "x", LOG_LEVEL: "loud", HOST: "0.0.0.0" });
  expect(exitCode).toBe(1);
  expect(said.trimEnd().split("\n")).toHaveLength(1);
  for (const name of ["PORT", "LOG_LEVEL", "HOST"]) expect(said).toContain(name);
});

test("a taken port is told in one sentence", async () => {
  const other = createServer().listen(0, "127.0.0.1");
  close = () => other.close();
  await once(other, "listening");
  const { port } = other.address() as AddressInfo;
  const { exitCode, said } = await failureOf({ ...development, PORT: String(port) });
  expect(exitCode).toBe(1);
  expect(said.trimEnd().split("\n")).toHaveLength(1);
  expect(said).toContain(`port ${port}`);
  expect(said).toContain("set PORT");
});

test("an address that this machine does not have is told in one sentence", async () => {
  const { exitCode, said } = await failureOf({
    ...development,
    HOST: "203.0.113.7",
    PUBLIC_ORIGIN: "https://console.example",
    PROVISIONING_BASE_URL: "http://127.0.0.1:9",
    PROVISIONING_SANDBOX_KEY_ID: "key",
    PROVISIONING_SANDBOX_SECRET: "secret",
    SESSION_SECRET: "x".repeat(32),
  });
  expect(exitCode).toBe(1);
  expect(said.trimEnd()).toMatch(/^Switchboard cannot listen on HOST[^\n]*$/);
});
