import { customerColumnIDs } from "#lib/customers/customers-layout.ts";
import { readList } from "#tests/e2e/helpers/customers-page.ts";
import { expect, test } from "#tests/e2e/helpers/fixtures.ts";
import { tabTo } from "#tests/e2e/helpers/keyboard.ts";

test("a row's menu shows and copies the whole ID, for each row; if the browser refuses, the ID is shown to copy by hand", async ({
  openCustomers,
  page,
  context,
  environment,
}) => {
  await context.grantPermissions(["clipboard-read", "clipboard-write"]);
  await openCustomers();
  const [first, second] = (await readList(page, environment, { datefrom: "1970-01-01", limit: "25" })).customers;
  if (!first || !second) throw new Error("needs two customers");
  await expect(page.getByRole("table").getByText(first.customerID.slice(0, 8))).toHaveCount(0);
  const [menu, other] = [first, second].map(({ companyName }) =>
    page.getByRole("button", { name: `Actions for ${companyName}`, exact: true }).first(),
  );
  if (!menu || !other) throw new Error("needs two menus");
  await menu.click();
  const actions = page.getByRole("group", { name: "Actions" });
  const copy = actions.getByRole("button", { name: "Copy customer ID" });
  await expect(copy).toContainText(first.customerID);
  await copy.click();
  await expect(page.getByRole("status").filter({ hasText: "Copy customer ID: copied" })).toBeAttached();
  expect(await page.evaluate(() => navigator.clipboard.readText())).toBe(first.customerID);

  // The menus share one popover. A press on another row's button moves it there.
  await other.click();
  await expect(copy).toContainText(second.customerID);
  await page.evaluate(() => {
    navigator.clipboard.writeText = () => Promise.reject(new DOMException("refused", "NotAllowedError"));
  });
  await copy.press("Enter");
  const message = page.getByRole("alert").filter({ hasText: "blocked copying" });
  await expect(message).toContainText(second.customerID);
  await expect(message).toBeInViewport({ ratio: 1 });
  await page.keyboard.press("Escape");
  await expect(message).toBeHidden();
  await page.keyboard.press("Escape");
  await expect(copy).toBeHidden();
  await expect(other).toBeFocused();

  await page.emulateMedia({ media: "print" });
  await expect(other).toBeHidden();
});

test("the button that copies a value beside it appears on hover and on keyboard focus", async ({
  openCustomers,
  page,
  environment,
}) => {
  await openCustomers(environment, `window=all&limit=10&layout=comfortable.${customerColumnIDs[0]}`);
  const button = page.getByRole("button", { name: "Copy customer ID" }).first();
  await expect(button).toHaveCSS("opacity", "0");
  await tabTo(page, "button", "Copy customer ID");
  await expect(button).toHaveCSS("opacity", "1");
  const second = page.getByRole("button", { name: "Copy customer ID" }).nth(1);
  await page.getByRole("row").nth(2).getByText("…").hover();
  await expect(second).toHaveCSS("opacity", "1");
});
