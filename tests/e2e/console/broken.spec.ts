import { mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { DatabaseSync } from "node:sqlite";
import { pages } from "#lib/paths.ts";
import { storeDownTexts } from "#server/bff/http/listener/texts.ts";
import { test as base, expect } from "#tests/e2e/helpers/fixtures.ts";
import { configuredVariables } from "#tests/e2e/helpers/target.ts";
import { canaries, startFaultyApi } from "#tests/fixtures/api/faulty-api.ts";
import { startConsole } from "#tests/fixtures/console/start-console.ts";

interface Breakable {
  /** An API that a test can make fail. */
  faultyApi: Awaited<ReturnType<typeof startFaultyApi>>;
  /** The folder of the console's store. */
  folder: string;
}

/** A separate console, whose API and store a test can break. */
const test = base.extend<object, Breakable>({
  upstream: "other-api",
  faultyApi: [
    // biome-ignore lint/correctness/noEmptyPattern: Playwright requires an object pattern
    async ({}, use) => {
      const faultyApi = await startFaultyApi();
      await use(faultyApi);
      await faultyApi.close();
    },
    { scope: "worker" },
  ],
  folder: [
    // biome-ignore lint/correctness/noEmptyPattern: Playwright requires an object pattern
    async ({}, use) => {
      const folder = mkdtempSync(join(tmpdir(), "switchboard-broken-"));
      await use(folder);
      rmSync(folder, { recursive: true, force: true });
    },
    { scope: "worker" },
  ],
  origin: [
    async ({ faultyApi, folder }, use) => {
      const key = { keyID: canaries.keyID, secret: canaries.secret };
      const variables = configuredVariables(faultyApi.origin, {
        production: key,
        sandbox: { keyID: `${key.keyID}-2`, secret: `${key.secret}-2` },
      });
      const console = await startConsole({ env: { ...variables, DATA_DIR: folder } });
      await use(console.origin);
      await console.close();
    },
    { scope: "worker", timeout: 120_000 },
  ],
});

test.describe.configure({ mode: "default" });

test("Retry loads a first page that failed, and moves the focus to the line above the rows", {
  tag: "@demo",
}, async ({ signIn, page, environment, faultyApi, allowConsole }) => {
  allowConsole(/status of 502/);
  await signIn("administrator");
  faultyApi.failWith("HTML 200");
  await page.goto(pages.customers(environment));
  const panel = page.getByRole("alert").filter({ hasText: "Invalid response from the API" });
  const retry = panel.getByRole("button", { name: "Retry" });
  const answered = page.waitForResponse(/\/customers\?/);
  await retry.press("Enter");
  await answered;
  await expect(retry).toBeFocused();
  faultyApi.failWith("fine");
  await expect(retry).not.toHaveAttribute("aria-disabled", "true");
  await retry.press("Enter");
  await expect(page.getByRole("rowheader", { name: "Fine" })).toBeVisible();
  await expect(page.getByRole("region", { name: "Customers" }).getByRole("status").first()).toBeFocused();
});

test("a page whose store fails shows the error page, and loads when the store works again", {
  tag: "@demo",
}, async ({ signIn, page, environment, folder, faultyApi, allowConsole }) => {
  allowConsole(/status of 5\d\d|React error #441/);
  faultyApi.failWith("fine");
  await signIn("administrator");
  // The store is changed through SQLite, because the console may be writing to the file at the same time.
  const store = new DatabaseSync(join(folder, "console.db"));
  try {
    store.exec("ALTER TABLE sessions RENAME TO sessions_away");
    const answer = await page.goto(pages.customers(environment));
    expect(answer?.status()).toBe(503);
    await expect(page.getByRole("heading", { name: storeDownTexts.title })).toBeVisible();
    const requestID = answer?.headers()["x-request-id"] ?? "none";
    await expect(page.getByText(storeDownTexts.requestID)).toContainText(requestID);
    expect(await page.content()).not.toContain("sessions");
    store.exec("ALTER TABLE sessions_away RENAME TO sessions");
    await page.getByRole("link", { name: storeDownTexts.retry }).click();
    await expect(page.getByRole("rowheader", { name: "Fine" })).toBeVisible();
  } finally {
    store.close();
  }
});
