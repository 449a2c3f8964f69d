import { fork } from "node:child_process";
import { once } from "node:events";
import { mkdtempSync, rmSync, statSync } from "node:fs";
import { connect } from "node:net";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { afterEach, beforeEach, expect, test } from "vitest";
import type { Bff } from "#server/bff/bff.ts";
import { parseEnv } from "#server/bff/config/env.ts";
import { createLog } from "#server/bff/core/log/log.ts";
import { createBff } from "#server/bff/create-bff.ts";
import { openStore } from "#server/bff/store/open-store.ts";
import { cookieOf } from "#tests/fixtures/console/create-test-bff.ts";

let dataDir: string;
let bff: Bff;
const started: Bff[] = [];

const start = async () => {
  bff = await createBff(parseEnv({ DATA_DIR: dataDir }), { log: createLog("silent") });
  started.push(bff);
};

beforeEach(() => {
  dataDir = mkdtempSync(join(tmpdir(), "switchboard-demo-"));
  process.env.API_CUSTOMERS = "50";
});

afterEach(async () => {
  delete process.env.API_CUSTOMERS;
  for (const each of started.splice(0)) await each.close();
  rmSync(dataDir, { recursive: true, force: true });
});

const origin = "http://localhost:3000";

async function signIn(email: string): Promise<string> {
  const body = JSON.stringify({ email, password: "demo demo demo" });
  const headers = { origin, "x-switchboard": "1", "content-type": "application/json" };
  return cookieOf(await bff.fetch(new Request(`${origin}/api/session`, { method: "POST", headers, body })));
}

const get = (path: string, cookie: string) => bff.fetch(new Request(`${origin}${path}`, { headers: { cookie } }));

/** Starts a configured console on the store at `url`. */
const startConfigured = (url: string) =>
  createBff(
    parseEnv({
      PROVISIONING_BASE_URL: "http://127.0.0.1:9",
      PROVISIONING_SANDBOX_KEY_ID: "key",
      PROVISIONING_SANDBOX_SECRET: "secret",
      SESSION_SECRET: "a secret that is long enough for a test",
      DATABASE_URL: url,
    }),
    { log: createLog("silent") },
  );

test("personas can sign in and see the customers of the demo API, and a restart keeps the data", async () => {
  await start();
  const personas = bff.demoPersonas() ?? [];
  const inReadme = ["viewer@demo.test", "editor@demo.test", "administrator@demo.test"];
  expect(personas.map(({ email }) => email)).toEqual(expect.arrayContaining(inReadme));
  const cookies: string[] = [];
  for (const { email, role } of personas) {
    const cookie = await signIn(email);
    cookies.push(cookie);
    expect(await (await get("/api/session", cookie)).json()).toMatchObject({ staff: { role } });
    const list = await (await get("/api/production/customers?datefrom=1970-01-01&includeDeleted=true", cookie)).json();
    expect(list).toMatchObject({ total: 50 });
  }

  const apiOrigin = bff.demoApiOrigin();
  expect((await fetch(`${apiOrigin}/health`)).status).toBe(200);
  await bff.close();
  await expect(fetch(`${apiOrigin}/health`), "closing ends the API as well").rejects.toThrow();

  // A configured console refuses to start on the demo's store, and does not change it.
  await expect(startConfigured(`sqlite:${dataDir}/demo.db`)).rejects.toMatchObject({
    name: "StartError",
    message: expect.stringContaining("passwords are public"),
  });

  // This variable names a file with a secret of the service. The demo must not read the file.
  process.env.API_PRODUCTION_SECRET_FILE = join(dataDir, "no-such-file");
  try {
    await start();
  } finally {
    delete process.env.API_PRODUCTION_SECRET_FILE;
  }
  for (const cookie of cookies) expect((await get("/api/session", cookie)).status).toBe(200);
  expect((await get("/api/production/customers", await signIn("viewer@demo.test"))).status).toBe(200);
  expect(statSync(join(dataDir, "session-secret")).mode & 0o777).toBe(0o600);
});

test("demo mode does not start on the store of a configured console, and adds no personas to it", async () => {
  await (await startConfigured(`sqlite:${dataDir}/demo.db`)).close();
  await expect(start()).rejects.toMatchObject({ name: "StartError", message: expect.stringContaining("DATA_DIR") });
  const store = await openStore(`sqlite:${dataDir}/demo.db`);
  expect(await store.staff.findByEmail("administrator@demo.test")).toBeNull();
  await store.close();
});

test("a console that is killed leaves no API process running", async () => {
  const folder = mkdtempSync(join(tmpdir(), "switchboard-demo-"));
  const child = fork(new URL("../../../fixtures/console/processes/run-demo-bff.ts", import.meta.url), [], {
    env: { ...process.env, DATA_DIR: folder },
  });
  const [{ apiOrigin }] = (await once(child, "message")) as [{ apiOrigin: string }];
  const { port, hostname } = new URL(apiOrigin);
  const held = connect(Number(port), hostname);
  await once(held, "connect");
  const released = once(held, "close");
  child.kill("SIGKILL");
  await released;
  rmSync(folder, { recursive: true, force: true });
});
