import { once } from "node:events";
import { type AddressInfo, connect, createServer } from "node:net";
import { afterEach, expect, test } from "vitest";
import { freePort } from "#tests/fixtures/console/network/free-port.ts";
import { ConsoleDidNotStart, startConsole } from "#tests/fixtures/console/start-console.ts";

/**
 * Starts a console that must not start, and returns its error. Uses development mode, because this mode needs no build,
 * and each of these starts fails before Next does anything. These files test more refusals and their texts without a
 * process: tests/unit/server/bff/config/env.test.ts, tests/unit/server/bff/config/start-error.test.ts and
 * tests/integration/bff/http/development.test.ts.
 */
async function failureOf(
  env: Record<string, string | undefined>,
  flags: readonly string[] = ["--development"],
): Promise<ConsoleDidNotStart> {
  try {
    const console = await startConsole({ env, flags });
    await console.close();
  } catch (error) {
    if (error instanceof ConsoleDidNotStart) return error;
    throw error;
  }
  throw new Error("The console started");
}

let close = () => {};
afterEach(() => close());

test("one sentence names all bad variables, and nothing starts", async () => {
  const { exitCode, said } = await failureOf({ PORT: "x", LOG_LEVEL: "loud", HOST: "0.0.0.0" });
  expect(exitCode).toBe(1);
  expect(said.trimEnd().split("\n")).toHaveLength(1);
  for (const name of ["PORT", "LOG_LEVEL", "HOST"]) expect(said).toContain(name);
});

/** The variables of a configured console whose HOST is not an address of this machine. */
const elsewhere = {
  HOST: "203.0.113.7",
  PUBLIC_ORIGIN: "https://console.example",
  PROVISIONING_BASE_URL: "http://127.0.0.1:9",
  PROVISIONING_SANDBOX_KEY_ID: "key",
  PROVISIONING_SANDBOX_SECRET: "secret",
  SESSION_SECRET: "a secret that is long enough for a test",
};

test("development mode is refused in one sentence unless it runs on loopback", async () => {
  const { exitCode, said } = await failureOf(elsewhere);
  expect(exitCode).toBe(1);
  expect(said.trimEnd()).toMatch(/^Development works only on this machine[^\n]*$/);
});

test("a console accepts no connection before it is ready, so that a load balancer sends requests elsewhere", async () => {
  const silentDatabase = createServer().listen(0, "127.0.0.1");
  close = () => silentDatabase.close();
  await once(silentDatabase, "listening");
  const port = await freePort();
  const stop = new AbortController();
  const starting = startConsole({
    env: {
      ...elsewhere,
      HOST: undefined,
      PUBLIC_ORIGIN: undefined,
      PORT: String(port),
      DATABASE_URL: `postgres://nobody@127.0.0.1:${(silentDatabase.address() as AddressInfo).port}/none`,
    },
    flags: ["--development"],
    signal: stop.signal,
  });
  const [asking] = await once(silentDatabase, "connection");
  const connected = await once(connect(port, "127.0.0.1"), "connect").then(
    () => "connected",
    (error: { code: string }) => error.code,
  );
  stop.abort();
  await expect(starting).rejects.toThrow();
  silentDatabase.close();
  asking.destroy();
  expect(connected).toBe("ECONNREFUSED");
});
