import { pages } from "#lib/paths.ts";
import { addressQuery, everything, expectCustomers, needs, readList } from "./customers-page.ts";
import { expect, test } from "./fixtures.ts";

const allTime = "window=all&limit=10";

test("the list shows what the API has, with its total and its window", async ({ openCustomers, page, environment }) => {
  await openCustomers(environment, allTime);
  const list = await readList(page, environment, everything);
  await expectCustomers(page, list);
  const total = new Intl.NumberFormat("en-GB").format(list.total);
  const summary = page.getByRole("region", { name: "Customers" }).getByRole("status").first();
  await expect(summary).toHaveText(`1–${list.customers.length} of ${total} customers · created at any time`);
});

for (const [column, key, firstAscending] of [
  ["Company", "companyName", true],
  ["Users", "usersCount", false],
  ["Created", "created", false],
] as const) {
  test(`sorting by ${column} asks the API, in both directions`, async ({ openCustomers, page, environment }) => {
    const start = key === "created" ? "&sort=companyName" : "";
    await openCustomers(environment, allTime + start);
    const header = page.getByRole("columnheader", { name: column });
    for (const ascending of [firstAscending, !firstAscending]) {
      await header.getByRole("button").click();
      await expect(header).toHaveAttribute("aria-sort", ascending ? "ascending" : "descending");
      await expectCustomers(
        page,
        await readList(page, environment, { ...everything, sort: key, ascending: String(ascending) }),
      );
      const query = addressQuery(page);
      expect([query.sort ?? "created", query.ascending ?? "false"]).toEqual([key, String(ascending)]);
    }
    await expect(page.locator("[aria-sort]")).toHaveCount(1);
  });
}

test("pages: next, last, previous, first and the page size, each in the URL", async ({
  openCustomers,
  page,
  environment,
}) => {
  await openCustomers(environment, allTime);
  const { total } = await readList(page, environment, everything);
  needs(total > 30, "four pages of customers");
  const last = Math.floor((total - 1) / 10) * 10;
  for (const [button, offset] of [
    ["Next", 10],
    ["Next", 20],
    ["Previous", 10],
    ["Last", last],
    ["First", 0],
  ] as const) {
    await page.getByRole("button", { name: `${button} page` }).click();
    await expectCustomers(page, await readList(page, environment, { ...everything, offset: String(offset) }));
    await expect.poll(() => addressQuery(page).offset ?? "0").toBe(String(offset));
  }
  for (const limit of ["25", "50", "100"]) {
    await page.getByRole("combobox", { name: "Rows per page" }).selectOption(limit);
    await expectCustomers(page, await readList(page, environment, { ...everything, limit }));
    await expect.poll(() => addressQuery(page).limit ?? "25").toBe(limit);
  }
});

test("pages side by side show every customer once", async ({ openCustomers, page, environment }) => {
  await openCustomers(environment, allTime);
  const { total } = await readList(page, environment, everything);
  needs(total > 20, "three pages of customers");
  const seen: string[] = [];
  for (const offset of ["0", "10", "20"]) {
    const list = await readList(page, environment, { ...everything, offset });
    await page.goto(pages.customers(environment, `${allTime}&offset=${offset}`));
    await expectCustomers(page, list);
    seen.push(...list.customers.map((customer) => customer.customerID));
  }
  expect(new Set(seen).size).toBe(seen.length);
});

test("the window is a chip: presets, a range, and its removal", async ({ openCustomers, page, environment }) => {
  await openCustomers(environment, "window=1y&limit=10");
  const chip = page.getByRole("button", { name: /^Created: / });
  await expect(chip).toHaveText("Created: last year");

  await chip.click();
  await page.getByRole("group", { name: "Creation date range" }).getByRole("button", { name: "last 90 days" }).click();
  await expect(chip).toHaveText("Created: last 90 days");
  await expect.poll(() => addressQuery(page)).toMatchObject({ window: "90d" });

  const { customers } = await readList(page, environment, { ...everything, ascending: "true" });
  const oldest = customers[0]?.created?.slice(0, 10);
  needs(oldest !== undefined, "a customer with a date");
  await chip.click();
  await page.getByLabel("From").fill(oldest as string);
  await page.getByLabel("To (optional)").fill(oldest as string);
  await page.getByRole("button", { name: "Apply" }).click();
  await expect(chip).toHaveText(`Created: ${oldest} to ${oldest} (UTC)`);
  const range = { datefrom: oldest as string, dateto: oldest as string };
  await expectCustomers(page, await readList(page, environment, { ...everything, ...range }));
  await expect.poll(() => addressQuery(page)).toMatchObject(range);

  await page.getByRole("button", { name: /^Remove the creation date range/ }).click();
  await expect(chip).toHaveText("Created: all time");
  await expectCustomers(page, await readList(page, environment, everything));
});

