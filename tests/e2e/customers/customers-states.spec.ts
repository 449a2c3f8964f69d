import { api, pages } from "#lib/paths.ts";
import { addressQuery, everything, expectCustomers, needs, readList } from "#tests/e2e/helpers/customers-page.ts";
import { expect, test } from "#tests/e2e/helpers/fixtures.ts";

test("an empty list names its one reason, and the offered step shows the rows", async ({
  signIn,
  page,
  environment,
}) => {
  await signIn();
  const { customers } = await readList(page, environment, { ...everything, includeDeleted: "true", limit: "100" });
  const emailOf = (deleted: boolean) =>
    customers.find((one) => one.deleted === deleted && one.adminUser.email !== undefined)?.adminUser.email;
  const gone = emailOf(true);
  needs(gone !== undefined, "a deleted customer");
  await page.goto(pages.customers(environment, new URLSearchParams({ searchTerm: gone ?? "" })));
  await expect(page.getByRole("status").filter({ hasText: /^Deleted ones are not shown: / })).toBeVisible();
  await page.getByRole("button", { name: "Show deleted ones of all time" }).click();
  await expectCustomers(
    page,
    await readList(page, environment, { ...everything, includeDeleted: "true", searchTerm: gone ?? "" }),
  );

  await page.goto(pages.operations(environment, "kind=change-contract&datefrom=1971-01-01&dateto=1971-01-02"));
  await page
    .getByRole("button", { name: /^(Show any day|Clear filters)$/ })
    .first()
    .click();
  await expect.poll(() => addressQuery(page)).not.toHaveProperty("datefrom");
});

test("without a connection or a session, the rows stay, with the reason, their age and the next step", async ({
  openCustomers,
  page,
  environment,
  allowConsole,
}) => {
  allowConsole(/ERR_(FAILED|CONNECTION_REFUSED|INTERNET_DISCONNECTED)|status of 401/);
  await openCustomers(environment, "window=all&limit=10");
  const list = await readList(page, environment, everything);
  await page.route("**/api/**", (route) => route.abort("failed"));
  await page.getByRole("button", { name: "Reload" }).click();
  const notice = page.getByRole("alert").filter({ hasText: "No connection to Switchboard" });
  await expect(notice).toContainText("Showing rows from the last successful request");
  await expectCustomers(page, list);
  await page.unroute("**/api/**");
  await notice.getByRole("button", { name: "Retry" }).click();
  await expect(notice).toBeHidden();
  await expectCustomers(page, await readList(page, environment, everything));

  // If a new order cannot be loaded, the old rows stay, dimmed and inert.
  await page.context().setOffline(true);
  const users = page.getByRole("columnheader", { name: "Users" }).getByRole("button");
  await users.click();
  await expect(notice).toContainText("Still showing the previous rows");
  await expect(notice.getByRole("time")).toBeVisible();
  await expect(page.getByRole("region", { name: "Customers" }).getByRole("status").first()).toHaveText("Not loaded");
  await expect(users).toBeFocused();
  await expectCustomers(page, list);
  await expect(page.locator("tbody")).toHaveAttribute("inert");
  await expect(page.getByRole("table")).toHaveAttribute("aria-busy", "false");

  await notice.getByRole("button", { name: "Retry" }).click();
  await expect(notice.getByRole("button", { name: "Retry" })).toBeFocused();
  await page.context().setOffline(false);
  await notice.getByRole("button", { name: "Retry" }).click();
  await expectCustomers(page, await readList(page, environment, { ...everything, sort: "usersCount" }));
  await expect(notice).toBeHidden();
  await expect(page.locator("tbody")).not.toHaveAttribute("inert");

  // After the session has ended, the person can sign in again and loses nothing.
  await page.context().clearCookies();
  await page.getByRole("columnheader", { name: "Company" }).getByRole("button").click();
  await expect(page.getByRole("link", { name: "Sign in again" })).toHaveAttribute(
    "href",
    pages.signIn(pages.customers(environment, "window=all&sort=companyName&ascending=true&limit=10")),
  );
});

test("the first HTML contains the rows, also with invalid values in the URL, and the browser requests only the next page's rows", async ({
  signIn,
  page,
  environment,
}) => {
  await signIn();
  const address = pages.customers(environment, "window=all&limit=10");
  const list = await readList(page, environment, everything);
  const html = await (await page.request.get(address)).text();
  for (const { customerID } of list.customers) expect(html).toContain(customerID);
  expect(html.match(/<th[^>]*scope="row"/g)).toHaveLength(list.customers.length);
  const invalid = pages.customers(environment, "window=all&limit=13&offset=x&sort=salary&ascending=1&surplus=%00");
  const valid = await (await page.request.get(invalid)).text();
  const { customers } = await readList(page, environment, { datefrom: "1970-01-01" });
  for (const { customerID } of customers) expect(valid).toContain(customerID);
  expect(valid.match(/<th[^>]*scope="row"/g)).toHaveLength(customers.length);

  const asked: string[] = [];
  page.on("request", (request) => {
    if (new URL(request.url()).pathname.startsWith(api.customers(environment))) asked.push(request.url());
  });
  await page.goto(address);
  await expectCustomers(page, list);
  expect(asked).toEqual([]);
  needs(list.total > 10, "two pages of customers");
  // The mouse is over the button before the press, so the next page is prefetched. The press does not request it a
  // second time.
  await page.getByRole("button", { name: "Next page" }).click();
  await expectCustomers(page, await readList(page, environment, { ...everything, offset: "10" }));
  expect(asked.filter((url) => new URL(url).searchParams.get("offset") === "10")).toHaveLength(1);
});

test("the page shows the rows without scripts too", async ({ signIn, page, environment, browser, baseURL }) => {
  await signIn();
  const list = await readList(page, environment, everything);
  const context = await browser.newContext({
    javaScriptEnabled: false,
    storageState: await page.context().storageState(),
    ...(baseURL === undefined ? {} : { baseURL }),
  });
  const plain = await context.newPage();
  const answer = await plain.goto(pages.customers(environment, "window=all&limit=10"));
  expect(answer?.headers()["content-security-policy"]).toContain("default-src 'none'");
  // Rows of a slow API arrive later and stay hidden until a script shows them. So several attempts may be needed.
  await expect(async () => {
    await plain.reload();
    await expect(plain.getByRole("rowheader").first()).toBeVisible({ timeout: 1_000 });
  }).toPass();
  await expectCustomers(plain, list);
  await context.close();
});

test("an unknown page and an unknown environment show the console's own error page", async ({ signIn, page }) => {
  await signIn();
  for (const address of ["/nowhere", "/staging/customers"]) {
    const answer = await page.request.get(address);
    expect(answer.status()).toBe(404);
    expect(await answer.text()).toContain("<title>Page not found · Switchboard</title>");
  }
  expect((await page.request.get(api.customers("staging" as "sandbox"))).status()).toBe(404);
});
