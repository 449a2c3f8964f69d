import type { Page } from "@playwright/test";
import { environments } from "#lib/contract/environment.ts";
import { overviewPartSchemas } from "#lib/contract/overview.ts";
import { api, pages } from "#lib/paths.ts";
import { startOtherApi } from "#tests/fixtures/other-api/start-other-api.ts";
import { startConsole } from "#tests/fixtures/start-console.ts";
import { expectAccessibleInBothLooks } from "./axe.ts";
import { scriptHasTakenOver } from "./both-looks.ts";
import { addressQuery, readList } from "./customers-page.ts";
import { expect, test } from "./fixtures.ts";
import { configuredVariables, credentialsFor } from "./target.ts";

const panels = [
  "New customers by day",
  "API health",
  "Plans",
  "Terms",
  "Running and failed jobs",
  "Latest operations",
] as const;

const panel = (page: Page, name: (typeof panels)[number]) => page.getByRole("region", { name, exact: true });

test("an environment begins with its overview, whose window is the URL's", async ({ signIn, page }) => {
  await signIn();
  await page.goto("/");
  await expect(page.getByRole("heading", { level: 1, name: "Overview" })).toBeVisible();
  expect(environments.map((name) => pages.overview(name))).toContain(new URL(page.url()).pathname);
  await expect(page).toHaveTitle(/^(\(\d+\) )?(Production|Sandbox) · Overview · Switchboard$/);
  for (const name of panels) {
    await expect(panel(page, name).getByText(/^Updated \d\d:\d\d$/)).toBeVisible();
  }
  const chart = panel(page, "New customers by day");
  await expect(chart.getByText(/ customers? of the last 30 days\./)).toBeVisible();
  // A choice before that is undone by it.
  await scriptHasTakenOver(page);
  await page.getByRole("radio", { name: "7 days" }).click();
  await expect(chart.getByText(/ of the last 7 days\.|in the last 7 days/)).toBeVisible();
  await expect.poll(() => addressQuery(page)).toEqual({ window: "7d" });
  await page.reload();
  await expect(page.getByRole("radio", { name: "7 days" })).toBeChecked();
  await page.getByRole("radio", { name: "90 days" }).click();
  await expect(panel(page, "Terms").getByText(/ of the last 90 days\./)).toBeVisible();
  await page.goBack();
  await expect(page.getByRole("radio", { name: "7 days" })).toBeChecked();
  await expect(panel(page, "Plans").getByText(/ of the last 7 days\./)).toBeVisible();
});

test("by keyboard through the chart: a bar says its value and leads to the customers of its day", async ({
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

  await page.getByRole("button", { name: "Reload new customers" }).focus();
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

test("a panel fails alone, keeps what it showed, and recovers alone", async ({
  signIn,
  page,
  environment,
  allowConsole,
}) => {
  allowConsole(/ERR_FAILED/);
  await signIn();
  await page.goto(pages.overview(environment));
  const jobs = panel(page, "Running and failed jobs");
  await expect(jobs.getByRole("link", { name: "All jobs" })).toBeVisible();
  await page.route("**/overview?part=jobs*", (route) => route.abort("failed"));
  await page.getByRole("button", { name: "Reload jobs" }).click();
  await expect(jobs.getByRole("alert")).toContainText("Showing the last good response, read at");
  await expect(jobs.getByRole("link", { name: "All jobs" })).toBeVisible();
  await expect(page.getByRole("alert").filter({ hasText: /\S/ })).toHaveCount(1);
  await page.getByRole("button", { name: "Reload plans" }).click();
  await expect(panel(page, "Plans").getByRole("table")).toBeVisible();
  await page.unroute("**/overview?part=jobs*");
  await jobs.getByRole("button", { name: "Retry" }).click();
  await expect(jobs.getByRole("alert")).toHaveCount(0);
});

test("the overview is accessible, as charts and as tables", async ({ signIn, page, environment }) => {
  await signIn();
  await page.goto(pages.overview(environment, "window=90d"));
  await expect(page.getByRole("toolbar", { name: "New customers by UTC day" })).toBeVisible();
  await expectAccessibleInBothLooks(page);
  await page.getByRole("button", { name: "Show as table" }).click();
  await expectAccessibleInBothLooks(page);
});

test("an environment without any customer offers the one next thing", { tag: "@demo" }, async ({ page }) => {
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
