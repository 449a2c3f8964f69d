import { pages } from "#lib/paths.ts";
import { scriptHasTakenOver } from "#tests/e2e/helpers/both-looks.ts";
import {
  addressQuery,
  everything,
  expectCustomers,
  needs,
  readList,
  shownNames,
} from "#tests/e2e/helpers/customers-page.ts";
import { expect, test } from "#tests/e2e/helpers/fixtures.ts";

const allTime = "window=all&limit=10";

test("Back, Forward and reload restore the complete state of the list", async ({
  openCustomers,
  page,
  environment,
}) => {
  await openCustomers(environment, allTime);
  const { total } = await readList(page, environment, everything);
  needs(total > 10, "two pages of customers");
  const first = await shownNames(page);
  await page.getByRole("columnheader", { name: "Company" }).getByRole("button").click();
  const sorted = await readList(page, environment, { ...everything, sort: "companyName", ascending: "true" });
  await expectCustomers(page, sorted);
  await page.getByRole("button", { name: "Next page" }).click();
  const next = await readList(page, environment, {
    ...everything,
    sort: "companyName",
    ascending: "true",
    offset: "10",
  });
  await expectCustomers(page, next);

  await page.reload();
  await expectCustomers(page, next);
  await expect(page.getByRole("columnheader", { name: "Company" })).toHaveAttribute("aria-sort", "ascending");
  await page.goBack();
  await expectCustomers(page, sorted);
  await page.goBack();
  await expect.poll(() => shownNames(page)).toEqual(first);
  await expect.poll(() => addressQuery(page)).toEqual({ window: "all", limit: "10" });
  await page.goForward();
  await expectCustomers(page, sorted);

  // Text that is typed without a pause adds one entry to the browser's history.
  const box = page.getByRole("searchbox", { name: "Search customers" });
  for (const text of ["q", "qx", "qxz"]) {
    await box.fill(text);
    await expect.poll(() => addressQuery(page).searchTerm).toBe(text);
  }
  await page.goBack();
  await expectCustomers(page, sorted);
  await expect(box).toHaveValue("");
});

test("two quick steps back after a reload reach the first state without a request for a page", async ({
  openCustomers,
  page,
  environment,
}) => {
  await openCustomers(environment, allTime);
  const first = await shownNames(page);
  for (const column of ["Company", "Users"]) {
    await page.getByRole("columnheader", { name: column }).getByRole("button").click();
    await expect(page.getByRole("columnheader", { name: column })).toHaveAttribute("aria-sort");
  }
  await page.reload();
  await expect(page.getByRole("columnheader", { name: "Users" })).toHaveAttribute("aria-sort", "descending");
  // Before hydration, Next handles Back. So the test waits for hydration.
  await scriptHasTakenOver(page);
  const asked: string[] = [];
  page.on("request", (request) => {
    if (new URL(request.url()).pathname === pages.customers(environment)) asked.push(request.url());
  });
  await page.goBack();
  await page.goBack();
  await expect.poll(() => addressQuery(page)).toEqual({ window: "all", limit: "10" });
  await expect.poll(() => shownNames(page)).toEqual(first);
  await page.waitForLoadState("networkidle");
  await expect.poll(() => addressQuery(page)).toEqual({ window: "all", limit: "10" });
  expect(asked).toEqual([]);
});

test("neither a step back before hydration nor the next step back is lost", async ({
  openCustomers,
  page,
  environment,
  allowConsole,
}) => {
  // A person leaves the document before it is hydrated. The document may then hydrate when the URL is already that of
  // another page (React error 418), or lose the rest of its response (412).
  allowConsole(/React error #(412|418)/);
  await openCustomers(environment, allTime);
  const first = await shownNames(page);
  for (const column of ["Company", "Users"]) {
    await page.getByRole("columnheader", { name: column }).getByRole("button").click();
    await expect(page.getByRole("columnheader", { name: column })).toHaveAttribute("aria-sort");
  }
  const held = Promise.withResolvers<void>();
  await page.route("**/_next/static/**/*.js*", async (route) => {
    await held.promise;
    await route.continue().catch(() => {});
  });
  await page.reload({ waitUntil: "commit" });
  await expect(page.getByRole("rowheader").first()).toBeVisible();
  await page.evaluate(() => window.history.back());
  await expect.poll(() => addressQuery(page).sort).toBe("companyName");
  held.resolve();
  await expect(page.getByRole("columnheader", { name: "Company" })).toHaveAttribute("aria-sort", "ascending");
  await page.goBack();
  await expect(page.getByRole("columnheader", { name: "Created" })).toHaveAttribute("aria-sort", "descending");
  await expect.poll(() => shownNames(page)).toEqual(first);
  await page.waitForLoadState("networkidle");
  await expect.poll(() => addressQuery(page)).toEqual({ window: "all", limit: "10" });
});

test("a customer's page shows that it loads slowly, and its back link leads to the list as this tab left it", async ({
  openCustomers,
  page,
  environment,
}) => {
  await openCustomers(environment, allTime);
  const { total } = await readList(page, environment, everything);
  needs(total > 10, "two pages of customers");
  await page.getByRole("columnheader", { name: "Company" }).getByRole("button").click();
  await page.getByRole("button", { name: "Next page" }).click();
  const query = { ...everything, sort: "companyName", ascending: "true", offset: "10" };
  const left = await readList(page, environment, query);
  await expectCustomers(page, left);
  const held = Promise.withResolvers<void>();
  await page.route(`**/${environment}/customers/*`, async (route) => {
    await held.promise;
    await route.continue();
  });
  await page.getByRole("rowheader").getByRole("link").first().click();
  const said = page.getByRole("status").filter({ hasText: "Loading page…" });
  await expect(said).toHaveCount(1);
  await expect(page.locator("p[aria-hidden]").filter({ hasText: "Loading page…" })).toBeVisible();
  held.resolve();
  await expect(page.getByRole("region", { name: "Facts" })).toBeVisible();
  await expect(page.locator("p[aria-hidden]").filter({ hasText: "Loading page…" })).toHaveCount(0);
  await page.unroute(`**/${environment}/customers/*`);
  const up = page.getByRole("main").getByRole("link", { name: "Customers", exact: true });
  await expect(up).toBeVisible();
  await page.reload();
  await up.click();
  await expectCustomers(page, left);
  const view = { window: "all", limit: "10", sort: "companyName", ascending: "true", offset: "10" };
  expect(addressQuery(page)).toEqual(view);

  // The other tab has not shown a list yet, so its link leads to the list without parameters.
  const other = await page.context().newPage();
  await other.goto(pages.customer(environment, left.customers[0]?.customerID ?? ""));
  const otherUp = other.getByRole("main").getByRole("link", { name: "Customers", exact: true });
  await expect(otherUp).toHaveAttribute("href", pages.customers(environment));
});
