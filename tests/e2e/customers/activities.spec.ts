import type { Page } from "@playwright/test";
import { callListSchema } from "#lib/contract/calls/call.ts";
import {
  type ActivityList,
  type ActivitySummary,
  activityListSchema,
  activitySummarySchema,
} from "#lib/contract/customers/activity.ts";
import type { Environment } from "#lib/contract/environment.ts";
import { utcDaysAgo } from "#lib/contract/values/calendar.ts";
import { api, pages } from "#lib/paths.ts";
import { expectAccessibleInBothLooks } from "#tests/e2e/helpers/axe.ts";
import { addFilter, addressQuery, readList } from "#tests/e2e/helpers/customers-page.ts";
import { test as base, expect } from "#tests/e2e/helpers/fixtures.ts";

interface Opened {
  customerID: string;
  /** The BFF's answer, which the page must show. */
  rows: (query?: Record<string, string>) => Promise<ActivityList>;
  summary: () => Promise<ActivitySummary>;
}

/** Opens the page of a customer who has activities. */
const test = base.extend<{ openActivities: (query?: string) => Promise<Opened> }>({
  openActivities: async ({ signIn, page, environment }, use) => {
    await use(async (query) => {
      await signIn();
      // The window is old enough to have activities, and new enough for a chart by days.
      const [datefrom, dateto] = [utcDaysAgo(Date.now(), 60), utcDaysAgo(Date.now(), 10)];
      const busiest = { datefrom, dateto, limit: "20", sort: "usersCount", ascending: "false" };
      const { customers } = await readList(page, environment, busiest);
      for (const { customerID } of customers) {
        const rows: Opened["rows"] = (asked = {}) => readRows(page, environment, customerID, asked);
        if ((await rows({ limit: "1" })).total < 30) continue;
        const summary = async () => {
          const answer = await page.request.get(api.activitySummary(environment, customerID));
          return activitySummarySchema.parse(await answer.json());
        };
        const list = new URLSearchParams(query);
        list.set("show", show);
        await page.goto(pages.customer(environment, customerID, list));
        await expect(activities(page)).toBeVisible();
        return { customerID, rows, summary };
      }
      throw new Error("No customer has thirty activities");
    });
  },
});

const activities = (page: Page) => page.getByRole("region", { name: "Activities", exact: true });
/** The query value that filters the timeline to activities. */
const show = "activities";
const statusLine = (page: Page) => activities(page).getByRole("status").first();
const dataRows = (page: Page) =>
  activities(page)
    .getByRole("table", { name: "Activities, in the API's order" })
    .getByRole("row")
    .filter({ has: page.getByRole("rowheader") });

async function readRows(
  page: Page,
  environment: Environment,
  customerID: string,
  query: Record<string, string>,
): Promise<ActivityList> {
  const answer = await page.request.get(api.activities(environment, customerID, new URLSearchParams(query)));
  expect(answer.status(), await answer.text()).toBe(200);
  return activityListSchema.parse(await answer.json());
}

const grouped = (count: number) => new Intl.NumberFormat("en-GB").format(count);
const ofAll = (count: number) => new RegExp(`of ${grouped(count)} activit(y|ies)$`);

