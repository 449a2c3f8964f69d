import { expect, type Locator, type Page, test } from "@playwright/test";
import { type CustomerList, customerListSchema } from "#lib/contract/customers/customer-list.ts";
import type { Environment } from "#lib/contract/environment.ts";
import { api } from "#lib/paths.ts";

/** The names in the table, from top to bottom. */
export async function shownNames(page: Page): Promise<string[]> {
  const names = page.getByRole("table").getByRole("rowheader").locator(".row-link");
  return (await names.allTextContents()).map((name) => name.trim());
}

/**
 * The console's answer to the query that the page shows. If no page is open yet, the request goes to the test's own
 * console.
 */
export async function readList(
  page: Page,
  environment: Environment,
  query: Record<string, string> = {},
): Promise<CustomerList> {
  const [shownOrigin = ""] = /^https?:\/\/[^/]+/.exec(page.url()) ?? [];
  const answer = await page.request.get(shownOrigin + api.customers(environment, new URLSearchParams(query)));
  expect(answer.status(), await answer.text()).toBe(200);
  return customerListSchema.parse(await answer.json());
}

/** All customers of an environment, the newest first. Most tests use this list. */
export const everything = { datefrom: "1970-01-01", limit: "10" } as const;

/** Waits until the table shows exactly these customers, in this order. */
export async function expectCustomers(page: Page, list: CustomerList): Promise<void> {
  const names = list.customers.map((customer) => customer.companyName.trim());
  await expect.poll(() => shownNames(page)).toEqual(names);
}

/** Chooses a filter that is not set. If the filter has several possible values, its editor opens. */
export async function addFilter(page: Page, name: string, within: Page | Locator = page): Promise<void> {
  await within.getByRole("button", { name: "Add filter" }).click();
  await page.getByRole("group", { name: "Add filter" }).getByRole("button", { name, exact: true }).click();
}

/** The query parameters of the page's URL. */
export function addressQuery(page: Page): Record<string, string> {
  return Object.fromEntries(new URL(page.url()).searchParams);
}

/** Skips a test with a reason if the data of a deployed console are not sufficient for it. */
export function needs(sufficient: boolean, what: string): void {
  // biome-ignore lint/suspicious/noSkippedTests: the data of a deployed console decide this
  test.skip(!sufficient, `needs ${what}`);
}
