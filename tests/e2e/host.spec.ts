import { once } from "node:events";
import { connect } from "node:net";
import { join } from "node:path";
import { DatabaseSync } from "node:sqlite";
import { expect, test } from "@playwright/test";
import { api, pages } from "#lib/paths.ts";
import { startConsole } from "#tests/fixtures/start-console.ts";
import { credentialsFor } from "./target.ts";

/** What the host makes of Next's own server, which only a build shows; no browser has a part in it. */
test.describe("the host @demo", () => {
  test("stops at once, whatever connections ask to speak another protocol", async () => {
    const console = await startConsole();
    // Next listens for such offers from its first page on.
    expect((await fetch(`${console.origin}${pages.signIn()}`)).status).toBe(200);
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
  });

  test("tells a page's failure by its request ID, and the log in single lines", async ({ playwright: _ }, testInfo) => {
    const dataDir = testInfo.outputPath("data");
    const console = await startConsole({ env: { DATA_DIR: dataDir, LOG_LEVEL: "info" } });
    const signedIn = await fetch(`${console.origin}${api.session()}`, {
      method: "POST",
      headers: { origin: console.origin, "x-switchboard": "1", "content-type": "application/json" },
      body: JSON.stringify(credentialsFor("viewer")),
    });
    const cookie = signedIn.headers.getSetCookie()[0]?.split(";", 1)[0] ?? "";
    // The console may be writing just now.
    const store = new DatabaseSync(join(dataDir, "demo.db"));
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
    // A request that Next itself would fail at is mended before.
    const garbled = await fetch(`${console.origin}${pages.signIn()}`, {
      headers: { rsc: "1", "next-router-state-tree": "x" },
    });
    expect(garbled.status).toBe(200);
    expect(await console.close()).toBe(0);

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

  test("gives nobody the page that Next has prerendered for its own failures", async () => {
    const console = await startConsole();
    for (const path of ["/_global-error", "/_global-error.rsc", "/%5Fglobal-error"]) {
      const response = await fetch(`${console.origin}${path}`);
      expect([path, response.status, response.headers.get("cache-control")]).toEqual([path, 404, "private, no-store"]);
    }
    expect(await console.close()).toBe(0);
  });
});
