import type { Locator, Page } from "@playwright/test";
import { meSchema } from "#lib/contract/console/preferences.ts";
import { sessionSchema } from "#lib/contract/console/session.ts";
import type { Environment } from "#lib/contract/environment.ts";
import { numberListSchema } from "#lib/contract/number.ts";
import { api, pages } from "#lib/paths.ts";
import { searchedNumberParams } from "#lib/url-state/searched-number.ts";
import { expectNoViolation } from "#tests/e2e/helpers/axe.ts";
import { scriptHasTakenOver } from "#tests/e2e/helpers/both-looks.ts";
import { everything, needs, readList } from "#tests/e2e/helpers/customers-page.ts";
import { expect, test } from "#tests/e2e/helpers/fixtures.ts";

const box = (page: Page) => page.getByRole("combobox", { name: "Look up anything" });
const found = (page: Page, environment: "Production" | "Sandbox") =>
  page.getByRole("group", { name: environment, exact: true });
const hrefsOf = (group: Locator) =>
  group.getByRole("option").evaluateAll((options) => options.map((option) => option.getAttribute("href")));
const activeOption = (page: Page) => page.getByRole("dialog").getByRole("option", { selected: true });

async function needsBoth(page: Page): Promise<void> {
  const { environments } = sessionSchema.parse(await (await page.request.get(api.session())).json());
  needs(environments.length === 2, "both environments");
}

/** A number as a phone shows it, in another notation than the API's: `0049 (0)30 / 23 12 50 42`. */
function inForeignNotation(number: string): string {
  const digits = number.replace(/\D/g, "");
  const pairs = digits.slice(4).match(/\d{1,2}/g) ?? [];
  return `\u202a00${digits.slice(0, 2)} (0)${digits.slice(2, 4)} / ${pairs.join(" ")}\u202c`;
}

test("a caller's number leads to the right customer without a mouse", async ({
  openCustomers,
  page,
  environment,
  allowConsole,
}) => {
  allowConsole(/404/);
  await openCustomers(environment);
  await scriptHasTakenOver(page);
  const answer = await page.request.get(api.list(environment, "numbers", "limit=100"));
  needs(answer.ok(), "a list of numbers");
  const { numbers } = numberListSchema.parse(await answer.json());
  const ringing = numbers.findLast(({ customerID }) => customerID !== undefined);
  needs(ringing?.customerID !== undefined, "a number with a customer");
  await page.context().grantPermissions(["clipboard-read", "clipboard-write"]);
  await page.evaluate((text) => navigator.clipboard.writeText(text), inForeignNotation(ringing?.number ?? ""));

  await page.keyboard.press("Control+k");
  await expect(box(page)).toBeFocused();
  // Enter is pressed before the answer arrives. The lookup opens the only hit as soon as the answer arrives.
  await page.keyboard.press("Control+v");
  await page.keyboard.press("Enter");
  const query = searchedNumberParams(ringing?.number ?? "");
  await expect(page).toHaveURL(pages.customer(environment, ringing?.customerID ?? "", query));
  await expect(box(page)).toBeHidden();
  // The customer's page marks the number, so that a support agent with a caller on the line sees which number rang.
  await expect(page.getByRole("region", { name: "Numbers" }).locator("mark")).toBeVisible();
});

test("the lookup reports an API without a list of numbers, and still finds everything else", async ({
  openCustomers,
  page,
  environment,
}) => {
  await openCustomers(environment);
  await scriptHasTakenOver(page);
  needs((await page.request.get(api.list(environment, "numbers"))).status() === 404, "an API without numbers");
  await page.keyboard.press("Control+k");
  await box(page).fill("+49 30 23125 042");
  const here = found(page, environment === "production" ? "Production" : "Sandbox");
  await expect(here).toContainText(/Numbers: .* has no list of numbers/);
  await expect(here).toContainText("Customers of all time were searched, including deleted ones.");
});

