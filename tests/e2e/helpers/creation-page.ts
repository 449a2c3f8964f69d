import type { Page } from "@playwright/test";
import type { Environment } from "#lib/contract/environment.ts";
import { pages } from "#lib/paths.ts";
import { readList } from "./customers-page.ts";
import { expect } from "./fixtures.ts";

/** A name that no other test uses. */
export const newName = (what = "Ahorn & Söhne") => `${what} ${crypto.randomUUID().slice(0, 8)}`;

/** Fills in the form of the open page. */
export async function fillCreation(page: Page, companyName: string): Promise<void> {
  await page.getByRole("textbox", { name: "Company name" }).fill(companyName);
  await page.getByRole("radio", { name: "Professional" }).check();
  await page.getByRole("radio", { name: "12 months" }).check();
  await page.getByRole("textbox", { name: /^Administrator e-mail/ }).fill("ada@ahorn.example");
}

/** Fills in the form and opens its review. Returns the button that sends the creation. */
export async function review(page: Page, environment: Environment, companyName: string) {
  await page.goto(pages.newCustomer(environment));
  await fillCreation(page, companyName);
  await page.getByRole("button", { name: "Review" }).click();
  await expect(page.getByRole("heading", { name: "Review" })).toBeFocused();
  return createButton(page);
}

export const createButton = (page: Page) => page.getByRole("button", { name: /^Create .* in (Production|Sandbox)$/ });

/** The number of the API's customers with this name. */
export async function countOf(page: Page, environment: Environment, companyName: string): Promise<number> {
  return (await readList(page, environment, { searchTerm: companyName, datefrom: "1970-01-01" })).total;
}
