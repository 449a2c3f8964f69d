import type { Page } from "@playwright/test";
import { sessionSchema } from "#lib/contract/console/session.ts";
import { api, pages } from "#lib/paths.ts";
import { needs } from "#tests/e2e/helpers/customers-page.ts";
import { expect, test } from "#tests/e2e/helpers/fixtures.ts";

const nowhere = "no customer has this name 7f3b";

/** The line above the rows: it gets the focus when a new answer removes the focused control. */
const summary = (page: Page) => page.getByRole("region", { name: "Customers" }).getByRole("status").first();

test("removing the window or the search keeps the focus at its control", async ({
  openCustomers,
  page,
  environment,
}) => {
  await openCustomers(environment, "window=1y&searchTerm=a");
  await page.getByRole("button", { name: /^Remove the creation date range/ }).press("Enter");
  await expect(page.getByRole("button", { name: "Created: all time" })).toBeFocused();
  await page.getByRole("button", { name: "Clear search" }).press("Enter");
  await expect(page.getByRole("searchbox", { name: "Search customers" })).toBeFocused();
});

test("a button in an empty list moves the focus to the line above the new rows", async ({
  signIn,
  page,
  environment,
}) => {
  await signIn();
  await page.goto(pages.customers(environment, new URLSearchParams({ searchTerm: nowhere, window: "all" })));
  await page.getByRole("main").getByRole("button", { name: "Clear search" }).last().press("Enter");
  await expect(page.getByRole("table")).toBeVisible();
  await expect(summary(page)).toBeFocused();
  await page.goto(pages.customers(environment, "window=all&limit=10&offset=900000"));
  await page.getByRole("button", { name: "Go to the last page" }).press("Enter");
  await expect(page.getByRole("table")).toBeVisible();
  await expect(summary(page)).toBeFocused();
});

test("Retry keeps the focus while it loads, and a success moves it to the line above the rows", async ({
  openCustomers,
  page,
  environment,
  allowConsole,
}) => {
  allowConsole(/ERR_FAILED/);
  await openCustomers(environment, "window=all&limit=10");
  await page.route("**/api/**", (route) => route.abort("failed"));
  await page.getByRole("button", { name: "Reload" }).click();
  const retry = page.getByRole("button", { name: "Retry" });
  await retry.press("Enter");
  await expect(retry).toBeFocused();
  await page.unroute("**/api/**");
  await retry.press("Enter");
  await expect(retry).toBeHidden();
  await expect(summary(page)).toBeFocused();
});

test("the environment switch keeps the focus in both directions", async ({ openCustomers, page }) => {
  await openCustomers();
  const { environments } = sessionSchema.parse(await (await page.request.get(api.session())).json());
  needs(environments.length === 2, "both environments");
  await page.goto(pages.customers("production"));
  const sandbox = page.getByRole("navigation", { name: "Environment" }).getByRole("link", { name: "Sandbox" });
  await sandbox.press("Enter");
  await expect(page).toHaveTitle(/^Sandbox/);
  await expect(sandbox).toBeFocused();
  await page.goBack();
  await expect(page).toHaveTitle(/^Production/);
  await expect(sandbox).toBeFocused();
  await page.goForward();
  await expect(page).toHaveTitle(/^Sandbox/);
  await expect(page.getByRole("navigation", { name: "Environment" }).locator("[aria-current]")).toHaveText("Sandbox");
  await page.getByRole("button", { name: /^Created: / }).focus();
  await page.goBack();
  await expect(page).toHaveTitle(/^Production/);
  await expect(page.locator("#content")).toBeFocused();
});
