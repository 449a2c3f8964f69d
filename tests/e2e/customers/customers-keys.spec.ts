import type { Page } from "@playwright/test";
import { pages } from "#lib/paths.ts";
import {
  addFilter,
  addressQuery,
  everything,
  expectCustomers,
  needs,
  readList,
} from "#tests/e2e/helpers/customers-page.ts";
import { expect, test } from "#tests/e2e/helpers/fixtures.ts";
import { deployedOrigin } from "#tests/e2e/helpers/target.ts";

const allTime = "window=all&limit=25";
const rows = (page: Page) => page.getByRole("row").filter({ has: page.getByRole("rowheader") });
const link = (page: Page, row: number) => rows(page).nth(row).getByRole("rowheader").getByRole("link");

test("j and k move between rows, Enter opens the customer, and Back restores the row, the page and the scroll position", async ({
  openCustomers,
  page,
  environment,
  allowConsole,
}) => {
  allowConsole(/status of 404/);
  await openCustomers(environment, allTime);
  const { total } = await readList(page, environment, everything);
  needs(total > 75, "four pages of customers");
  await page.keyboard.press("]");
  const second = await readList(page, environment, { datefrom: "1970-01-01", offset: "25" });
  await expectCustomers(page, second);
  await expect.poll(() => addressQuery(page)).toEqual({ window: "all", offset: "25" });
  await page.keyboard.press("]");
  await expectCustomers(page, await readList(page, environment, { datefrom: "1970-01-01", offset: "50" }));
  await page.keyboard.press("[");
  await expectCustomers(page, second);
  // A viewer has neither checkboxes nor a button for a new customer. A deployed console may have no account of a
  // viewer.
  if (deployedOrigin === undefined) {
    await expect(page.getByRole("table").getByRole("checkbox")).toHaveCount(0);
    await expect(page.getByRole("link", { name: "New customer" })).toHaveCount(0);
  }

  for (let press = 0; press < 21; press += 1) await page.keyboard.press("j");
  await page.keyboard.press("k");
  await expect(link(page, 19)).toBeFocused();
  await expect(link(page, 19)).toBeInViewport({ ratio: 1 });
  if (deployedOrigin === undefined) {
    await page.keyboard.press("x");
    await expect(page.getByRole("region", { name: "Selected customers" })).toHaveCount(0);
  }
  const scrolled = await page.evaluate(() => window.scrollY);
  expect(scrolled).toBeGreaterThan(0);
  const customerID = second.customers[19]?.customerID ?? "";
  await page.keyboard.press("Enter");
  await expect.poll(() => new URL(page.url()).pathname).toBe(pages.customer(environment, customerID));
  await page.goBack();
  await expectCustomers(page, second);
  await expect(link(page, 19)).toBeFocused();
  await expect.poll(() => page.evaluate(() => window.scrollY)).toBe(scrolled);

  await page.reload();
  await expectCustomers(page, second);
  await expect(link(page, 19)).toBeFocused();
  // When the focus moves upwards, the sticky header must not cover the focused row.
  for (let press = 0; press < 19; press += 1) await page.keyboard.press("k");
  await expect(link(page, 0)).toBeFocused();
  const [row, header] = await Promise.all([
    link(page, 0).boundingBox(),
    page.getByRole("columnheader", { name: "Company" }).boundingBox(),
  ]);
  expect(row?.y).toBeGreaterThanOrEqual((header?.y ?? 0) + (header?.height ?? 0));

  await page.keyboard.press("/");
  await page.keyboard.press("ArrowDown");
  await expect(link(page, 0)).toBeFocused();
  await page.keyboard.press("ArrowDown");
  await page.keyboard.press("ArrowDown");
  await page.keyboard.press("ArrowUp");
  await expect(link(page, 1)).toBeFocused();
  // The search for the new text has not run yet. The down key starts it first, and must not lead to a row of the old
  // text.
  await page.keyboard.press("/");
  await page.keyboard.insertText("no-such-customer");
  await page.keyboard.press("ArrowDown");
  await expect.poll(() => addressQuery(page)).toMatchObject({ searchTerm: "no-such-customer" });
  await expect(page.getByRole("searchbox")).toBeFocused();
});

test("x selects customers over several pages, all customers of a page, or all matches", async ({
  signIn,
  openCustomers,
  page,
  environment,
}) => {
  await signIn("editor");
  await openCustomers(environment, allTime);
  const { total } = await readList(page, environment, everything);
  needs((await page.getByRole("checkbox", { name: /^Select all/ }).count()) > 0 && total > 25, "an editor, two pages");
  const bar = page.getByRole("region", { name: "Selected customers" });
  const box = (row: number) => rows(page).nth(row).getByRole("checkbox");
  const ofPage = page.getByRole("checkbox", { name: "Select all customers on this page" });
  await page.keyboard.press("j");
  await page.keyboard.press("x");
  await expect(bar).toContainText("1 selected");
  await box(3).click();
  await box(5).click({ modifiers: ["Shift"] });
  await expect(bar).toContainText("4 selected");
  await expect(ofPage).toHaveJSProperty("indeterminate", true);
  // A focused checkbox is not a text field, so single-key shortcuts work.
  await page.keyboard.press("j");
  await expect(link(page, 6)).toBeFocused();

  await page.getByRole("button", { name: "Next page" }).click();
  await expect(bar).toContainText("4 selected · 4 not on this page");
  await ofPage.click();
  await expect(bar).toContainText("29 selected");
  const count = new Intl.NumberFormat("en-GB").format(total);
  await bar.getByRole("button", { name: `Select all ${count} that match` }).click();
  await expect(bar).toContainText(`All ${count} that match are selected`);
  await page.getByRole("button", { name: "Previous page" }).click();
  await expect(ofPage).toBeChecked();
  // Other filters match other customers, so a change of filters clears the selection.
  await addFilter(page, "Include deleted");
  await expect(bar).toBeHidden();
  await page.getByRole("button", { name: "Remove filter Include deleted" }).click();
  await expect(bar).toBeVisible();
  await box(0).click();
  await expect(bar).toContainText("24 selected");
  await bar.getByRole("button", { name: "Clear selection" }).press("Enter");
  await expect(bar).toBeHidden();
  await expect(page.getByRole("checkbox", { checked: true })).toHaveCount(0);
});
