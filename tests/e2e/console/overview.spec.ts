import type { Page } from "@playwright/test";
import { overviewPartSchemas } from "#lib/contract/console/overview.ts";
import { environments } from "#lib/contract/values/environments.ts";
import { api, pages } from "#lib/paths.ts";
import { expectAccessibleInBothLooks } from "#tests/e2e/helpers/axe.ts";
import { scriptHasTakenOver } from "#tests/e2e/helpers/both-looks.ts";
import { addressQuery, readList } from "#tests/e2e/helpers/customers-page.ts";
import { expect, test } from "#tests/e2e/helpers/fixtures.ts";
import { configuredVariables, credentialsFor } from "#tests/e2e/helpers/target.ts";
import { startConsole } from "#tests/fixtures/console/start-console.ts";
import { startOtherApi } from "#tests/fixtures/other-api/start-other-api.ts";

const panels = [
  "Waiting for a person",
  "Compared with the period before",
  "New customers by day",
  "Plans of new customers",
  "Terms of new customers",
  "Latest operations",
  "Running jobs",
] as const;

const panel = (page: Page, name: (typeof panels)[number]) => page.getByRole("region", { name, exact: true });

test("an environment opens with its overview, whose period is in the URL", async ({ signIn, page }) => {
  await signIn();
  await page.goto("/");
  await expect(page.getByRole("heading", { level: 1, name: "Overview" })).toBeVisible();
  expect(environments.map((name) => pages.overview(name))).toContain(new URL(page.url()).pathname);
  await expect(page).toHaveTitle(/^(\(\d+\) )?(Production|Sandbox) · Overview · Switchboard$/);
  // The time of the update is shown once on the page, not in each panel.
  await expect(page.getByText(/^Updated \d\d:\d\d$/)).toHaveCount(1);
  const chart = panel(page, "New customers by day");
  await expect(chart.getByText(/ customers? of the last 30 days\./)).toBeVisible();
  // A period that is chosen before hydration is reset, so the test waits.
  await scriptHasTakenOver(page);
  await page.getByRole("radio", { name: "7 days" }).click();
  await expect(chart.getByText(/ of the last 7 days\.|in the last 7 days/)).toBeVisible();
  await expect.poll(() => addressQuery(page)).toEqual({ window: "7d" });
  await page.reload();
  await expect(page.getByRole("radio", { name: "7 days" })).toBeChecked();
  await page.getByRole("radio", { name: "90 days" }).click();
  await expect(chart.getByText(/ of the last 90 days\./)).toBeVisible();
  await page.goBack();
  await expect(page.getByRole("radio", { name: "7 days" })).toBeChecked();
  await expect(chart.getByText(/ of the last 7 days\.|in the last 7 days/)).toBeVisible();
  // The items that need attention come first, then four figures. The API's status is on another page.
  const headings = await page.getByRole("main").getByRole("heading", { level: 2 }).allTextContents();
  // On a deployed console, the panel of the first steps may still be above these headings.
  const order = headings.filter((heading) => heading !== "First steps");
  expect(order.slice(0, 2)).toEqual(["Waiting for a person", "Compared with the period before"]);
  await expect(panel(page, "Compared with the period before").getByRole("term")).toHaveCount(4);
  const read: string[] = [];
  page.on("request", (request) => read.push(request.url()));
  await page
    .getByRole("banner")
    .getByRole("link", { name: /^API: / })
    .click();
  await expect(page.getByRole("heading", { level: 1, name: "API status" })).toBeVisible();
  await expect(page.getByRole("region", { name: "Protection" })).toContainText("Requests pass");
  // Another page does not request the data of the overview, so it does not wait for the overview's calls.
  expect(read.filter((url) => url.includes("/overview"))).toEqual([]);
});

