import type { Page } from "@playwright/test";
import { lazyTexts } from "#components/ui/lazy/lazy-texts.ts";
import { pages } from "#lib/paths.ts";
import { demoPassword } from "#lib/session/demo-password.ts";
import { scriptHasTakenOver } from "#tests/e2e/helpers/both-looks.ts";
import { expect, test } from "#tests/e2e/helpers/fixtures.ts";

const scripts = /\/_next\/static\/chunks\/.*\.js/;
const box = (page: Page) => page.getByRole("combobox", { name: "Look up anything" });

test("keys that are typed while the lookup loads go into the lookup, and are no shortcuts of the page", async ({
  openCustomers,
  page,
  environment,
}) => {
  await openCustomers(environment, "window=all&limit=10");
  await scriptHasTakenOver(page);
  const released = Promise.withResolvers<void>();
  let held = 0;
  await page.route(scripts, async (route) => {
    held++;
    await released.promise;
    await route.continue();
  });
  const search = page.getByRole("searchbox", { name: "Search customers" });
  await search.focus();
  await page.keyboard.press("Control+k");
  // "?" is a shortcut of the page. Here it is typed as text, because the search box has the focus.
  await page.keyboard.type("acme?x");
  await page.keyboard.press("Backspace");
  expect(held).toBeGreaterThan(0);
  await expect(box(page)).toBeHidden();
  released.resolve();
  await expect(box(page)).toHaveValue("acme?");
  await expect(box(page)).toBeFocused();
  await expect(search).toHaveValue("");
  await page.keyboard.press("Escape");
  await expect(search).toBeFocused();
});

/** Opens a page without its scripts. They are loaded when the returned function is called. */
async function openWithoutScripts(page: Page, address: string): Promise<() => void> {
  const released = Promise.withResolvers<void>();
  await page.route(scripts, async (route) => {
    await released.promise;
    await route.continue();
  });
  await page.goto(address, { waitUntil: "commit" });
  await expect(page.getByRole("heading", { level: 1 })).toBeVisible();
  return released.resolve;
}

test("a pasted text that is deleted while the lookup loads stays deleted", async ({
  openCustomers,
  page,
  environment,
}) => {
  await openCustomers(environment, "window=all&limit=10");
  await scriptHasTakenOver(page);
  const released = Promise.withResolvers<void>();
  await page.route(scripts, async (route) => {
    await released.promise;
    await route.continue();
  });
  await page.evaluate(() => {
    const clipboardData = new DataTransfer();
    clipboardData.setData("text", "acme");
    document.body.dispatchEvent(new ClipboardEvent("paste", { clipboardData, bubbles: true, cancelable: true }));
  });
  const early = page.getByRole("dialog").getByRole("textbox");
  await expect(early).toHaveValue("acme");
  await early.clear();
  released.resolve();
  await expect(box(page)).toBeFocused();
  await expect(box(page)).toHaveValue("");
});

test("text that is typed for the lookup before hydration is shown at once and looked up later", async ({
  signIn,
  page,
  environment,
}) => {
  await signIn();
  const release = await openWithoutScripts(page, pages.customers(environment, "window=all&limit=10"));
  await page.keyboard.press("Control+k");
  // "/" is a shortcut of the page. Here it is typed as text, because the lookup's input has the focus.
  await page.keyboard.type("go /x");
  await page.keyboard.press("Backspace");
  await expect(page.getByRole("textbox", { name: "Look up anything" })).toHaveValue("go /");
  const lookedUp = page.waitForRequest((request) => new URL(request.url()).searchParams.get("q") === "go /");
  release();
  await expect(box(page)).toBeFocused();
  await expect(box(page)).toHaveValue("go /");
  await lookedUp;
  await page.keyboard.type("b");
  await expect(box(page)).toHaveValue("go /b");
});

test("choices, presses and submits before hydration take effect after it", async ({ signIn, page, environment }) => {
  await signIn("editor");
  await page.setViewportSize({ width: 360, height: 760 });
  const release = await openWithoutScripts(
    page,
    pages.customers(environment, "window=all&limit=10&includeDeleted=true"),
  );
  await page.getByRole("rowgroup").last().getByRole("checkbox").first().check();
  await page.getByRole("combobox", { name: "Sort by" }).selectOption({ label: "Company, A to Z" });
  await page.getByRole("button", { name: "Remove filter Include deleted" }).click();
  await page.keyboard.press("/");
  await page.keyboard.type("an");
  await page.keyboard.press("Enter");
  release();
  await expect
    .poll(() => Object.fromEntries(new URL(page.url()).searchParams))
    .toEqual({
      window: "all",
      limit: "10",
      sort: "companyName",
      ascending: "true",
      searchTerm: "an",
    });
  await expect(page.getByRole("searchbox", { name: "Search customers" })).toHaveValue("an");
  await expect(page.getByRole("region", { name: "Selected customers" }).getByText("1 selected")).toBeVisible();
});

test("a new customer that is submitted before hydration keeps its values, and the form names its mistakes", async ({
  signIn,
  page,
  environment,
}) => {
  await signIn("editor");
  const release = await openWithoutScripts(page, pages.newCustomer(environment));
  const name = page.getByRole("textbox", { name: "Company name" });
  await name.fill("Early Ltd");
  await page.keyboard.press("Enter");
  release();
  await expect(page.getByRole("alert").getByRole("link").first()).toBeVisible();
  await expect(name).toHaveValue("Early Ltd");
});

