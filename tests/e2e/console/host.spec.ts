import { once } from "node:events";
import { connect } from "node:net";
import { join } from "node:path";
import { DatabaseSync } from "node:sqlite";
import { expect, test } from "@playwright/test";
import { api, pages } from "#lib/paths.ts";
import { credentialsFor } from "#tests/e2e/helpers/target.ts";
import { startConsole } from "#tests/fixtures/console/start-console.ts";

async function expectNoDevelopment(origin: string): Promise<void> {
  const page = await fetch(`${origin}${pages.signIn()}`);
  expect(page.status).toBe(200);
  expect(page.headers.get("content-security-policy")).not.toContain("unsafe-eval");
  expect((await fetch(`${origin}/__nextjs_attach-nodejs-inspector`)).status).toBe(404);
}

/** Tests how the host uses Next's own server. The tests need a build and no browser. */
test.describe("the host of the console @demo", () => {
  test("the host serves neither development endpoints nor Next's own pages, and stops at once despite open connections", async () => {
    const console = await startConsole({ env: { NODE_ENV: "development", LOG_LEVEL: "info", API_CUSTOMERS: "20" } });
    await expectNoDevelopment(console.origin);
    for (const path of ["/_global-error", "/_global-error.rsc", "/%5Fglobal-error"]) {
      const response = await fetch(`${console.origin}${path}`);
      expect([path, response.status, response.headers.get("cache-control")]).toEqual([path, 404, "private, no-store"]);
    }

    // Once a page was requested, Next also listens for protocol upgrades.
    const { hostname, port } = new URL(console.origin);
    const sockets = ["/_next/webpack-hmr", "/_next/hmr", pages.signIn(), "/api/health", "/"].map((path) => {
      const lines = [`GET ${path} HTTP/1.1`, "Host: x", "Connection: Upgrade", "Upgrade: websocket", "", ""];
      const socket = connect(Number(port), hostname).setEncoding("utf8");
      socket.write(lines.join("\r\n"));
      return socket;
    });
    const closed = sockets.map((socket) => once(socket, "close"));
    const answers = await Promise.all(sockets.map(async (socket) => String((await once(socket, "data"))[0])));
    expect(answers.map((answer) => answer.slice(0, 12))).toEqual(
      ["404", "404", "200", "200", "307"].map((status) => `HTTP/1.1 ${status}`),
    );
    expect(await console.close()).toBe(0);
    await Promise.all(closed);
    const lines = console
      .logs()
      .split("\n")
      .filter((line) => line.startsWith("{"));
    const ofStop = lines.map((line) => JSON.parse(line)).filter(({ msg }) => /^Switchboard (is|has) stop/.test(msg));
    expect(ofStop).toEqual([
      expect.objectContaining({ level: 30, msg: "Switchboard is stopping", signal: "SIGTERM", streams: 0 }),
      expect.objectContaining({ level: 30, msg: "Switchboard has stopped", ms: expect.any(Number) }),
    ]);
  });

  test("the host logs a page's failure with its request ID in single lines, and still answers for DRAIN_PAUSE after SIGTERM", async ({
    playwright: _,
  }, testInfo) => {
    const dataDir = testInfo.outputPath("data");
    const console = await startConsole({
      env: { DATA_DIR: dataDir, LOG_LEVEL: "info", NODE_ENV: undefined, API_CUSTOMERS: "20", DRAIN_PAUSE: "60" },
    });
    await expectNoDevelopment(console.origin);
    const signedIn = await fetch(`${console.origin}${api.session()}`, {
      method: "POST",
      headers: { origin: console.origin, "x-switchboard": "1", "content-type": "application/json" },
      body: JSON.stringify(credentialsFor("viewer")),
    });
    const cookie = signedIn.headers.getSetCookie()[0]?.split(";", 1)[0] ?? "";
    // Waits up to 30 s, because the console may be writing to the store at the same time.
    const store = new DatabaseSync(join(dataDir, "demo.db"), { timeout: 30_000 });
    store.exec("alter table sessions rename to away");
    store.close();

    const address = `${console.origin}${pages.customers("production")}`;
    for (const headers of [{ cookie }, { cookie, rsc: "1" }]) {
      const page = await fetch(address, { headers });
      const requestID = page.headers.get("x-request-id") ?? "none";
      const text = await page.text();
      expect(text).toContain(requestID);
      expect(text).not.toContain("no such table");
      await expect.poll(() => console.logs()).toContain(requestID);
    }
    // The host corrects a request that would make Next fail.
    const garbled = await fetch(`${console.origin}${pages.signIn()}`, {
      headers: { rsc: "1", "next-router-state-tree": "x" },
    });
    expect(garbled.status).toBe(200);

    await test.step("the readiness check reports that the host is draining", async () => {
      process.kill(console.pid, "SIGTERM");
      // Checks the code as well as the status, because a busy store also makes a console not ready.
      const readiness = async () => (await fetch(`${console.origin}/api/ready`)).json();
      await expect.poll(readiness).toMatchObject({ status: 503, code: "draining" });
      const page = await fetch(`${console.origin}${pages.signIn()}`);
      expect([page.status, page.headers.get("connection")]).toEqual([200, "close"]);
      // A second signal ends the console at once. A second signal right after the first one is ignored, because a shell
      // sends two. So the test repeats the signal.
      const repeating = setInterval(() => void console.close(), 500);
      const ended = console.close();
      expect(await ended.finally(() => clearInterval(repeating))).toBe(1);
    });

    const lines = console
      .logs()
      .trimEnd()
      .split("\n")
      .filter((line) => !line.startsWith("Switchboard is ready"));
    expect(lines.filter((line) => !line.startsWith("{"))).toEqual([]);
    const reported = lines.map((line) => JSON.parse(line)).filter(({ level }) => level === 50);
    expect(reported.map(({ error }) => error.message)).toEqual([
      expect.stringContaining("database failed"),
      expect.stringContaining("database failed"),
    ]);
  });
});
