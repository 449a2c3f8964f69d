import { mkdtempSync, readFileSync, rmSync } from "node:fs";
import { createServer, type Server } from "node:http";
import { type AddressInfo, createServer as createTcpServer } from "node:net";
import { tmpdir } from "node:os";
import { join, resolve } from "node:path";
import { pathToFileURL } from "node:url";
import type { BrowserContext, Page } from "@playwright/test";
import { api, pages, placeHref } from "#lib/paths.ts";
import { placeNames } from "#lib/places.ts";
import { expect, test } from "#tests/e2e/helpers/fixtures.ts";
import { configuredVariables, credentialsFor } from "#tests/e2e/helpers/target.ts";
import { freePort } from "#tests/fixtures/console/network/free-port.ts";
import { startNext } from "#tests/fixtures/console/processes/start-next.ts";
import { type RunningConsole, startConsole } from "#tests/fixtures/console/start-console.ts";
import { createTestDatabase, type TestDatabase, testDialects } from "#tests/fixtures/database/test-databases.ts";
import { startOtherApi } from "#tests/fixtures/other-api/start-other-api.ts";

/**
 * Tests that Switchboard connects only to configured servers. Records every connection of a console while a
 * person uses it, and every request of its pages in a browser. The only targets are the API, the store, and the servers
 * in the configuration.
 */

const recorder = pathToFileURL(resolve(import.meta.dirname, "../../fixtures/console/network/record-connections.ts"));

let folder: string;
let connectionsFile: string;

test.beforeEach(() => {
  folder = mkdtempSync(join(tmpdir(), "switchboard-connections-"));
  connectionsFile = join(folder, "connections");
});

test.afterEach(() => rmSync(folder, { recursive: true, force: true }));

const recordedLines = () => new Set(readFileSync(connectionsFile, "utf8").trimEnd().split("\n"));

/** The lines that the recorder writes for a target: connections to its address, and look-ups of its name. */
const linesOf = (url: string) => {
  const { hostname, port } = new URL(url);
  return { connect: `connect ${hostname}:${port || "5432"}`, lookup: `lookup ${hostname}` };
};

/** Starts a server that never gives a useful answer. The tests only check who connects to its address. */
async function startReceiver(kind: "http" | "tcp" = "http"): Promise<{ url: string; close(): void }> {
  const server =
    kind === "http"
      ? createServer((request, response) => {
          request.resume();
          response.writeHead(204).end();
        })
      : createTcpServer((socket) => socket.destroy());
  await new Promise<void>((listening) => server.listen(0, "127.0.0.1", listening));
  const { port } = server.address() as AddressInfo;
  return {
    url: `http://127.0.0.1:${port}`,
    close() {
      (server as Partial<Server>).closeAllConnections?.();
      server.close();
    },
  };
}

/** Records the origin of everything that the pages of a context request, also through a socket. */
function recordOrigins(context: BrowserContext): Set<string> {
  const origins = new Set<string>();
  const add = (url: string) => {
    if (!/^(data|blob|about):/.test(url)) origins.add(new URL(url).origin);
  };
  context.on("request", (request) => add(request.url()));
  context.on("page", (page) => page.on("websocket", (socket) => add(socket.url())));
  return origins;
}

/** The addresses of every page of the console's rail. */
const everyPlace = placeNames.map((name) => placeHref(name, "production"));

/** Signs in, opens these pages and a customer's page, searches, and changes a contract and the staff. */
async function use(
  page: Page,
  { origin }: RunningConsole,
  { customerID, addresses }: { customerID: string; addresses: readonly string[] },
): Promise<void> {
  const { email, password } = credentialsFor("administrator", "other-api");
  await page.goto(origin + pages.signIn());
  await page.getByLabel("E-mail address").fill(email);
  await page.getByLabel("Password").fill(password);
  await page.getByRole("button", { name: "Sign in", exact: true }).click();
  await expect(page.getByRole("heading", { level: 1, name: "Overview" })).toBeVisible();
  for (const address of [...addresses, pages.customer("production", customerID)]) {
    await page.goto(origin + address);
    await expect(page.getByRole("heading", { level: 1 }).first()).toBeVisible();
  }
  const headers = { Origin: origin, "X-Switchboard": "1" };
  const post = (path: string, data: unknown) => page.request.post(origin + path, { headers, data });
  await page.request.get(`${origin}${api.lookup("production", new URLSearchParams({ q: "ahorn" }))}`);
  await page.request.patch(`${origin}/api/production/customers/${customerID}/contract`, {
    headers,
    data: { term: "monthly" },
  });
  const invited = { email: "new@test.example", name: "Vera", role: "viewer", environments: ["sandbox"] };
  expect((await post(api.staff(), invited)).status()).toBeLessThan(400);
  for (const name of ["notifications", "audit-push"]) await post(api.testOutbox(name), {});
  await page.request.get(origin + api.ssoStart({ returnTo: "/" }), { maxRedirects: 0 });
}

