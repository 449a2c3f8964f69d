import type { Page } from "@playwright/test";
import type { Customer } from "#lib/contract/customers/customer.ts";
import { bulkDetailSchema } from "#lib/contract/operations/bulk.ts";
import { contractValueName } from "#lib/format/contract-value-name.ts";
import { api, pages } from "#lib/paths.ts";
import { scriptHasTakenOver } from "#tests/e2e/helpers/both-looks.ts";
import { readList } from "#tests/e2e/helpers/customers-page.ts";
import { expect, test } from "#tests/e2e/helpers/fixtures.ts";
import { tabTo } from "#tests/e2e/helpers/keyboard.ts";

const environment = "sandbox";
const plans = ["enterprise", "professional", "essential", "hardware-only"];
const bar = (page: Page) => page.getByRole("region", { name: "Selected customers" });
const heading = (page: Page, name: string) => page.getByRole("heading", { name, exact: true });

/**
 * Finds the oldest customers, slightly more than one page of ten. Returns the query that lists them, the first three
 * customers, and the total.
 */
async function findFew(page: Page) {
  const oldest = await readList(page, environment, { datefrom: "1970-01-01", limit: "100", ascending: "true" });
  const dateto = oldest.customers[11]?.created?.slice(0, 10) ?? "";
  const query = { datefrom: "1970-01-01", dateto, sort: "companyName", limit: "10" };
  const { customers, total } = await readList(page, environment, query);
  expect(total).toBeGreaterThan(10);
  return { query: new URLSearchParams(query), customers: customers.slice(0, 3), total };
}

/** Opens the dialog for the selection, and chooses a plan that none of the selected customers has. */
async function choosePlan(page: Page, customers: readonly Customer[]): Promise<string> {
  const target = plans.find((plan) => customers.every(({ contract }) => contract.plan !== plan)) ?? "nobody's";
  await tabTo(page, "button", "Change plan or term");
  await page.keyboard.press("Enter");
  const dialog = page.getByRole("dialog");
  await expect(dialog.getByRole("radio", { name: "Other plan…" })).toBeVisible();
  const value = dialog.getByRole("radio", { name: contractValueName("plan", target) });
  await tabTo(page, "radio", /^(Enterprise|Essential)$/);
  for (let steps = 0; steps < plans.length && !(await value.isChecked()); steps++) {
    await page.keyboard.press(steps === 0 ? "Space" : "ArrowDown");
  }
  await expect(value).toBeChecked();
  return target;
}

/** Selects the first three rows. */
async function selectThree(page: Page): Promise<void> {
  for (const key of ["j", "x", "j", "x", "j", "x"]) await page.keyboard.press(key);
  await expect(bar(page)).toContainText("3 selected");
}

test("a person changes three customers in bulk with the keyboard alone, the first one alone, and then all matches @demo", async ({
  signIn,
  page,
}) => {
  test.slow();
  await signIn("editor");
  const { query, customers, total } = await findFew(page);
  await page.goto(pages.customers(environment, query));
  await scriptHasTakenOver(page);
  await selectThree(page);
  const target = await choosePlan(page, customers);
  await tabTo(page, "button", "Check 3 customers");
  await page.keyboard.press("Enter");
  await expect(heading(page, "Checked, nothing sent yet")).toBeVisible();
  await tabTo(page, "button", "Change 1 customer first");
  await page.keyboard.press("Enter");
  await expect(heading(page, "First customer done, waiting for you")).toBeVisible({ timeout: 60_000 });
  await tabTo(page, "button", `Change the other 2 to ${contractValueName("plan", target)} in ${environment}`);
  await page.keyboard.press("Enter");
  await expect(heading(page, "Finished")).toBeVisible({ timeout: 60_000 });
  const bulkID = new URL(page.url()).pathname.split("/").at(-1) ?? "";
  const answer = await page.request.get(api.bulk(environment, bulkID));
  const { rows } = bulkDetailSchema.parse(await answer.json());
  expect(rows.map(({ customerID, after }) => [customerID, after?.plan])).toEqual(
    customers.map(({ customerID }) => [customerID, target]),
  );

  await page.goto(pages.customers(environment, query));
  await scriptHasTakenOver(page);
  await selectThree(page);
  await tabTo(page, "button", `Select all ${total} that match`);
  await page.keyboard.press("Enter");
  await expect(bar(page)).toContainText(`All ${total} that match are selected`);
  await tabTo(page, "button", "Change plan or term");
  await page.keyboard.press("Enter");
  const dialog = page.getByRole("dialog", { name: `Change the contract of ${total} customers` });
  await expect(dialog).toContainText("The list is fixed when you start");
  await page.keyboard.press("Escape");
  await expect(dialog).toBeHidden();
  await choosePlan(page, []);
  await tabTo(page, "button", `Check ${total} customers`);
  await page.keyboard.press("Enter");
  await expect(heading(page, "Checked, nothing sent yet")).toBeVisible();
  await expect(page.getByText(/^All created .*, as the list was at the start/)).toBeVisible();
  await tabTo(page, "button", "Cancel");
  await page.keyboard.press("Enter");
  await tabTo(page, "button", "Cancel bulk change");
  await page.keyboard.press("Enter");
  await expect(heading(page, "Cancelled")).toBeVisible();
});
