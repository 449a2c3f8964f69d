import type { Locator } from "@playwright/test";
import { sessionSchema } from "#lib/contract/console/session.ts";
import type { Environment } from "#lib/contract/environment.ts";
import { api, pages } from "#lib/paths.ts";
import { scriptHasTakenOver } from "#tests/e2e/helpers/both-looks.ts";
import { everything, expectCustomers, needs, readList } from "#tests/e2e/helpers/customers-page.ts";
import { expect, test } from "#tests/e2e/helpers/fixtures.ts";

const names: Readonly<Record<Environment, string>> = { production: "Production", sandbox: "Sandbox" };

test("each environment has a word, a title, a favicon and a strip that stays in view", async ({ signIn, page }) => {
  await signIn();
  const { environments } = sessionSchema.parse(await (await page.request.get(api.session())).json());
  const looks: string[] = [];
  for (const environment of environments) {
    await page.goto(pages.customers(environment, "window=all"));
    await expect(page).toHaveTitle(new RegExp(`^${names[environment]}`, "i"));
    const current = page.getByRole("navigation", { name: "Environment" }).locator("[aria-current]");
    await expect(current).toHaveText(names[environment]);
    const icon = await page.locator('link[rel="icon"]').last().getAttribute("href");
    expect(icon).toContain(environment);
    await page.mouse.wheel(0, 2000);
    const strip = page.locator(`.env-${environment}`).first();
    await expect(strip).toBeInViewport();
    const box = await strip.boundingBox();
    expect([box?.x, box?.y, box?.height]).toEqual([0, 0, 4]);
    expect(box?.width).toBe(page.viewportSize()?.width);
    looks.push(
      await strip.evaluate(
        (element) => getComputedStyle(element).backgroundImage + getComputedStyle(element).backgroundColor,
      ),
    );
  }
  expect(new Set(looks).size).toBe(environments.length);
});

test("with forced colours, the strip, the current environment and the chosen preference stay distinguishable", async ({
  openCustomers,
  page,
  environment,
}) => {
  await openCustomers();
  await page.emulateMedia({ forcedColors: "active" });
  const background = (locator: Locator) =>
    locator.first().evaluate((element) => {
      const { backgroundColor, backgroundImage, forcedColorAdjust } = getComputedStyle(element);
      return `${forcedColorAdjust} ${backgroundColor} ${backgroundImage}`;
    });
  expect(await background(page.locator(`.env-${environment}`))).toMatch(/^none/);
  const current = page.getByRole("navigation", { name: "Environment" }).locator("[aria-current]");
  expect(await background(current)).toMatch(/^none/);
  expect(await background(current)).not.toBe(await background(page.locator("body")));
  await page.getByRole("banner").getByRole("button").last().click();
  const theme = page.getByRole("group", { name: "Theme" }).locator("label");
  const chosen = theme.filter({ has: page.getByRole("radio", { checked: true }) });
  const other = theme.filter({ has: page.getByRole("radio", { checked: false }) });
  expect(await background(chosen)).not.toBe(await background(other));
});