test("with the keyboard, a bar filters the rows by its day and by direction; Back and reload restore the filters", async ({
  openActivities,
  page,
  environment,
}) => {
  const { customerID, rows, summary } = await openActivities();
  const callsOfPage = async () => {
    const query = new URLSearchParams({ id: customerID, cause: "page", path: "/customers/{customerID}/activities" });
    const answer = await page.request.get(api.calls(environment, query));
    return callListSchema.parse(await answer.json()).total;
  };
  const callsBefore = await callsOfPage();
  await page.goto(pages.customer(environment, customerID));
  const timeline = page.getByRole("region", { name: "Timeline" });
  // Without the filter, the timeline counts activities by days. A line leads to the activities of its days.
  const daysLine = timeline.getByRole("link", { name: /activit(y|ies)$/ });
  await expect(daysLine.first()).toBeVisible();
  // The page reads only the counts, and no rows that it does not show.
  const { coverage } = await summary();
  expect((await callsOfPage()) - callsBefore).toBeLessThanOrEqual(Math.min(5, Math.ceil(coverage.total / 100)));
  await daysLine.first().click();
  await expect(activities(page)).toBeVisible();
  expect(addressQuery(page)).toHaveProperty("day");
  await activities(page)
    .getByRole("button", { name: /^Remove filter Days?$/ })
    .click();
  await expect(activities(page).getByRole("button", { name: /^Remove filter/ })).toHaveCount(0);
  await expect(statusLine(page)).toHaveText(ofAll((await rows()).total));
  const chart = activities(page).getByRole("toolbar", { name: "Activities by day and direction" });
  const { series, days } = await summary();
  await expect(chart).toBeVisible();
  await activities(page).getByRole("button", { name: "Add filter" }).focus();
  for (const _ of series) await page.keyboard.press("Tab");
  await page.keyboard.press("Tab");
  await page.keyboard.press("End");
  const { day } = days.at(-1) ?? { day: "" };
  const bar = chart.locator(`[data-bar^="${day}"]`);
  while (!(await bar.evaluate((element) => element === document.activeElement))) await page.keyboard.press("ArrowLeft");
  await page.keyboard.press("Enter");
  const ofDay = await rows({ datefrom: day, dateto: day });
  await expect(statusLine(page)).toHaveText(ofAll(ofDay.total));
  await expect(bar).toHaveAttribute("aria-pressed", "true");
  await expect(bar).toBeFocused();
  await expect.poll(() => addressQuery(page)).toEqual({ show, day });

  const direction = ofDay.activities[0]?.direction ?? "";
  await activities(page)
    .getByRole("button", { name: `Only ${direction}`, exact: true })
    .press("Enter");
  const ofDirection = await rows({ datefrom: day, dateto: day, direction });
  await expect(statusLine(page)).toHaveText(ofAll(ofDirection.total));
  await expect.poll(() => addressQuery(page)).toEqual({ show, day, direction });
  await page.reload();
  await expect(statusLine(page)).toHaveText(ofAll(ofDirection.total));
  await expect(bar).toHaveAttribute("aria-pressed", "true");
  await page.goBack();
  await expect(statusLine(page)).toHaveText(ofAll(ofDay.total));
  await page.goBack();
  await expect(statusLine(page)).toHaveText(ofAll((await rows()).total));
  await page.goForward();
  await activities(page).getByRole("button", { name: "Remove filter Day" }).click();
  await expect.poll(() => addressQuery(page)).toEqual({ show });
});

test("filters offer the values that the console has seen, accept a typed value, and are removable chips", async ({
  openActivities,
  page,
}) => {
  const { rows } = await openActivities();
  const { activities: all, seen } = await rows({ limit: "100" });
  const type = all[0]?.type ?? "";
  await addFilter(page, "Type", activities(page));
  const offered = page.getByRole("group", { name: "Type", exact: true });
  for (const word of seen.types) await expect(offered.getByRole("button", { name: word, exact: true })).toBeVisible();
  await offered.getByRole("button", { name: type, exact: true }).click();
  await expect(statusLine(page)).toHaveText(ofAll((await rows({ type })).total));
  await expect.poll(() => addressQuery(page)).toEqual({ show, type });
  // The person types a value instead of choosing it. The API knows this value.
  await addFilter(page, "Direction", activities(page));
  const direction = all.find((activity) => activity.type === type)?.direction ?? "";
  await page.getByLabel("Another direction").fill(direction);
  await page.getByRole("button", { name: "Filter", exact: true }).click();
  await expect(statusLine(page)).toHaveText(ofAll((await rows({ type, direction })).total));
  await addFilter(page, "Time", activities(page));
  await page.getByLabel("From", { exact: true }).fill("2001-01-01");
  await page.getByLabel("To (optional)").fill("2001-01-02");
  await page.getByRole("button", { name: "Apply" }).click();
  await expect(page.getByRole("heading", { name: "No activities match" })).toBeVisible();
  await expect
    .poll(() => addressQuery(page))
    .toEqual({ show, datefrom: "2001-01-01", dateto: "2001-01-02", type, direction });
  for (const name of ["Time", "Type", "Direction"]) {
    await page.getByRole("button", { name: `Remove filter ${name}` }).click();
    await expect(page.getByRole("button", { name: `Remove filter ${name}` })).toBeHidden();
  }
  await expect(statusLine(page)).toHaveText(ofAll((await rows()).total));
  await expect.poll(() => addressQuery(page)).toEqual({ show });
});

