import { readFile } from "node:fs/promises";
import type { Download, Page } from "@playwright/test";
import { pages } from "#lib/paths.ts";
import { everything, needs, readList } from "#tests/e2e/helpers/customers-page.ts";
import { expect, test } from "#tests/e2e/helpers/fixtures.ts";

const dialog = (page: Page) => page.getByRole("dialog", { name: "Export customers" });
const exportPath = "**/customers/export?*";

async function textOf(download: Download): Promise<string> {
  return readFile(await download.path(), "utf8");
}

test("an export shows its scope and count first, and contains every customer once, as CSV and as JSON", async ({
  openCustomers,
  page,
  environment,
}) => {
  await openCustomers(environment, "window=all");
  const [first] = (await readList(page, environment, everything)).customers;
  const term = /[\p{L}]{4,}/u.exec(first?.companyName ?? "")?.[0] ?? "";
  needs(term !== "", "a customer with a name");
  await page.goto(pages.customers(environment, new URLSearchParams({ window: "all", limit: "10", searchTerm: term })));
  const list = await readList(page, environment, { ...everything, searchTerm: term, limit: "100" });
  needs(list.total <= 100 && list.total > 0, "a term that finds some");
  const opener = page.getByRole("button", { name: "Export", exact: true });
  await opener.press("Enter");
  await expect(dialog(page)).toContainText(environment, { ignoreCase: true });
  await expect(dialog(page)).toContainText(
    new RegExp(`${list.total} customers? created at any time, matching “${term}”, excluding deleted`),
  );
  await expect(dialog(page).getByRole("button", { name: "Cancel" })).toBeFocused();

  const csv = page.waitForEvent("download");
  await dialog(page)
    .getByRole("button", { name: /^Export \d+ customers? \(CSV\)$/ })
    .click();
  const lines = (await textOf(await csv)).trim().split("\r\n");
  expect(lines).toHaveLength(list.total + 1);
  for (const { customerID } of list.customers)
    expect(lines.filter((line) => line.includes(customerID))).toHaveLength(1);
  await expect(dialog(page).getByText("The file is complete.")).toBeVisible();
  await expect(
    dialog(page).getByText(new RegExp(`customers-${environment}-.*\\.csv · ${list.total} customers`)),
  ).toBeVisible();

  await dialog(page).getByLabel("Column names as on the page").check();
  const named = page.waitForEvent("download");
  await dialog(page).getByRole("button", { name: "Export again" }).click();
  expect((await textOf(await named)).trim().split("\r\n")).toEqual([
    "Customer ID,Company,Users,Created,Is deleted,Deleted,Term,Plan,Administrator e-mail",
    ...lines.slice(1),
  ]);

  await dialog(page).getByText("JSON, raw data of the API").click();
  await expect(dialog(page).getByLabel("Column names as on the page")).toHaveCount(0);
  const json = page.waitForEvent("download");
  await dialog(page).getByRole("button", { name: "Export again" }).click();
  expect(JSON.parse(await textOf(await json))).toMatchObject({
    count: list.total,
    expected: list.total,
    complete: true,
  });
  await page.keyboard.press("Escape");
  await expect(dialog(page)).toBeHidden();
  await expect(opener).toBeFocused();
});

test("an export shows its progress, can be stopped, reports drift, and shows the reason when it fails", async ({
  openCustomers,
  page,
  environment,
  allowConsole,
}) => {
  allowConsole(/status of 503|ERR_FAILED|ERR_ABORTED|net::/);
  await openCustomers(environment, "window=all");
  await page.getByRole("button", { name: "Export", exact: true }).click();
  const again = dialog(page).getByRole("button", { name: /^Export (again|\d)/ });

  const held = Promise.withResolvers<void>();
  await page.route(exportPath, async (route) => {
    await held.promise;
    await route.abort().catch(() => {});
  });
  await again.click();
  await expect(dialog(page).getByRole("progressbar", { name: "Progress of the export" })).toBeVisible();
  await dialog(page).getByRole("button", { name: "Stop export" }).click();
  await expect(dialog(page).getByText("Export stopped. Nothing was saved.")).toBeVisible();
  held.resolve();
  await page.unroute(exportPath);

  const csv = "customerID,companyName\r\n1,One\r\n2,Two\r\n";
  const headers = { "X-Expected-Total": "3", "Content-Disposition": 'attachment; filename="three.csv"' };
  await page.route(exportPath, (route) => route.fulfill({ body: csv, contentType: "text/csv", headers }));
  const download = page.waitForEvent("download");
  await again.click();
  expect((await download).suggestedFilename()).toBe("three.csv");
  await expect(dialog(page).getByText(/had 3 customers at the start, and the file has 2/)).toBeVisible();
  await page.unroute(exportPath);

  const problem = {
    type: "about:blank",
    title: "Paused",
    status: 503,
    code: "upstream_paused",
    errors: [],
    requestID: "r-1",
    detail: "The API failed too often just now.",
  };
  await page.route(exportPath, (route) => route.fulfill({ status: 503, json: problem }));
  await again.click();
  await expect(dialog(page).getByRole("alert")).toContainText("The API failed too often just now.");
  await page.unroute(exportPath);
  await page.route(exportPath, (route) => route.abort("failed"));
  await dialog(page).getByRole("button", { name: "Retry" }).click();
  await expect(dialog(page).getByRole("alert")).toContainText("No connection to Switchboard");
});
