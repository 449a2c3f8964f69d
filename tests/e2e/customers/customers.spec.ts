import { formatCalendarDay } from "#lib/format/format-day.ts";
import { api } from "#lib/paths.ts";
import { scriptHasTakenOver } from "#tests/e2e/helpers/both-looks.ts";
import {
  addFilter,
  addressQuery,
  everything,
  expectCustomers,
  needs,
  readList,
} from "#tests/e2e/helpers/customers-page.ts";
import { expect, test } from "#tests/e2e/helpers/fixtures.ts";

const allTime = "window=all&limit=10";

test("the API sorts the list in both directions, by every column that it can sort", async ({
  openCustomers,
  page,
  environment,
}) => {
  await openCustomers(environment, allTime);
  for (const [column, key, firstAscending] of [
    ["Company", "companyName", true],
    ["Users", "usersCount", false],
    ["Created", "created", false],
  ] as const) {
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
  }
});

test("the page buttons and the page size change the URL, and every customer is shown once", async ({
  openCustomers,
  page,
  environment,
}) => {
  await openCustomers(environment, allTime);
  const { total } = await readList(page, environment, everything);
  needs(total > 30, "four pages of customers");
  const seen = (await readList(page, environment, everything)).customers.map(({ customerID }) => customerID);
  const last = Math.floor((total - 1) / 10) * 10;
  for (const [button, offset] of [
    ["Next", 10],
    ["Next", 20],
    ["Previous", 10],
    ["Last", last],
    ["First", 0],
  ] as const) {
    await page.getByRole("button", { name: `${button} page` }).click();
    const list = await readList(page, environment, { ...everything, offset: String(offset) });
    await expectCustomers(page, list);
    if (button === "Next") seen.push(...list.customers.map(({ customerID }) => customerID));
    await expect.poll(() => addressQuery(page).offset ?? "0").toBe(String(offset));
  }
  expect([seen.length, new Set(seen).size]).toEqual([30, 30]);
  for (const limit of ["25", "50", "100"]) {
    await page.getByRole("combobox", { name: "Rows per page" }).selectOption(limit);
    await expectCustomers(page, await readList(page, environment, { ...everything, limit }));
    await expect.poll(() => addressQuery(page).limit ?? "25").toBe(limit);
  }
});

test("the window is a chip with presets, a range that must not end before it begins, and a way to remove it", async ({
  openCustomers,
  page,
  environment,
}) => {
  await openCustomers(environment, "window=1y&limit=10");
  const chip = page.getByRole("button", { name: /^Created: / });
  await expect(chip).toHaveText("Created: last year");

  await chip.click();
  await page.getByRole("group", { name: "Created", exact: true }).getByRole("button", { name: "last 90 days" }).click();
  await expect(chip).toHaveText("Created: last 90 days");
  await expect.poll(() => addressQuery(page)).toMatchObject({ window: "90d" });

  const { customers } = await readList(page, environment, { ...everything, ascending: "true" });
  const oldest = customers[0]?.created?.slice(0, 10);
  needs(oldest !== undefined, "a customer with a date");
  await chip.click();
  const before = page.url();
  await page.getByLabel("From").fill("2 may 2026");
  await expect(page.getByLabel("From")).toHaveAccessibleDescription("From Sat 2 May 2026 (UTC)");
  await page.getByLabel("To (optional)").fill("1 may 2026");
  await expect(page.getByLabel("To (optional)")).toHaveAccessibleDescription("To the end of Fri 1 May 2026 (UTC)");
  await page.getByRole("button", { name: "Apply" }).click();
  await expect(page.getByLabel("To (optional)")).toHaveAccessibleDescription(/must not be before the first/);
  await expect(page.getByLabel("To (optional)")).toBeFocused();
  await expect(page.getByLabel("From")).toHaveValue("2 may 2026");
  expect(page.url()).toBe(before);
  await page.getByLabel("From").fill(oldest as string);
  await page.getByLabel("To (optional)").fill(oldest as string);
  await page.getByRole("button", { name: "Apply" }).click();
  await expect(chip).toHaveText(`Created: ${formatCalendarDay(oldest as string)} (UTC)`);
  const range = { datefrom: oldest as string, dateto: oldest as string };
  await expectCustomers(page, await readList(page, environment, { ...everything, ...range }));
  await expect.poll(() => addressQuery(page)).toMatchObject(range);

  await page.getByRole("button", { name: "Remove filter Created" }).click();
  await expect(chip).toHaveCount(0);
  await expectCustomers(page, await readList(page, environment, everything));
});

test("a search is sent after a pause, starts at the first row, can be removed, and is cancelled by the next search", async ({
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
  await page.getByRole("button", { name: "Clear search" }).click();
  await expectCustomers(page, await readList(page, environment, everything));
  await expect(box).toHaveValue("");

  // The page never shows the answer to a search that another search has replaced.
  const held = Promise.withResolvers<void>();
  await page.route(/searchTerm=slow/, async (route) => {
    await held.promise;
    await route.continue().catch(() => {});
  });
  const cancelled = page.waitForEvent("requestfailed", (request) => request.url().includes("searchTerm=slow"));
  await box.fill("slow");
  await box.press("Enter");
  await expect(page.getByRole("status").getByText("Searching…")).toBeVisible();
  await box.fill("");
  await box.press("Enter");
  expect((await cancelled).failure()?.errorText).toContain("ERR_ABORTED");
  held.resolve();
  await expectCustomers(page, await readList(page, environment, everything));
});

test("rows of the earlier query are dimmed, busy and inert until the answer arrives", async ({
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

test("the list shows the API's rows, total and window, and on request the deleted customers with a mark @any-api", async ({
  openCustomers,
  page,
  environment,
}) => {
  await openCustomers(environment, "window=all&limit=100");
  const withDeleted = await readList(page, environment, { ...everything, limit: "100", includeDeleted: "true" });
  const without = await readList(page, environment, { ...everything, limit: "100" });
  await expectCustomers(page, without);
  const total = new Intl.NumberFormat("en-GB").format(without.total);
  const summary = page.getByRole("region", { name: "Customers" }).getByRole("status").first();
  await expect(summary).toHaveText(`1–${without.customers.length} of ${total} customers · created at any time`);
  expect(without.customers.some((customer) => customer.deleted)).toBe(false);
  await addFilter(page, "Include deleted");
  await expectCustomers(page, withDeleted);
  await expect.poll(() => addressQuery(page)).toMatchObject({ includeDeleted: "true" });
  const deleted = withDeleted.customers.filter((customer) => customer.deleted).length;
  await expect(page.getByRole("rowheader").filter({ hasText: "deleted" })).toHaveCount(deleted);
  await page.getByRole("button", { name: "Remove filter Include deleted" }).click();
  await expectCustomers(page, without);
});

test("a time shows its exact value and zone, and a person can switch to UTC", async ({
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
  const toggle = page.getByRole("button", { name: /^UTC ?: Show times in your time zone$/ });
  await expect(toggle).toBeVisible();
  // After a reload, the page uses the zone that the person chose, not the browser's zone.
  await page.request.put(api.preferences(), {
    data: { timeZone: "Asia/Tokyo" },
    headers: { "X-Switchboard": "1", Origin: new URL(page.url()).origin },
  });
  await page.reload();
  await expect(time).toContainText(shown("UTC"));
  await scriptHasTakenOver(page);
  await toggle.click();
  await expect(time).toContainText(shown("Asia/Tokyo"));
});