test("with the keyboard, a bar of the chart announces its value and leads to the customers of its day", async ({
  signIn,
  page,
  environment,
}) => {
  await signIn();
  await page.goto(pages.overview(environment));
  const chart = page.getByRole("toolbar", { name: "New customers by UTC day" });
  const bars = chart.getByRole("link");
  await expect(bars.last()).toHaveAccessibleName(/^\w+,? \d+ \w+ \d+: /);
  const answer = await page.request.get(api.overview(environment, "part=customersByDay")).then((got) => got.json());
  const { days } = overviewPartSchemas.customersByDay.parse(answer.customersByDay);
  const { day, counts } = days.at(-1) ?? { day: "", counts: [0] };
  expect(counts[0]).toBeGreaterThan(0);

  await page.getByRole("link", { name: "Failed, refused or unknown" }).focus();
  await page.keyboard.press("Tab");
  await expect(bars.last()).toBeFocused();
  await page.keyboard.press("Home");
  await expect(bars.first()).toBeFocused();
  await page.keyboard.press("End");
  const wanted = chart.locator(`[data-bar^="${day}"]`);
  while (!(await wanted.evaluate((bar) => bar === document.activeElement))) await page.keyboard.press("ArrowLeft");
  await expect(wanted).toHaveAccessibleName(new RegExp(`: ${counts[0]} customers?$`));
  await page.keyboard.press("Enter");
  await expect(page).toHaveURL(pages.customers(environment, `datefrom=${day}&dateto=${day}`));
  const { total } = await readList(page, environment, { datefrom: day, dateto: day });
  expect(total).toBe(counts[0]);
  await expect(page.getByRole("status").filter({ hasText: ` of ${total} customer` })).toBeVisible();
});

test("the chart's figures can be read as a table", async ({ signIn, page, environment }) => {
  await signIn();
  await page.goto(pages.overview(environment, "window=90d"));
  const chart = panel(page, "New customers by day");
  await chart.getByRole("button", { name: "Show as table" }).click();
  const rows = chart.getByRole("table").getByRole("row");
  const counts = await rows.getByRole("cell").allTextContents();
  const answer = await page.request.get(api.overview(environment, "part=customersByDay&window=90d"));
  const { coverage } = overviewPartSchemas.customersByDay.parse((await answer.json()).customersByDay);
  expect(counts.reduce((sum, count) => sum + Number(count.replace(/\D/g, "")), 0)).toBe(coverage.looked);
  await expect(rows.nth(1).getByRole("rowheader").getByRole("link")).toHaveAttribute("href", /datefrom=.*&dateto=/);
});

test("a panel fails and recovers separately, and keeps its last values", async ({
  signIn,
  page,
  environment,
  allowConsole,
}) => {
  allowConsole(/ERR_FAILED/);
  await signIn();
  await page.goto(pages.overview(environment));
  const jobs = panel(page, "Running jobs");
  await expect(jobs.getByRole("link", { name: "All jobs" })).toBeVisible();
  await page.route("**/overview?part=jobs*", (route) => route.abort("failed"));
  await page.getByRole("button", { name: "Reload" }).click();
  await expect(jobs.getByRole("alert")).toContainText("Showing the last good response, read at");
  await expect(jobs.getByRole("link", { name: "All jobs" })).toBeVisible();
  await expect(page.getByRole("alert").filter({ hasText: /\S/ })).toHaveCount(1);
  await expect(panel(page, "Plans of new customers").getByRole("table")).toBeVisible();
  await page.unroute("**/overview?part=jobs*");
  await jobs.getByRole("button", { name: "Retry" }).click();
  await expect(jobs.getByRole("alert")).toHaveCount(0);
});

test("an environment without customers offers to create a customer", { tag: "@demo" }, async ({ page }) => {
  const emptyApi = await startOtherApi({ customers: 0 });
  const console = await startConsole({ env: configuredVariables(emptyApi.origin, emptyApi.keys) });
  try {
    await page.goto(console.origin);
    const { email, password } = credentialsFor("administrator", "other-api");
    await page.getByLabel("E-mail address").fill(email);
    await page.getByLabel("Password").fill(password);
    await page.getByLabel("Password").press("Enter");
    await expect(page.getByRole("heading", { name: "No customers in production yet" })).toBeVisible();
    await expect(page.getByRole("link", { name: "Create customer" })).toHaveAttribute(
      "href",
      pages.newCustomer("production"),
    );
    await expectAccessibleInBothLooks(page);
  } finally {
    await console.close();
    await emptyApi.close();
  }
});
