import type { Page } from "@playwright/test";
import type { Customer } from "#lib/contract/customers/customer.ts";
import type { Environment } from "#lib/contract/environment.ts";
import { utcDaysAgo } from "#lib/contract/values/calendar.ts";
import { pages } from "#lib/paths.ts";
import { scriptHasTakenOver } from "#tests/e2e/helpers/both-looks.ts";
import { addressQuery, everything, expectCustomers, needs, readList } from "#tests/e2e/helpers/customers-page.ts";
import { expect, test } from "#tests/e2e/helpers/fixtures.ts";

/** Finds a customer created at least a year ago, with a name that no customer of the last 90 days has. */
async function findOldCustomer(page: Page, environment: Environment): Promise<Customer> {
  const longAgo = { datefrom: "1970-01-01", dateto: utcDaysAgo(Date.now(), 365), limit: "25" };
  const { customers } = await readList(page, environment, longAgo);
  for (const customer of customers.filter(({ companyName }) => /^[\p{L} ]{8,}/u.test(companyName))) {
    const searchTerm = customer.companyName;
    const recent = await readList(page, environment, { searchTerm, datefrom: utcDaysAgo(Date.now(), 90), limit: "1" });
    if (recent.total === 0) return customer;
  }
  needs(false, "a customer of a year ago with a name of its own");
  throw new Error("not reached");
}

const summary = (page: Page) => page.getByRole("region", { name: "Customers" }).getByRole("status").first();

test("a customer of a year ago is found in one step: the search automatically goes beyond 7 days, and says so", async ({
  signIn,
  page,
  environment,
}) => {
  await signIn();
  const customer = await findOldCustomer(page, environment);
  const found = await readList(page, environment, { datefrom: "1970-01-01", searchTerm: customer.companyName });
  await page.goto(pages.customers(environment));
  const chip = page.getByRole("button", { name: /^Created: / });
  await expect(chip).toHaveText("Created: last 7 days");
  await scriptHasTakenOver(page);
  await page.keyboard.press("/");
  await page.keyboard.type(customer.companyName);
  await expectCustomers(page, found);
  await expect(chip).toHaveCount(0);
  const note = page.getByRole("main").getByText("Nothing in the last 7 days, so the search went further back");
  await expect(note).toContainText(`: ${found.total} at any time, oldest `);
  const widened = { window: "all", searchTerm: customer.companyName, widenedFrom: "7d" };
  await expect.poll(() => addressQuery(page)).toEqual(widened);

  await page.reload();
  await expectCustomers(page, found);
  await expect(note).toBeVisible();
  await page.goBack();
  await expect.poll(() => addressQuery(page)).toEqual({});
  await expect(note).toBeHidden();
  await page.goForward();
  await expectCustomers(page, found);

  await page.getByRole("button", { name: "Back to the last 7 days" }).click();
  await expect(page.getByRole("heading", { name: `Nothing matches “${customer.companyName}”` })).toBeVisible();
  await expect(chip).toHaveText("Created: last 7 days");
  // After Back, the narrow date range stays, and the page says in which range the hits are.
  await expect(page.getByText(/^Nothing in the last 7 days · 0 in the last 90 days · /)).toContainText(
    `${found.total} at any time, oldest `,
  );
  await expect.poll(() => addressQuery(page)).toEqual({ searchTerm: customer.companyName });
  await page.getByRole("button", { name: "Show all time" }).click();
  await expectCustomers(page, found);
  await page.goBack();
  await expect(page.getByRole("heading", { name: /^Nothing matches/ })).toBeVisible();
});

test("the next search resets a window that was widened for one search", async ({ signIn, page, environment }) => {
  await signIn();
  const customer = await findOldCustomer(page, environment);
  const recent = await readList(page, environment);
  needs(recent.total > 0, "a customer of the last 7 days");
  await page.goto(pages.customers(environment));
  const box = page.getByRole("searchbox", { name: "Search customers" });
  await box.fill(customer.companyName);
  await expect.poll(() => addressQuery(page).widenedFrom).toBe("7d");
  await box.fill("");
  await expect.poll(() => addressQuery(page)).toEqual({ window: "7d" });
  await expectCustomers(page, recent);
});

test("an empty window says which windows have customers, offers these windows, and does not change automatically", async ({
  signIn,
  page,
  environment,
}) => {
  await signIn();
  const range = { datefrom: "1971-01-01", dateto: "1971-01-02" };
  await page.goto(pages.customers(environment, new URLSearchParams(range)));
  const { total } = await readList(page, environment, everything);
  const count = new Intl.NumberFormat("en-GB").format(total);
  await expect(summary(page)).toHaveText("No customers · created from 1 January 1971 to 2 January 1971 (UTC)");
  await expect(
    page.getByRole("heading", { name: "No customer was created from 1 January 1971 to 2 January 1971 (UTC)" }),
  ).toBeVisible();
  await expect(page.getByText(`· ${count} at any time, oldest `)).toBeVisible();
  await expect.poll(() => addressQuery(page)).toEqual(range);
  await page.getByRole("button", { name: "Show all time" }).click();
  await expectCustomers(page, await readList(page, environment, { datefrom: "1970-01-01" }));
});

