import { mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import type { Page } from "@playwright/test";
import { api, pages } from "#lib/paths.ts";
import { expect, test } from "#tests/e2e/helpers/fixtures.ts";
import { waitUntilHydrated } from "#tests/e2e/helpers/taken-over.ts";
import { configuredVariables, credentialsFor } from "#tests/e2e/helpers/target.ts";
import { startAlternatingProxy } from "#tests/fixtures/console/network/alternating-proxy.ts";
import { freePort } from "#tests/fixtures/console/network/free-port.ts";
import { createOtherBuild } from "#tests/fixtures/console/processes/other-build.ts";
import { startConsole } from "#tests/fixtures/console/start-console.ts";
import { createTestDatabase, testDialects } from "#tests/fixtures/database/test-databases.ts";
import { startOtherApi } from "#tests/fixtures/other-api/start-other-api.ts";

/** Records the files that the browser requests under `/_next/static`: the build ID and the status of each. */
function watchScripts(page: Page): { buildID: string | null; status: number }[] {
  const scripts: { buildID: string | null; status: number }[] = [];
  page.context().on("response", (response) => {
    const url = new URL(response.url());
    if (!url.pathname.startsWith("/_next/static/")) return;
    scripts.push({ buildID: url.searchParams.get("dpl"), status: response.status() });
  });
  return scripts;
}

async function signInAt(page: Page, origin: string, credentials: { email: string; password: string }): Promise<void> {
  const headers = { "X-Switchboard": "1", Origin: origin };
  const answer = await page.request.post(`${origin}${api.session()}`, { data: credentials, headers });
  expect(answer.status(), await answer.text()).toBe(204);
}

test.describe("two versions of the console @demo", () => {
  // The tests in this group run in one worker, so that the other version is created only once.
  test.describe.configure({ mode: "default" });
  let folder: string;
  let program: string;
  let ids: ReturnType<typeof createOtherBuild>;

  test.beforeAll(() => {
    folder = mkdtempSync(join(tmpdir(), "switchboard-builds-"));
    program = join(folder, "other");
    ids = createOtherBuild(program);
  });
  test.afterAll(() => rmSync(folder, { recursive: true, force: true }));

  test("a page of the previous version gets its scripts from the new version", async ({ page, allowConsole }) => {
    // The open page requests the API's state while neither version runs.
    allowConsole(/ERR_CONNECTION_REFUSED/);
    const DATA_DIR = join(folder, "upgraded");
    const PORT = String(await freePort());
    const env = { DATA_DIR, PORT, API_CUSTOMERS: "30" };
    const before = await startConsole({ env });
    const { origin } = before;
    const scripts = watchScripts(page);
    await signInAt(page, origin, credentialsFor("viewer"));
    await page.goto(`${origin}${pages.customers("production", "window=all")}`);
    await expect(page.getByRole("table")).toBeVisible();
    await before.close();

    const after = await startConsole({ env, program });
    expect(after.origin).toBe(origin);
    const count = scripts.length;
    await page.keyboard.press("?");
    await expect(page.getByRole("dialog")).toBeVisible();
    await expect.poll(() => scripts.slice(count).map(({ buildID }) => buildID)).toContain(ids.ownID);
    // A link loads the page of the new version as a new document, so that two versions are never mixed.
    await page.keyboard.press("Escape");
    const document = page.waitForEvent("domcontentloaded");
    await page.getByRole("link", { name: "Numbers" }).first().click();
    await document;
    await expect(page).toHaveURL(`${origin}${pages.numbers("production")}`);
    await expect(page.getByRole("heading", { level: 1 })).toBeVisible();
    await expect.poll(() => scripts.map(({ buildID }) => buildID)).toContain(ids.otherID);
    expect(scripts.filter(({ status }) => status !== 200)).toEqual([]);
    await page.close();
    expect(await after.close()).toBe(0);
  });

  // Two consoles can share a store only on PostgreSQL.
  for (const dialect of testDialects.filter((name) => name === "postgres"))
    test(`every page works behind a load balancer that sends each request to another version on ${dialect}`, async ({
      page,
    }) => {
      const database = await createTestDatabase(dialect);
      const otherApi = await startOtherApi({ customers: 30 });
      const origins: string[] = [];
      const proxy = await startAlternatingProxy(() => origins);
      const env = {
        ...configuredVariables(otherApi.origin, otherApi.keys),
        DATABASE_URL: database.url,
        PUBLIC_ORIGIN: proxy.origin,
      };
      // Each console prints its public address, but the test needs the address at which the console listens.
      const ports = [await freePort(), await freePort()];
      const consoles = [
        await startConsole({ env: { ...env, PORT: String(ports[0]) } }),
        await startConsole({ env: { ...env, PORT: String(ports[1]) }, program }),
      ];
      origins.push(...ports.map((port) => `http://127.0.0.1:${port}`));

      const scripts = watchScripts(page);
      await signInAt(page, proxy.origin, credentialsFor("administrator", "other-api"));
      for (let round = 0; round < 2; round += 1) {
        for (const path of [
          pages.customers("production"),
          pages.operations("production"),
          pages.numbers("production"),
          pages.webhooks("production"),
        ]) {
          await page.goto(`${proxy.origin}${path}`);
          await expect(page.getByRole("heading", { level: 1 })).toBeVisible();
          await page.keyboard.press("?");
          await expect(page.getByRole("dialog")).toBeVisible();
          await page.keyboard.press("Escape");
        }
        for (const name of ["Customers", "Operations", "Numbers"]) {
          await page.getByRole("link", { name, exact: true }).first().click();
          await expect(page).toHaveURL(new RegExp(`/${name.toLowerCase()}$`));
          await expect(page.getByRole("heading", { level: 1 })).toBeVisible();
        }
      }
      expect(scripts.filter(({ status }) => status !== 200)).toEqual([]);
      expect(new Set(scripts.map(({ buildID }) => buildID))).toEqual(new Set([ids.ownID, ids.otherID]));
      await page.close();
      for (const console of consoles) expect(await console.close()).toBe(0);
      proxy.close();
      await otherApi.close();
      await database.drop();
    });
});

test.describe("a page whose build no longer exists @demo", () => {
  test("the page reloads once, and then works", async ({ page, openCustomers, allowConsole }) => {
    await openCustomers();
    allowConsole(/404|Failed to load resource/);
    let isGone = true;
    let documents = 0;
    page.on("request", (request) => {
      if (request.isNavigationRequest()) documents += 1;
      if (documents > 1) isGone = false;
    });
    await page.route("**/_next/static/chunks/*.js*", (route) =>
      isGone ? route.fulfill({ status: 404 }) : route.continue(),
    );
    await page.reload();
    await expect.poll(() => documents).toBe(2);
    await expect(page.getByRole("table")).toBeVisible();
    await waitUntilHydrated(page);
    await page.keyboard.press("?");
    await expect(page.getByRole("dialog")).toBeVisible();
    expect(documents).toBe(2);
  });

  test("the page does not reload forever", async ({ page, openCustomers, allowConsole }) => {
    await openCustomers();
    allowConsole(/404|Failed to load resource/);
    let documents = 0;
    page.on("request", (request) => {
      if (request.isNavigationRequest()) documents += 1;
    });
    const failed: string[] = [];
    await page.route("**/_next/static/chunks/*.js*", async (route) => {
      failed.push(`${documents} ${route.request().method()}`);
      await route.fulfill({ status: 404 });
    });
    await page.goto(pages.customers("production"), { waitUntil: "commit" });
    // The second document checks with a HEAD request whether the script exists. It does not, so the page is not
    // reloaded again.
    await expect.poll(() => failed).toContain("2 HEAD");
    await page.waitForLoadState("networkidle");
    expect(documents).toBe(2);
    await page.unroute("**/_next/static/chunks/*.js*");
  });
});