test("a range that ends before it begins is refused at its field, and nothing changes", async ({
  openCustomers,
  page,
  environment,
}) => {
  await openCustomers(environment, allTime);
  const before = page.url();
  await page.getByRole("button", { name: /^Created: / }).click();
  await page.getByLabel("From").fill("2026-05-02");
  await page.getByLabel("To (optional)").fill("2026-05-01");
  await page.getByRole("button", { name: "Apply" }).click();
  await expect(page.getByLabel("To (optional)")).toHaveAccessibleDescription(/must not be before the first/);
  await expect(page.getByLabel("To (optional)")).toBeFocused();
  await expect(page.getByLabel("From")).toHaveValue("2026-05-02");
  expect(page.url()).toBe(before);
});

test("searching asks the API after a pause, begins at the first row, and can be removed", async ({
  openCustomers,
  page,
  environment,
}) => {
  await openCustomers(environment, `${allTime}&offset=10`);
  const { customers } = await readList(page, environment, everything);
  const term = customers.map(({ companyName }) => /[\p{L}]{4,}/u.exec(companyName)?.[0]).find(Boolean) ?? "";
  needs(term !== "", "a customer with a name");
  await page.keyboard.press("/");
  const box = page.getByRole("searchbox", { name: "Search customers" });
  await expect(box).toBeFocused();
  await box.pressSequentially(term);
  await expectCustomers(page, await readList(page, environment, { ...everything, searchTerm: term }));
  await expect.poll(() => addressQuery(page)).toEqual({ window: "all", limit: "10", searchTerm: term });
  await page.getByRole("button", { name: /^Remove the search/ }).click();
  await expectCustomers(page, await readList(page, environment, everything));
  await expect(box).toHaveValue("");
});

test("a search that is overtaken is cancelled and its answer is never shown", async ({
  openCustomers,
  page,
  environment,
}) => {
  await openCustomers(environment, allTime);
  const held = Promise.withResolvers<void>();
  await page.route(/searchTerm=slow/, async (route) => {
    await held.promise;
    await route.continue().catch(() => {});
  });
  const cancelled = page.waitForEvent("requestfailed", (request) => request.url().includes("searchTerm=slow"));
  const box = page.getByRole("searchbox", { name: "Search customers" });
  await box.fill("slow");
  await box.press("Enter");
  await expect(page.getByRole("status").getByText("Searching…")).toBeVisible();
  await box.fill("");
  await box.press("Enter");
  expect((await cancelled).failure()?.errorText).toContain("ERR_ABORTED");
  held.resolve();
  await expectCustomers(page, await readList(page, environment, everything));
});

test("rows of the earlier question are dimmed, busy and out of reach until the answer is there", async ({
  openCustomers,
  page,
  environment,
}) => {
  await openCustomers(environment, allTime);
  const held = Promise.withResolvers<void>();
  await page.route(/sort=companyName/, async (route) => {
    await held.promise;
    await route.continue();
  });
  await page.getByRole("columnheader", { name: "Company" }).getByRole("button").click();
  await expect(page.getByRole("table")).toHaveAttribute("aria-busy", "true");
  await expect(page.locator("tbody")).toHaveAttribute("inert");
  held.resolve();
  await expect(page.getByRole("table")).not.toHaveAttribute("aria-busy", "true");
  await expect(page.locator("tbody")).not.toHaveAttribute("inert");
});

test("deleted customers come on demand and are told apart", async ({ openCustomers, page, environment }) => {
  await openCustomers(environment, "window=all&limit=100");
  const withDeleted = await readList(page, environment, { ...everything, limit: "100", includeDeleted: "true" });
  const without = await readList(page, environment, { ...everything, limit: "100" });
  expect(without.customers.some((customer) => customer.deleted)).toBe(false);
  await page.getByRole("button", { name: "Include deleted" }).click();
  await expectCustomers(page, withDeleted);
  await expect.poll(() => addressQuery(page)).toMatchObject({ includeDeleted: "true" });
  const deleted = withDeleted.customers.filter((customer) => customer.deleted).length;
  await expect(page.getByRole("rowheader").filter({ hasText: "deleted" })).toHaveCount(deleted);
  await page.getByRole("button", { name: "Include deleted" }).click();
  await expectCustomers(page, without);
});

test("the exact moment and the zone of a time are there, and UTC is one choice away", async ({
  openCustomers,
  page,
  environment,
}) => {
  await openCustomers(environment, allTime);
  const { customers } = await readList(page, environment, everything);
  const created = customers[0]?.created ?? "";
  const time = page.getByRole("table").getByRole("time").first();
  const shown = (timeZone: string) =>
    new Intl.DateTimeFormat("en-GB", { hour: "2-digit", minute: "2-digit", timeZone }).format(new Date(created));
  await expect(time).toHaveAttribute("datetime", created);
  await expect(time).toContainText(shown("Europe/Berlin"));
  await page.getByRole("banner").getByRole("button").last().click();
  await page.getByRole("group", { name: "Times" }).getByText("UTC").click();
  await expect(time).toContainText(shown("UTC"));
  await expect(page.getByRole("columnheader", { name: "Created" })).toContainText("UTC");
  await page.reload();
  await expect(time).toContainText(shown("UTC"));
});