test("rows have pages, show times in the person's zone or UTC, and contain all data of the API @any-api", async ({
  openActivities,
  page,
}) => {
  const { rows } = await openActivities("limit=10");
  const second = await rows({ limit: "10", offset: "10" });
  await activities(page).getByRole("button", { name: "Next page" }).click();
  await expect(statusLine(page)).toHaveText(`11–20 of ${grouped(second.total)} activities`);
  if (second.pagedLocally)
    await expect(activities(page).getByText("Switchboard divides them into pages")).toBeVisible();
  const [first] = second.activities;
  const at = Date.parse(first?.at ?? "");
  const shown = (timeZone: string) =>
    new Intl.DateTimeFormat("en-GB", { hour: "2-digit", minute: "2-digit", timeZone }).format(at);
  const when = dataRows(page).first().getByRole("rowheader");
  await expect(when).toContainText(shown("Europe/Berlin"));
  await page.getByRole("button", { name: "Show times in UTC" }).click();
  await expect(when).toContainText(shown("UTC"));
  await page.getByRole("button", { name: "Show times in your time zone" }).click();
  await expect(when).toContainText(shown("Europe/Berlin"));

  await dataRows(page).first().getByRole("button", { name: "Show raw data" }).click();
  const [member] = Object.keys(first?.raw ?? {});
  await activities(page)
    .getByLabel("Search raw data")
    .fill(member ?? "");
  await expect(activities(page).getByText(member ?? "", { exact: true })).toBeVisible();
  await page.reload();
  await expect(statusLine(page)).toHaveText(`11–20 of ${grouped(second.total)} activities`);

  // On paper (A4 without margins), activities are a table. On a screen of the same width, they are cards.
  await page.setViewportSize({ width: 703, height: 1_032 });
  const display = () =>
    dataRows(page)
      .first()
      .evaluate((row) => getComputedStyle(row).display);
  await expect.poll(display).toBe("grid");
  await page.emulateMedia({ media: "print" });
  await expect.poll(display).toBe("table-row");
});

test("the chart and the rows fail separately, and the rows stay unchanged", async ({
  openActivities,
  page,
  allowConsole,
}) => {
  allowConsole(/ERR_FAILED/);
  await openActivities("limit=10");
  const chart = activities(page).getByRole("toolbar");
  await page.route("**/activities?*", (route) => route.abort("failed"));
  await page.getByRole("button", { name: "Reload" }).click();
  await expect(activities(page).getByRole("alert")).toContainText("Showing the last good rows, read at");
  await expect(dataRows(page)).toHaveCount(10);
  await expect(chart).toBeVisible();
  await page.unroute("**/activities?*");
  await activities(page).getByRole("button", { name: "Retry" }).click();
  await expect(activities(page).getByRole("alert")).toHaveCount(0);

  await page.route("**/activities/summary?*", (route) => route.abort("failed"));
  await addFilter(page, "Time", activities(page));
  await page.getByRole("button", { name: "last year" }).click();
  await expect(activities(page).getByRole("alert")).toContainText("The chart could not be loaded");
  await expect(dataRows(page).first()).toBeVisible();
  await page.unroute("**/activities/summary?*");
  await activities(page).getByRole("button", { name: "Try again" }).click();
  await expect(activities(page).getByRole("alert")).toHaveCount(0);
});

test("activities are accessible as a chart, as a table, with an open row and with an open filter", async ({
  openActivities,
  page,
}) => {
  await openActivities("limit=10&window=1y");
  await expect(activities(page).getByRole("toolbar")).toBeVisible();
  await dataRows(page).first().getByRole("button", { name: "Show raw data" }).click();
  await expectAccessibleInBothLooks(page, { focus: true });
  await activities(page).getByRole("button", { name: "Show as table" }).click();
  await addFilter(page, "Type", activities(page));
  await expectAccessibleInBothLooks(page);
});