test("the environment switch keeps the page and the focus in both directions, and drops the filters", async ({
  signIn,
  page,
}) => {
  await signIn();
  const { environments } = sessionSchema.parse(await (await page.request.get(api.session())).json());
  needs(environments.length === 2, "both environments");
  await page.goto(pages.customers("production", "window=all&limit=10&searchTerm=a"));
  const link = page.getByRole("navigation", { name: "Environment" }).getByRole("link", { name: "Sandbox" });
  await link.press("Enter");
  await expect(page).toHaveURL(pages.customers("sandbox"));
  await expect(page).toHaveTitle(/^Sandbox/i);
  await expect(link).toBeFocused();
  await page.goBack();
  await expect(page).toHaveURL(pages.customers("production", "window=all&limit=10&searchTerm=a"));
  await expectCustomers(page, await readList(page, "production", { ...everything, searchTerm: "a" }));
  await expect(link).toBeFocused();
  await page.goForward();
  await expect(page).toHaveTitle(/^Sandbox/);
  await expect(page.getByRole("navigation", { name: "Environment" }).locator("[aria-current]")).toHaveText("Sandbox");
  await page.getByRole("button", { name: "Add filter" }).focus();
  await page.goBack();
  await expect(page).toHaveTitle(/^Production/);
  await expect(page.locator("#content")).toBeFocused();

  // A narrow screen shows the whole name of the page's environment on a button. Its menu has the same links.
  for (const width of [320, 360]) {
    await page.setViewportSize({ width, height: 800 });
    const button = page.getByRole("navigation", { name: "Environment" }).getByRole("button");
    await page.goto(pages.customers("production"));
    await expect(button).toHaveText("Production");
    await expect(button).toBeInViewport({ ratio: 1 });
    expect(await button.evaluate(({ scrollWidth, clientWidth }) => scrollWidth - clientWidth)).toBe(0);
    await button.press("Enter");
    await page.keyboard.press("Tab");
    await page.keyboard.press("Tab");
    await expect(link).toBeFocused();
    await page.keyboard.press("Escape");
    await expect(button).toBeFocused();
    await expect(link).toBeHidden();
    await button.press("Enter");
    await link.press("Enter");
    await expect(page).toHaveURL(pages.customers("sandbox"));
    await expect(button).toHaveText("Sandbox");
    await expect(button).toBeFocused();
    await expect(link).toBeHidden();
    await page.goBack();
    await expect(button).toHaveText("Production");
    await expect(button).toBeFocused();
  }
  await page.setViewportSize({ width: 1280, height: 800 });

  await page.goto(pages.customers("sandbox", "window=all&limit=10"));
  const sandbox = await readList(page, "sandbox", everything);
  await expectCustomers(page, sandbox);
  const production = await readList(page, "production", everything);
  const ids = new Set(production.customers.map((customer) => customer.customerID));
  expect(sandbox.customers.filter((customer) => ids.has(customer.customerID))).toEqual([]);
});

test("a path that cannot be decoded shows the console's page for unknown paths", async ({
  signIn,
  page,
  environment,
  allowConsole,
}) => {
  allowConsole(/status of 404/);
  await signIn();
  for (const segment of ["jobs", "bulk", "customers", "operations"]) {
    for (const id of ["%", "%25zz", "%2Fetc"]) {
      const answer = await page.request.get(`/${environment}/${segment}/${id}`);
      expect([segment, id, answer.status()]).toEqual([segment, id, 404]);
      expect(await answer.text()).toMatch(/<title>[^<]*Page not found · Switchboard<\/title>/);
    }
  }
  for (const path of [`/${environment}/jobs/%25zz`, `/${environment}/nowhere/at/all`, "/nowhere", "/staff/nowhere"]) {
    const answer = await page.goto(path);
    expect([path, answer?.status()]).toEqual([path, 404]);
    await expect(page.getByRole("heading", { level: 1, name: "Page not found" })).toBeVisible();
    // The page is shown inside the frame, which has links to other pages.
    await expect(page.getByRole("navigation", { name: "Pages" })).toBeVisible();
    await expect(page.getByRole("main")).toHaveCount(1);
    await expect(page).toHaveTitle(/Page not found · Switchboard$/);
  }
});

test("the earlier address of a page answers 308 with its query", async ({ page, environment }) => {
  const moved = {
    "/profile?from=mail": `${pages.account()}?from=mail`,
    "/status?a=1&b=%C3%A9": `${pages.consoleHealth()}?a=1&b=%C3%A9`,
    [`/${environment}/api-profile?limit=5`]: `${pages.apiBehaviour(environment)}?limit=5`,
  };
  for (const [from, to] of Object.entries(moved)) {
    for (const method of ["GET", "HEAD"]) {
      const answer = await page.request.fetch(from, { method, maxRedirects: 0 });
      expect([from, method, answer.status(), answer.headers().location]).toEqual([from, method, 308, to]);
    }
  }
});

test("a link that is pressed without a network shows an error, and opens when the network is back", async ({
  openCustomers,
  page,
  context,
  environment,
  allowConsole,
}) => {
  allowConsole(/ERR_INTERNET_DISCONNECTED|Failed to fetch/);
  await openCustomers(environment, "window=all&limit=10");
  await scriptHasTakenOver(page);
  await context.setOffline(true);
  await page.getByRole("navigation", { name: "Pages" }).getByRole("link", { name: "Webhooks" }).click();
  await expect(page.getByText("You are offline. The page opens when the connection is back.").first()).toBeVisible();
  await expect(page.getByRole("table", { name: "Customers" })).toBeVisible();
  await context.setOffline(false);
  await expect(page.getByRole("heading", { level: 1, name: "Webhooks" })).toBeVisible();
  await expect(page.getByText("You are offline.")).toBeHidden();
});
