import { readFileSync } from "node:fs";
import type { Page } from "@playwright/test";
import { api, pages } from "#lib/paths.ts";
import { demoKeys } from "#server/provisioning/demo-keys.ts";
import { scriptHasTakenOver } from "#tests/e2e/helpers/both-looks.ts";
import { openCase } from "#tests/e2e/helpers/case.ts";
import { expect, test } from "#tests/e2e/helpers/fixtures.ts";
import { configuredVariables, credentialsFor } from "#tests/e2e/helpers/target.ts";
import { startFaultProxy } from "#tests/fixtures/api/fault-proxy.ts";
import { startConsole } from "#tests/fixtures/console/start-console.ts";
import { startServiceProcess } from "#tests/fixtures/provisioning/service-process.ts";

const drawer = (page: Page) => page.getByRole("dialog", { name: "API calls of this page" });

async function download(page: Page, name: string): Promise<string> {
  const [file] = await Promise.all([page.waitForEvent("download"), drawer(page).getByRole("link", { name }).click()]);
  return file.path();
}

test("the key . shows the page's API calls by panel, each copied as curl, and all as a HAR file", async ({
  openCustomers,
  page,
  context,
  environment,
}) => {
  await context.grantPermissions(["clipboard-read", "clipboard-write"]);
  await openCustomers(environment, "window=all&limit=10");
  await scriptHasTakenOver(page);
  await page.keyboard.press(".");
  const panel = drawer(page).getByRole("region", { name: "Customers", exact: true });
  const call = panel.getByRole("listitem").filter({ hasText: "GET /customers" }).first();
  await call.locator("summary").click();
  await call.getByRole("button", { name: "Copy as curl" }).click();
  const curl = await page.evaluate(() => navigator.clipboard.readText());
  expect(curl).toMatch(
    /^curl -H "Authorization: Bearer \$TOKEN" 'http:\/\/127\.0\.0\.1:\d+\/\w+\/customers\?[^']*limit=10[^']*'$/,
  );
  const text = readFileSync(await download(page, "Download HAR"), "utf8");
  expect(text).not.toMatch(/authorization|bearer|cookie"|access_token|eyJ/i);
  const { log } = JSON.parse(text);
  expect(log).toMatchObject({ version: "1.2", creator: { name: "Switchboard" } });
  expect(log.entries.map(({ request }: { request: { method: string } }) => request.method)).toContain("GET");
  await page.keyboard.press("Escape");
  await expect(drawer(page)).toBeHidden();
  // The page's calls include the calls of its later requests, but no calls of another page.
  await page.getByRole("searchbox", { name: "Search customers" }).fill("nobody has this name");
  await expect(page).toHaveURL(/searchTerm/);
  await page.getByRole("button", { name: "API calls" }).click();
  await drawer(page).getByRole("link", { name: "All API calls" }).click();
  await expect(page).toHaveURL(new RegExp(`${pages.calls(environment)}\\?requestID=`));
  await expect(page.getByRole("table", { name: "API calls" })).toContainText("GET /customers");
});

test("a case file of a failing page shows the same page on another console, by text and roles @demo", async ({
  browser,
  allowConsole,
}) => {
  allowConsole(/status of (401|403|404|502)/);
  const service = await startServiceProcess({ API_CUSTOMERS: "30" });
  const proxy = await startFaultProxy(service.origin, ({ url }) =>
    // The console neither repeats a call that gets 403 nor pauses its requests. A pause would end at a random time.
    url.includes("/activities") ? { kind: "answer", status: 403, body: '{"message":"not for this key"}' } : undefined,
  );
  const original = await startConsole({ env: configuredVariables(proxy.origin, demoKeys) });
  const closing: (() => Promise<unknown>)[] = [original.close, proxy.close, service.kill];
  try {
    /** The text and the roles of the page, after they have stopped changing. */
    const shown = async (page: Page) => {
      await expect(page.getByRole("alert").filter({ hasText: "not for this key" }).first()).toBeVisible();
      await scriptHasTakenOver(page);
      // Request IDs differ between consoles, so they are replaced.
      const ids = /\b[0-9a-f]{8}(-[0-9a-f]{4}){3}-[0-9a-f]{12}\b/g;
      const snapshot = async () =>
        (await page.locator("main").ariaSnapshot())
          .replace(ids, "<id>")
          .replace(/[\w.+-]+…?@/g, (one) => `${one[0]}…@`);
      let last = "";
      const isStill = async () => {
        const before = last;
        last = await snapshot();
        return last === before;
      };
      await expect.poll(isStill, { intervals: [500] }).toBe(true);
      return last;
    };
    const context = await browser.newContext({ baseURL: original.origin });
    const page = await context.newPage();
    const headers = { "X-Switchboard": "1", Origin: original.origin };
    await page.request.post(api.session(), { data: credentialsFor("administrator", "other-api"), headers });
    const session = await (await page.request.get(api.session())).json();
    await page.request.post(api.callBodies(), { data: { staffID: session.staff.staffID, on: true }, headers });
    const list = await page.request.get(api.customers("sandbox", "datefrom=1970-01-01&limit=1"));
    const { customerID } = (await list.json()).customers[0];
    await page.goto(pages.customer("sandbox", customerID));
    const originalPage = await shown(page);
    await page.keyboard.press(".");
    const file = await download(page, "Download case file");
    await page.goto("about:blank");

    // The next console shares nothing with the first console: it is another process with its own folder.
    for (const end of closing.splice(0)) await end();
    const replayed = await openCase(browser, file);
    closing.push(replayed.close);
    expect(replayed.logs()).toContain("sign in as administrator at http://localhost");
    expect(new URL(replayed.page.url()).pathname).toBe(pages.customer("sandbox", customerID));
    expect(await shown(replayed.page)).toBe(originalPage);
    await context.close();
  } finally {
    for (const close of closing) await close();
  }
});
