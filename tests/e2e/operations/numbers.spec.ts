import { numberListSchema } from "#lib/contract/number.ts";
import { api, pages } from "#lib/paths.ts";
import { searchedNumberParams } from "#lib/url-state/searched-number.ts";
import { addressQuery, needs } from "#tests/e2e/helpers/customers-page.ts";
import { expect, test } from "#tests/e2e/helpers/fixtures.ts";
import { tabTo } from "#tests/e2e/helpers/keyboard.ts";

test("numbers have pages, are formatted, are copied exactly, and show their customer and raw data", async ({
  signIn,
  page,
  environment,
  context,
}) => {
  await context.grantPermissions(["clipboard-read", "clipboard-write"]);
  await signIn();
  const answer = await page.request.get(api.list(environment, "numbers", "limit=10&offset=10"));
  const { numbers, total } = numberListSchema.parse(await answer.json());
  needs(numbers.length === 10, "two pages of ten numbers");
  await page.goto(pages.numbers(environment, "limit=10"));
  await tabTo(page, "button", "Next page");
  await page.keyboard.press("Enter");
  await expect(page.getByText(`11–20 of ${total} numbers`)).toBeVisible();
  await expect.poll(() => addressQuery(page)).toEqual({ limit: "10", offset: "10" });
  const names = page.getByRole("rowheader").locator("bdi");
  await expect(names).toHaveText(numbers.map(({ number, formatted }) => formatted ?? number));

  const [first] = numbers;
  const row = page
    .getByRole("row")
    .filter({ has: page.getByText(first?.formatted ?? first?.number ?? "", { exact: true }) });
  await row.hover();
  await row.getByRole("button", { name: "Copy number" }).click();
  await expect.poll(() => page.evaluate(() => navigator.clipboard.readText())).toBe(first?.number);
  await row.getByRole("button", { name: /^Actions for/ }).click();
  await page.getByRole("button", { name: "Raw data" }).click();
  await expect(page.getByRole("dialog").getByText(first?.number ?? "", { exact: true })).toBeVisible();
  await page.keyboard.press("Escape");
  // The customer's page marks the number from which the person has come.
  if (first?.customerID !== undefined) {
    await row.getByRole("link").click();
    const query = searchedNumberParams(first.number);
    await expect(page).toHaveURL(pages.customer(environment, first.customerID, query));
    await expect(page.locator("mark")).toHaveText(first.formatted ?? first.number);
  }
});
