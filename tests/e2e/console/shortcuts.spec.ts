import type { Page } from "@playwright/test";
import { pages } from "#lib/paths.ts";
import { expectAccessibleInBothLooks } from "#tests/e2e/helpers/axe.ts";
import { scriptHasTakenOver } from "#tests/e2e/helpers/both-looks.ts";
import { expect, test } from "#tests/e2e/helpers/fixtures.ts";

const help = (page: Page) => page.getByRole("dialog", { name: "Help" });
const lookup = (page: Page) => page.getByRole("combobox", { name: "Look up anything" });

test("? lists the page's shortcuts except while a person types, and single keys can be switched off", async ({
  openCustomers,
  page,
  environment,
}) => {
  await openCustomers(environment, "window=all&limit=10");
  await scriptHasTakenOver(page);
  await page.keyboard.press("?");
  await expect(help(page).getByText("Open help")).toBeVisible();
  await expect(help(page).getByText("Look up anything, or run a command")).toBeVisible();
  // While a dialog is open, single keys do nothing on the page behind it.
  await page.keyboard.press("/");
  await page.keyboard.press("Escape");
  await expect(help(page)).toBeHidden();
  const search = page.getByRole("searchbox", { name: "Search customers" });
  await expect(search).not.toBeFocused();
  await page.keyboard.press("/");
  await expect(search).toBeFocused();
  await page.keyboard.press("?");
  await expect(search).toHaveValue("?");
  await expect(help(page)).toBeHidden();
  await page.keyboard.press("Escape");
  await expect(search).toHaveValue("");
  await search.blur();

  // The second key must follow shortly after the first, so both are pressed together.
  await Promise.all([page.keyboard.press("g"), page.keyboard.press("c")]);
  await expect(page).toHaveURL(pages.customers(environment));

  await page.keyboard.press("?");
  await help(page).getByRole("radio", { name: "Off" }).check();
  await expect(help(page).getByText("Single keys do nothing now")).toBeVisible();
  await page.keyboard.press("Escape");
  for (const key of ["?", "/", "j", "]"]) await page.keyboard.press(key);
  await expect(help(page)).toBeHidden();
  await expect(search).not.toBeFocused();
  await expect(page.getByRole("rowheader").getByRole("link").first()).not.toBeFocused();
  await expect(page).toHaveURL(pages.customers(environment));
  await page.keyboard.press("Control+k");
  await lookup(page).fill("keyboard");
  await expect(page.getByRole("dialog").getByRole("option", { selected: true })).toHaveText("Open help");
  await page.keyboard.press("Enter");
  await help(page).getByRole("radio", { name: "On" }).check();
  await page.keyboard.press("Escape");
  await page.keyboard.press("?");
  await expect(help(page)).toBeVisible();
});

test("the lookup and the shortcuts are accessible in every state", async ({
  openCustomers,
  page,
  environment,
  allowConsole,
}) => {
  allowConsole(/ERR_FAILED/);
  // Analyses only the dialog. `accessibility.spec.ts` analyses the page behind it.
  const expectSound = (on: Page) => expectAccessibleInBothLooks(on, { within: "dialog[open]" });
  const settled = () => expect(page.locator("[role=group][aria-busy=true]")).toHaveCount(0);
  const option = (name: string | RegExp) => page.getByRole("dialog").getByRole("option", { name }).first();
  await openCustomers(environment);
  await scriptHasTakenOver(page);
  await page.keyboard.press("?");
  await expect(help(page)).toBeVisible();
  await expectSound(page);
  await page.keyboard.press("Escape");
  await page.getByRole("button", { name: "Look up" }).click();
  await expectSound(page);
  await lookup(page).fill("er");
  await expect(option(/^Show all/)).toBeVisible();
  await settled();
  await expectSound(page);
  await lookup(page).fill("0b0e7f3e-1111-4222-8333-444444444444");
  await expect(option("Search the whole list for this ID")).toBeVisible();
  await settled();
  await expectSound(page);
  await page.route(/\/lookup/, (route) => route.abort("failed"));
  await lookup(page).fill("somebody else");
  await expect(option(/^No connection/)).toBeVisible();
  await settled();
  await expectSound(page);
});