test("searching further back requests one row for each window, and no row if the window has hits", async ({
  signIn,
  page,
  environment,
}) => {
  await signIn();
  const asked: URLSearchParams[] = [];
  page.on("request", (request) => {
    const url = new URL(request.url());
    if (url.pathname.endsWith(`/${environment}/customers`) && url.searchParams.get("limit") === "1")
      asked.push(url.searchParams);
  });
  await page.goto(pages.customers(environment, "window=all&limit=10"));
  await expect(page.getByRole("table")).toBeVisible();
  await page.waitForLoadState("networkidle");
  expect(asked).toEqual([]);
  await page.goto(pages.customers(environment, "searchTerm=no+customer+has+this+name+7f3b"));
  await expect(page.getByText(/^Without the search text: /)).toBeVisible();
  const windows = asked.filter((query) => query.has("searchTerm") && query.get("includeDeleted") !== "true");
  expect(windows.map((query) => query.get("datefrom"))).toEqual([utcDaysAgo(Date.now(), 90), "1970-01-01"]);
  // The remaining requests search for the reason why the list is empty. Each of them asks for one row, and none is sent
  // twice.
  expect(new Set(asked.map(String)).size).toBe(asked.length);
});

/** Finds a word in a recent customer's name that older customers have in their names as well. */
async function findSharedWord(page: Page, environment: Environment) {
  const recent = await readList(page, environment, { limit: "100" });
  const words = recent.customers.flatMap(({ companyName }) => companyName.match(/\p{L}{4,}/gu) ?? []);
  for (const searchTerm of new Set(words)) {
    const inside = await readList(page, environment, { searchTerm, limit: "25" });
    const { total } = await readList(page, environment, { ...everything, searchTerm });
    if (inside.total > 0 && total > inside.total) return { searchTerm, inside, outside: total - inside.total, total };
  }
  needs(false, "a customer of the last 7 days with a word in its name that older ones have");
  throw new Error("not reached");
}

test("a search shows the hits in its window first, counts the other hits once, and shows them with one press", async ({
  signIn,
  page,
  environment,
  allowConsole,
}) => {
  allowConsole(/net::ERR_FAILED/);
  await signIn();
  const { searchTerm, inside, outside, total } = await findSharedWord(page, environment);
  const counted = new Intl.NumberFormat("en-GB");
  const counts: URLSearchParams[] = [];
  const asked = [Promise.withResolvers<void>(), Promise.withResolvers<void>()];
  await page.route(/\/customers\?.*limit=1(&|$)/, async (route) => {
    counts.push(new URL(route.request().url()).searchParams);
    await asked[counts.length - 1]?.promise;
    await (counts.length === 2 ? route.continue() : route.abort());
  });
  await page.goto(pages.customers(environment));
  await scriptHasTakenOver(page);
  const box = page.getByRole("searchbox", { name: "Search customers" });
  await box.fill(searchTerm);
  // The rows are shown before the count arrives. A new search cancels the request for the count.
  await expect.poll(() => addressQuery(page)).toEqual({ searchTerm });
  await expectCustomers(page, inside);
  await expect.poll(() => counts.length).toBe(1);
  const ended = page.waitForEvent("requestfailed", (request) => request.url().includes("limit=1"));
  await box.fill("");
  expect((await ended).failure()?.errorText).toBe("net::ERR_ABORTED");
  await box.fill(searchTerm);
  await expectCustomers(page, inside);
  await expect.poll(() => counts.length).toBe(2);
  asked[1]?.resolve();
  const more = page.getByRole("button", { name: `${counted.format(outside)} more outside this date range` });
  await expect(more).toBeVisible();
  for (const query of counts) {
    expect([query.get("datefrom"), query.get("searchTerm")]).toEqual(["1970-01-01", searchTerm]);
  }
  await more.click();
  await expect.poll(() => addressQuery(page)).toEqual({ window: "all", searchTerm });
  await expect(summary(page)).toContainText(`${counted.format(total)} customer`);
  await expect(more).toBeHidden();
  await page.goBack();
  await expect(more).toBeVisible();
  expect(counts).toHaveLength(2);

  // A failed count is reported on the page, and the rows stay.
  await page.reload();
  await expect(page.getByText("Number outside this date range unknown")).toBeVisible();
  await expectCustomers(page, inside);
});
