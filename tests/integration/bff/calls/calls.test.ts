import { once } from "node:events";
import { mkdtempSync, rmSync, writeFileSync } from "node:fs";
import { get } from "node:http";
import type { AddressInfo } from "node:net";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { expect, onTestFinished, test } from "vitest";
import { createLog } from "#server/bff/core/log/log.ts";
import { createClientAddress } from "#server/bff/http/listener/client-address.ts";
import { createHost } from "#server/bff/http/listener/host.ts";
import { type ProxiedRequest, startFaultProxy } from "#tests/fixtures/api/fault-proxy.ts";
import { createTestBff } from "#tests/fixtures/console/create-test-bff.ts";
import { startOtherApi } from "#tests/fixtures/other-api/start-other-api.ts";

const everything = "/api/sandbox/customers?datefrom=1970-01-01";

/**
 * A console whose sandbox is `other-api`, a second implementation of the API. A fault proxy is between the console and
 * the API.
 */
async function setUp(
  faultFor?: Parameters<typeof startFaultProxy>[1],
  variables: (
    keys: Awaited<ReturnType<typeof startOtherApi>>["keys"],
  ) => Record<string, string | undefined> = () => ({}),
) {
  const api = await startOtherApi({ customers: 30 });
  const proxy = await startFaultProxy(api.origin, faultFor);
  const console = await createTestBff({
    baseUrl: proxy.origin,
    staff: [{ email: "vera@test.example", role: "viewer" }],
    variables: {
      PROVISIONING_PRODUCTION_KEY_ID: undefined,
      PROVISIONING_PRODUCTION_SECRET: undefined,
      PROVISIONING_SANDBOX_KEY_ID: api.keys.sandbox.keyID,
      PROVISIONING_SANDBOX_SECRET: api.keys.sandbox.secret,
      // Switched off, because otherwise the store of known customers would answer instead of the API.
      KNOWN_CUSTOMERS: "off",
      ...variables(api.keys),
    },
  });
  onTestFinished(async () => {
    await console.close();
    await proxy.close();
    await api.close();
  });
  const cookie = await console.signIn("vera@test.example");
  return { api, proxy, console, cookie, ask: (path = everything) => console.send("GET", path, { cookie }) };
}

test("with the API down, the last list is shown with its age, an unread list is refused at once, and ready gives the reason", async () => {
  const { proxy, console, ask } = await setUp();
  const seen = await (await ask()).json();
  await expect((await console.send("GET", "/api/ready")).json()).resolves.toEqual({
    status: "ready",
    upstream: { sandbox: "available" },
  });
  await proxy.down();
  const failed = await Promise.all([1, 2].map((offset) => ask(`${everything}&offset=${offset}`)));
  // At the last retry, the circuit breaker may already be open.
  for (const answer of failed) expect([502, 503]).toContain(answer.status);
  const before = proxy.requests.length;
  await expect((await ask()).json()).resolves.toEqual({ ...seen, stale: true, retryAt: expect.any(String) });
  const refused = await ask(`${everything}&offset=3`);
  expect(refused.status).toBe(503);
  expect(Number(refused.headers.get("retry-after"))).toBeGreaterThan(0);
  await expect(refused.json()).resolves.toMatchObject({ code: "upstream_paused", retryAt: expect.any(String) });
  expect(proxy.requests).toHaveLength(before);
  const ready = await console.send("GET", "/api/ready");
  expect(ready.status).toBe(200);
  await expect(ready.json()).resolves.toEqual({
    status: "ready",
    upstream: { sandbox: "down" },
    pausedUntil: { sandbox: expect.any(String) },
  });
});

test("a failed call is logged at level info with the API's status, the duration and the request that caused it", async () => {
  const { console, ask } = await setUp((request) =>
    request.url.endsWith("/auth") ? undefined : { kind: "answer", status: 500, body: '{"message":"broken"}' },
  );
  console.logLines.length = 0;
  const requestID = (await ask()).headers.get("x-request-id");
  const lines = console.logLines.map((line) => JSON.parse(line)).filter(({ level }) => level >= 30);
  expect(lines.find(({ msg }) => msg === "API call failed")).toMatchObject({
    environment: "sandbox",
    method: "GET",
    path: "/customers",
    status: 500,
    requestID,
    durationMs: expect.any(Number),
  });
  expect(lines.find(({ msg }) => msg === "request")).toMatchObject({ requestID, upstreamStatus: 500 });
});

test("when a browser disconnects, its request to the API also ends", async () => {
  const asked = Promise.withResolvers<ProxiedRequest>();
  const { proxy, console, cookie } = await setUp((request) => {
    if (request.url.endsWith("/auth")) return undefined;
    asked.resolve(request);
    return { kind: "black-hole", passed: false };
  });
  const server = createHost({
    bff: Promise.resolve(console.bff),
    pages: new Promise<never>(() => {}),
    log: createLog("silent", { write: () => {} }),
    secure: false,
    development: false,
    origins: () => ["http://localhost:3000"],
    clientAddress: createClientAddress([]),
  });
  onTestFinished(() => {
    server.close();
  });
  server.listen(0, "127.0.0.1");
  await once(server, "listening");
  const { port } = server.address() as AddressInfo;
  const browser = get({ host: "127.0.0.1", port, path: everything, headers: { cookie } });
  browser.on("error", () => {});
  const { index } = await asked.promise;
  browser.destroy();
  await proxy.left(index);
  expect(proxy.count("/customers")).toBe(1);
});

test("a key that is rotated in its file takes effect without a restart or an error", async () => {
  const folder = mkdtempSync(join(tmpdir(), "switchboard-keys-"));
  onTestFinished(() => rmSync(folder, { recursive: true }));
  const file = join(folder, "secret");
  const { api, ask, proxy } = await setUp(undefined, ({ sandbox }) => {
    writeFileSync(file, `${sandbox.secret}\n`);
    return { PROVISIONING_SANDBOX_SECRET: undefined, PROVISIONING_SANDBOX_SECRET_FILE: file };
  });
  expect((await ask()).status).toBe(200);
  api.keys.sandbox.secret = "rotated at the API";
  writeFileSync(file, "rotated at the API\n");
  api.revokeTokens();
  expect((await ask(`${everything}&offset=1`)).status).toBe(200);
  expect(proxy.count("/auth")).toBe(2);
});
