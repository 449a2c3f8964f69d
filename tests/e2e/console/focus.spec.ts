import type { Page } from "@playwright/test";
import { pages } from "#lib/paths.ts";
import { addressQuery, everything, expectCustomers, readList } from "#tests/e2e/helpers/customers-page.ts";
import { expect, test } from "#tests/e2e/helpers/fixtures.ts";

const nowhere = "no customer has this name 7f3b";

/** The line above the rows. It gets the focus when a new answer removes the focused control. */
const summary = (page: Page) => page.getByRole("region", { name: "Customers" }).getByRole("status").first();

test("removing the window or the search keeps the focus on its control", async ({
  openCustomers,
  page,
  environment,
}) => {
  await openCustomers(environment, "window=1y&searchTerm=a");
  await page.getByRole("button", { name: "Remove filter Created" }).press("Enter");
  await expect(page.getByRole("button", { name: "Add filter" })).toBeFocused();
  await page.getByRole("button", { name: "Clear search" }).press("Enter");
  await expect(page.getByRole("searchbox", { name: "Search customers" })).toBeFocused();
});

test("an empty list gives the reason, and its button shows rows and moves the focus to the line above them", async ({
  signIn,
  page,
  environment,
}) => {
  await signIn();
  await page.goto(pages.customers(environment, new URLSearchParams({ searchTerm: nowhere })));
  await expect(page.getByRole("heading", { name: `Nothing matches “${nowhere}”` })).toBeVisible();
  // The search has extended its date range automatically.
  await expect(page.getByText(/^Without the search text: /)).toBeVisible();
  await expect.poll(() => addressQuery(page)).toEqual({ searchTerm: nowhere });
  // The lookup also searches other environments, numbers and operations. It opens with the text.
  const everywhere = page.getByRole("button", { name: `Search everywhere for “${nowhere}”` });
  await everywhere.press("Enter");
  await expect(page.getByRole("combobox", { name: "Look up anything" })).toHaveValue(nowhere);
  await page.keyboard.press("Escape");
  await expect(everywhere).toBeFocused();
  const { total } = await readList(page, environment);
  await page.getByRole("main").getByRole("button", { name: "Clear search" }).last().press("Enter");
  await expect(summary(page)).toContainText(total === 0 ? "No customers" : "created in the last 7 days");
  await expect(summary(page)).toBeFocused();
  await page.goto(pages.customers(environment, "window=all&limit=10&offset=900000"));
  await page.getByRole("button", { name: "Go to the last page" }).press("Enter");
  const all = await readList(page, environment, everything);
  const offset = String(Math.floor((all.total - 1) / 10) * 10);
  await expectCustomers(page, await readList(page, environment, { ...everything, offset }));
  await expect(summary(page)).toBeFocused();
});

test("Retry keeps the focus while the list loads, and then moves it to the line above the rows", async ({
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