test("a name is looked up in both environments; each hit names its environment, and each environment fails separately", async ({
  openCustomers,
  page,
  allowConsole,
}) => {
  allowConsole(/ERR_FAILED/);
  await openCustomers("production");
  await needsBoth(page);
  const { customers } = await readList(page, "sandbox", everything);
  const wanted = customers.find(({ companyName }) => /^[\p{L} ]{4,}$/u.test(companyName.trim()));
  needs(wanted !== undefined, "a customer with a name");
  const name = wanted?.companyName.trim() ?? "";
  await page.route(/sandbox\/lookup/, (route) => route.abort("failed"));
  await page.getByRole("button", { name: "Look up" }).click();
  await box(page).fill(name);

  const sandbox = found(page, "Sandbox");
  const production = found(page, "Production");
  await expect(sandbox.getByRole("option", { name: /^No connection to Switchboard/ })).toBeVisible();
  await expect(production).toHaveAttribute("aria-busy", "false");
  await expect(production.getByRole("option", { name: /^No connection/ })).toHaveCount(0);
  await page.unroute(/sandbox\/lookup/);
  await page.keyboard.press("ArrowUp");
  await expect(activeOption(page)).toHaveText(/^No connection/);
  await page.keyboard.press("Enter");
  await expect(sandbox.getByRole("option").first()).toContainText(name);
  const id = wanted?.customerID ?? "";
  expect(await hrefsOf(sandbox)).toContain(pages.customer("sandbox", id));
  expect((await hrefsOf(sandbox)).every((href) => href?.startsWith("/sandbox/"))).toBe(true);
  expect((await hrefsOf(production)).every((href) => href?.startsWith("/production/"))).toBe(true);
  expect(await hrefsOf(production)).not.toContain(pages.customer("production", id));
  // The group of the current environment comes first.
  await expect(page.getByRole("listbox").getByRole("group").first()).toHaveAccessibleName("Production");
});

test("the lookup finds an ID and an e-mail address, and offers the list of all matches", async ({
  openCustomers,
  page,
  environment,
}) => {
  await openCustomers(environment);
  await scriptHasTakenOver(page);
  const { customers } = await readList(page, environment, everything);
  const customer = customers.find(({ adminUser }) => adminUser.email !== undefined);
  needs(customer !== undefined, "a customer with an e-mail address");
  const { customerID = "", adminUser } = customer ?? {};
  await page.keyboard.press("Control+k");
  await box(page).fill(`https://console.example/whatever/${customerID}?x=1`);
  await expect(activeOption(page)).toHaveAttribute("href", pages.customer(environment, customerID));
  await box(page).fill(`Ada <${adminUser?.email}>`);
  await expect(
    page
      .getByRole("dialog")
      .getByRole("option")
      .and(page.locator(`[href="${pages.customer(environment, customerID)}"]`)),
  ).toBeVisible();

  const all = await readList(page, environment, { datefrom: "1970-01-01", includeDeleted: "true", searchTerm: "er" });
  needs(all.total > 6, "more customers than a lookup shows");
  await box(page).fill("er");
  const here = found(page, environment === "production" ? "Production" : "Sandbox");
  const showAll = here.getByRole("option", {
    name: `Show all ${all.total.toLocaleString("en-GB")} customers that match`,
  });
  await showAll.click();
  await expect(page).toHaveURL(pages.customers(environment, "window=all&searchTerm=er&includeDeleted=true"));
  await expect(page.getByRole("searchbox")).toHaveValue("er");
});

