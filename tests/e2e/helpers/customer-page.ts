import { expect, type Locator, type Page } from "@playwright/test";
import type { Customer } from "#lib/contract/customers/customer.ts";
import type { Environment } from "#lib/contract/environment.ts";
import { pages } from "#lib/paths.ts";
import { readList } from "./customers-page.ts";

/**
 * Picks a complete customer with an administrator who is not deleted. Each test uses a different `index`, because it
 * changes the customer.
 */
export async function pickCustomer(page: Page, environment: Environment, index: number): Promise<Customer> {
  const { customers } = await readList(page, environment, { datefrom: "1970-01-01", limit: "100" });
  const fit = customers.filter(({ deleted, adminUser, contract }) => !deleted && adminUser.email && contract.plan);
  return fit[index] as Customer;
}

/** Opens a customer's page. `query` is, for example, `change=plan`. */
export async function openCustomer(page: Page, environment: Environment, id: string, query = ""): Promise<void> {
  await page.goto(pages.customer(environment, id, query));
  await expect(page.getByRole("region", { name: "Facts" })).toBeVisible();
}

/** Presses Tab until `target` has the focus. */
export async function tabTo(page: Page, target: Locator): Promise<void> {
  for (let presses = 0; presses < 120; presses++) {
    if (await target.evaluate((element) => element === document.activeElement)) return;
    await page.keyboard.press("Tab");
  }
  throw new Error(`Tab does not reach ${target}`);
}