/**
 * The variables for a console that records its connections. Next's telemetry is not switched off here, because
 * Switchboard itself must switch it off.
 */
const recording = () => ({
  NODE_OPTIONS: `--import ${recorder.href}`,
  CONNECTIONS_FILE: connectionsFile,
  NEXT_TELEMETRY_DISABLED: undefined,
  // Other tests switch the background reading off. Here it runs, so that its connections are recorded.
  KNOWN_CALLS_PER_MINUTE: "60",
});

for (const { way, start } of [
  { way: "the host", start: startConsole },
  { way: "next start", start: startNext },
]) {
  test(`a console started by ${way} connects only to the API`, { tag: "@demo" }, async ({ page, allowConsole }) => {
    allowConsole(/status of (4|5)\d\d/);
    const upstream = await startOtherApi({ customers: 20 });
    const console = await start({
      env: {
        ...configuredVariables(upstream.origin, upstream.keys),
        DATABASE_URL: `sqlite:${join(folder, "console.db")}`,
        ...recording(),
      },
    });
    const origins = recordOrigins(page.context());
    // The test with everything configured opens every page.
    const addresses = [pages.customers("production")];
    await use(page, console, { customerID: upstream.customersOf("production")[0]?.uuid ?? "", addresses });
    await console.close();
    await upstream.close();
    expect([...origins]).toEqual([console.origin]);
    expect([...recordedLines()]).toEqual([linesOf(upstream.origin).connect]);
  });
}

// PostgreSQL if the run has a server. The tests above use SQLite, which opens no connection.
for (const dialect of testDialects.slice(-1)) {
  test(`a console with everything configured connects only to what is configured, on ${dialect}`, {
    tag: "@demo",
  }, async ({ page, allowConsole }) => {
    allowConsole(/status of (4|5)\d\d/);
    const upstream = await startOtherApi({ customers: 20 });
    const database: TestDatabase = await createTestDatabase(dialect);
    const [audit, notifications, traces, provider, mail] = await Promise.all([
      startReceiver(),
      startReceiver(),
      startReceiver(),
      startReceiver(),
      startReceiver("tcp"),
    ]);
    const receivers = [audit, notifications, traces, provider, mail];
    const secret = "b7Qx2Lm9Vt4Rk8Wz1Hc6Nd3Js5Pf0Gy-";
    const port = await freePort();
    const console = await startConsole({
      env: {
        ...configuredVariables(upstream.origin, upstream.keys),
        PORT: String(port),
        PUBLIC_ORIGIN: `http://localhost:${port}`,
        DATABASE_URL: database.url,
        AUDIT_PUSH_URL: audit.url,
        AUDIT_PUSH_SECRET: secret,
        NOTIFICATION_URL: notifications.url,
        NOTIFICATION_SECRET: secret,
        OTEL_EXPORTER_OTLP_ENDPOINT: traces.url,
        OIDC_ISSUER: provider.url,
        OIDC_CLIENT_ID: "switchboard",
        OIDC_CLIENT_SECRET: secret,
        SMTP_URL: mail.url.replace("http:", "smtp:"),
        ...recording(),
      },
    });
    const origins = recordOrigins(page.context());
    const customerID = upstream.customersOf("production")[0]?.uuid ?? "";
    await use(page, console, { customerID, addresses: everyPlace });
    await console.close();
    await upstream.close();
    for (const receiver of receivers) receiver.close();
    await database.drop();
    expect([...origins]).toEqual([console.origin]);
    const targets = [upstream.origin, ...receivers.map(({ url }) => url)].map(linesOf);
    const store = dialect === "postgres" ? [linesOf(database.url)] : [];
    const recorded = recordedLines();
    const allowed = new Set([...targets, ...store].flatMap(({ connect, lookup }) => [connect, lookup]));
    expect([...recorded].filter((line) => !allowed.has(line))).toEqual([]);
    // Each allowed target was really used. This proves that the recorder works.
    for (const { connect } of [...targets, ...store]) expect([...recorded]).toContain(connect);
  });
}