test("a sign-in that is submitted before hydration happens after it @demo", async ({ page }) => {
  const release = await openWithoutScripts(page, pages.signIn());
  await page.getByLabel("E-mail address").fill("viewer@demo.test");
  await page.getByLabel("Password").fill(demoPassword);
  await page.keyboard.press("Enter");
  expect(new URL(page.url()).pathname).toBe(pages.signIn());
  release();
  await expect(page.getByRole("heading", { level: 1, name: "Overview" })).toBeVisible();
});

test("a part that fails to load shows an error, keeps the focus, and loads when it is opened again", async ({
  openCustomers,
  page,
  environment,
  allowConsole,
}) => {
  allowConsole(/ERR_FAILED|Failed to load (chunk|resource)|ChunkLoadError/);
  await openCustomers(environment, "window=all&limit=10");
  await scriptHasTakenOver(page);
  await page.route(scripts, (route) => route.abort("failed"));
  const button = page.getByRole("button", { name: "Look up" });
  await button.focus();
  await page.keyboard.press("Enter");
  const notice = page.getByRole("alert").filter({ hasText: lazyTexts.failed });
  await expect(notice).toBeVisible();
  await expect(notice.getByRole("button", { name: lazyTexts.reload })).toBeVisible();
  await expect(button).toBeFocused();
  await page.keyboard.press("Escape");
  await expect(notice).toBeHidden();

  await page.unroute(scripts);
  await page.keyboard.press("Enter");
  await expect(box(page)).toBeFocused();
  await page.keyboard.press("Escape");
  await expect(button).toBeFocused();
});

test("the menus of saved views and of operations show their content even if they are opened before they are loaded", async ({
  openCustomers,
  page,
  environment,
}) => {
  await openCustomers(environment, "window=all&limit=10");
  await scriptHasTakenOver(page);
  const released = Promise.withResolvers<void>();
  await page.route(scripts, async (route) => {
    await released.promise;
    await route.continue();
  });
  const views = page.getByRole("button", { name: "Views" });
  await views.click();
  const menu = page.getByRole("group", { name: "Saved views" });
  await expect(menu).toBeVisible();
  released.resolve();
  await expect(menu.getByRole("button", { name: "Save" })).toBeVisible();
  await expect(views).toBeFocused();
});

test("a menu that is opened before hydration shows that it loads, and then shows its content", async ({
  signIn,
  page,
  environment,
}) => {
  await signIn();
  const release = await openWithoutScripts(page, pages.customers(environment, "window=all&limit=10"));
  const views = page.getByRole("button", { name: "Views" });
  await views.click();
  const menu = page.getByRole("group", { name: "Saved views" });
  expect((await menu.boundingBox())?.height).toBeGreaterThan(60);
  release();
  await expect(menu.getByRole("button", { name: "Save" })).toBeVisible();
  await expect(views).toBeFocused();
});

/** Returns how much of the page has moved without a person's action: the browser's cumulative layout shift. */
async function shiftOf(page: Page): Promise<number> {
  return await page.evaluate(() => (window as Window & { shift?: number }).shift ?? 0);
}

/**
 * Waits one second. Everything that the page reads automatically has arrived by then. The network is never idle,
 * because pages follow jobs over an open stream.
 */
const settled = (page: Page) => page.waitForTimeout(1_000);

test("no page moves its content while it or a part loads, and a list of customers requests nothing afterwards", async ({
  signIn,
  page,
  environment,
}) => {
  await page.addInitScript(() => {
    const measured = window as Window & { shift?: number };
    measured.shift = 0;
    new PerformanceObserver((list) => {
      for (const entry of list.getEntries() as (PerformanceEntry & { value: number; hadRecentInput: boolean })[]) {
        if (!entry.hadRecentInput) measured.shift = (measured.shift ?? 0) + entry.value;
      }
    }).observe({ type: "layout-shift", buffered: true });
  });
  await signIn("administrator");
  const asked: string[] = [];
  page.on("request", (request) => {
    const { pathname } = new URL(request.url());
    // Requests for jobs do not count, because the page keeps following a running job.
    if (pathname.startsWith("/api/") && !pathname.includes("/jobs")) asked.push(pathname);
  });
  for (const address of [
    pages.overview(environment),
    pages.jobs(environment),
    pages.operations(environment),
    pages.numbers(environment),
    pages.webhooks(environment),
    pages.account(),
    pages.customers(environment, "window=all"),
  ]) {
    asked.length = 0;
    await page.goto(address);
    await settled(page);
    expect(await shiftOf(page), address).toBeLessThan(0.01);
  }
  expect(asked).toEqual([]);
  await page.keyboard.press("Control+k");
  await expect(box(page)).toBeFocused();
  await page.keyboard.press("Escape");
  await page.getByRole("button", { name: "Views" }).click();
  await expect(page.getByRole("group", { name: "Saved views" })).toBeVisible();
  expect(await shiftOf(page), "opened parts").toBeLessThan(0.01);
});