test("arrows choose a hit, Ctrl Enter opens a tab, Escape returns the focus, and opened customers are offered again", async ({
  openCustomers,
  page,
  environment,
  allowConsole,
  context,
}) => {
  allowConsole(/404/);
  // At the moment when the session ends, the list may request the API's state, to decide whether it may prefetch.
  allowConsole(/status of 401 .*\/api-status/);
  await openCustomers(environment, "window=all&limit=10");
  await scriptHasTakenOver(page);
  const { customers } = await readList(page, environment, everything);
  const [customer] = customers;
  const { customerID = "", companyName = "" } = customer ?? {};
  const search = page.getByRole("searchbox", { name: "Search customers" });
  await search.focus();
  await page.keyboard.press("Control+k");
  await box(page).fill(customerID);
  // Ctrl and Enter also work before the answer arrives.
  const [tab] = await Promise.all([context.waitForEvent("page"), page.keyboard.press("Control+Enter")]);
  await expect(tab).toHaveURL(pages.customer(environment, customerID));
  await tab.close();
  await page.keyboard.press("Escape");
  await expect(search).toBeFocused();

  await page.keyboard.press("Control+k");
  await expect(activeOption(page)).toContainText(companyName.trim());
  await expect(activeOption(page)).toHaveAttribute("href", pages.customer(environment, customerID));
  await page.keyboard.press("ArrowDown");
  await expect(activeOption(page)).not.toContainText(companyName.trim());
  await page.keyboard.press("ArrowUp");
  await expect(activeOption(page)).toContainText(companyName.trim());
  await page.keyboard.press("Control+k");
  await expect(box(page)).toBeHidden();

  // Signing out deletes the recent customers.
  await page.keyboard.press("Control+k");
  await box(page).fill("sign out");
  await expect(activeOption(page)).toHaveText("Sign out");
  await page.keyboard.press("Enter");
  await expect(page).toHaveURL(pages.signIn());
  expect(await page.evaluate(() => Object.keys(localStorage).filter((key) => key.includes("recent")))).toEqual([]);
});

test("commands change the theme, page and time zone, offer a viewer no writes, and a hint introduces them once @demo", async ({
  signIn,
  page,
  origin,
}) => {
  const whoAmI = async () => sessionSchema.parse(await (await page.request.get(api.session())).json()).staff.role;
  const creations = page.getByRole("dialog").getByRole("option", { name: /^New customer/ });
  for (const role of ["viewer", "editor"] as const) {
    await signIn(role);
    await page.request.put(api.preferences(), {
      data: { lookupHintDismissed: null },
      headers: { "X-Switchboard": "1", Origin: origin },
    });
    // A console that the tests configured has only an administrator, not a viewer.
    const count = (await whoAmI()) === "viewer" ? 0 : 2;
    await page.goto(pages.customers("sandbox"));
    await scriptHasTakenOver(page);
    const hint = page.getByRole("region", { name: "Find anything in one place." });
    await expectNoViolation(page, { within: "main", targets: true });
    await hint.getByRole("button", { name: role === "viewer" ? "Try it" : "Close this hint" }).click();
    await expect(hint).toBeHidden();
    if (role === "editor") await page.keyboard.press("Control+k");
    await expect(page.getByRole("dialog").getByRole("option", { name: /^Go to customers/ })).toHaveCount(1);
    const kept = async () => meSchema.parse(await (await page.request.get("/api/me")).json()).preferences;
    await expect.poll(kept).toMatchObject({ lookupHintDismissed: true });
    await box(page).fill("new customer");
    await expect(page.getByRole("group", { name: "Sandbox" })).toHaveAttribute("aria-busy", "false");
    await expect(creations).toHaveCount(count);
  }
  await box(page).fill("dark");
  await page.getByRole("dialog").getByRole("option", { name: "Dark theme" }).click();
  await expect(page.locator("html")).toHaveAttribute("data-theme", "dark");
  await expect(box(page)).toBeHidden();
  await page.keyboard.press("Control+k");
  await box(page).fill("customers production");
  await page.getByRole("dialog").getByRole("option", { name: "Go to customers Production" }).click();
  await expect(page).toHaveURL(pages.customers("production" satisfies Environment));
  await expect(page.locator("#content")).toBeFocused();
});
