import type { Page } from "@playwright/test";
import { type Customer, customerAnswerSchema } from "#lib/contract/customers/customer.ts";
import { customerListSchema } from "#lib/contract/customers/customer-list.ts";
import type { TimeReading } from "#lib/contract/errors.ts";
import { plannedAnswerSchema } from "#lib/contract/operations/planned.ts";
import { utcDay } from "#lib/contract/values/calendar.ts";
import { dayMs } from "#lib/contract/values/time-units.ts";
import { readLocalTime } from "#lib/format/local-time.ts";
import { api, pages } from "#lib/paths.ts";
import { printTimeInZone } from "#lib/typed-time/print-time.ts";
import { expectAccessible } from "#tests/e2e/helpers/axe.ts";
import { nextClockChange } from "#tests/e2e/helpers/clock-change.ts";
import { expect, test } from "#tests/e2e/helpers/fixtures.ts";
import { credentialsFor } from "#tests/e2e/helpers/target.ts";
import {
  type ConsoleWithClock,
  startConsoleWithClock,
} from "#tests/fixtures/console/processes/start-console-with-clock.ts";

const environment = "sandbox";

/** The browser's own zone, which the form shows at first. */
const zone = "Europe/Berlin";

/** A separate console, because the test sets its clock forward by days. */
let console: ConsoleWithClock;

// The tests in this file run in one worker, so that their console is started only once.
test.describe.configure({ mode: "default" });

test.beforeAll(async () => {
  console = await startConsoleWithClock();
});

test.afterAll(() => console.close());

const headers = () => ({ "X-Switchboard": "1", Origin: console.origin });
const open = (page: Page, path: string) => page.goto(console.origin + path);
const button = (page: Page, name: string | RegExp) => page.getByRole("button", { name, exact: true });

async function signIn(page: Page): Promise<void> {
  const answer = await page.request.post(console.origin + api.session(), {
    data: credentialsFor("editor"),
    headers: headers(),
  });
  expect(answer.status()).toBe(204);
}

/**
 * Customers with an email address and the plan Essential. The number of such customers differs from day to day, so
 * three pages are read.
 */
async function customersOnEssential(page: Page): Promise<Customer[]> {
  const pagesOfCustomers = await Promise.all(
    ["0", "100", "200"].map(async (offset) => {
      const query = new URLSearchParams({ datefrom: "1970-01-01", limit: "100", offset });
      const answer = await page.request.get(console.origin + api.customers(environment, query));
      return customerListSchema.parse(await answer.json()).customers;
    }),
  );
  return pagesOfCustomers.flat().filter(({ contract, adminUser }) => contract.plan === "essential" && adminUser.email);
}

async function contractOf(page: Page, customerID: string) {
  const answer = await page.request.get(console.origin + api.customer(environment, customerID));
  expect(answer.status(), await answer.text()).toBe(200);
  return customerAnswerSchema.parse(await answer.json()).customer.contract;
}

/**
 * Returns a midnight in the tests' zone that is at least `days` days and 22 hours from now. In the last hours of a UTC
 * day, the next day has already begun in the zone, so two days are added.
 */
const midnightAfter = (days: number) => `${utcDay(console.now() + (days + 2) * dayMs)}T00:00`;
function readingOf(local: string): TimeReading {
  const reading = readLocalTime(local, zone)?.readings[0];
  if (!reading) throw new Error(`${local} is not a local time`);
  return reading;
}

const instantOf = (local: string) => Date.parse(readingOf(local).at);

/** Sets the console's clock forward and signs in again, because the session has expired. */
async function goTo(page: Page, local: string): Promise<void> {
  console.setClock(instantOf(local) + 20_000);
  await signIn(page);
}

test("a campaign runs at midnight, a two-week upgrade reverts itself, and a changed contract waits for a person @demo", async ({
  page,
}) => {
  test.slow();
  await signIn(page);
  const picked = (await customersOnEssential(page)).filter(({ contract }) => contract.term === "monthly");
  expect(picked.length).toBeGreaterThanOrEqual(5);
  const [campaign, upgrade, changed, one, other] = picked as [Customer, Customer, Customer, Customer, Customer];
  const [midnight, end] = [midnightAfter(0), midnightAfter(14)];
  const dialog = page.getByRole("dialog");

  await test.step("a person schedules the campaign for midnight", async () => {
    await open(page, pages.customer(environment, campaign.customerID, "change=plan"));
    await dialog.getByRole("radio", { name: "Enterprise" }).check();
    await dialog.getByRole("radio", { name: "Later" }).check();
    const time = dialog.getByLabel("Date and time");
    await expect(dialog.getByLabel("Time zone")).toHaveValue(zone);
    // The clocks skip this time, so the dialog offers two possible times.
    await time.fill(nextClockChange("spring", console.now()));
    await expect(dialog.getByText("The clocks skip this time on that day. Choose one:")).toBeVisible();
    await expect(dialog.getByRole("button", { name: /\(UTC\+0[12]:00\)/ })).toHaveCount(2);
    await expectAccessible(page);
    await button(page, "Review the change").click();
    await expect(time).toHaveAccessibleDescription(/^Choose one of the two readings/);
    // The day and the month could be swapped. Pressing one of the two dates enters it in the field, and the field has
    // the focus again.
    await time.fill("01/02/2027 14:00");
    await expect(dialog.getByText("This date has two readings. Choose one:")).toBeVisible();
    await button(page, "Mon 1 February 2027, 14:00").click();
    await expect(time).toBeFocused();
    await expect(time).toHaveValue("2027-02-01 14:00");
    await expect(time).toHaveAccessibleDescription(/^Mon 1 February 2027, 14:00 Berlin/);
    // A screen reader announces the interpreted time after a pause.
    await expect(dialog.getByRole("status").filter({ hasText: "Mon 1 February 2027, 14:00 Berlin" })).toBeAttached();
    // The typed text and its interpretation survive a reload.
    await page.reload();
    await expect(time).toHaveValue("2027-02-01 14:00");
    await time.fill(midnight);
    await expect(dialog.getByText(/, \d\d:\d\d UTC$/)).toBeVisible();
    await button(page, "Review the change").click();
    await expect(dialog.getByRole("heading", { name: "Schedule this change?" })).toBeVisible();
    await dialog.getByLabel("Reason (optional)").fill("Winter campaign");
    await expect(dialog).toContainText("nothing is sent. The planned change is suspended");
    await expect(dialog).toContainText(`${utcDay(instantOf(midnight)).slice(8).replace(/^0/, "")}`);
    await expectAccessible(page);
    await button(page, "Schedule the change").click();
    await expect(dialog.getByRole("heading", { name: "The change is scheduled" })).toBeVisible();
    await expectAccessible(page);
    await button(page, "Done").click();
    await expect(page.getByRole("region", { name: "Facts" })).toContainText(/Planned next.*Starts/);
  });

  await test.step("a person upgrades plan and term of another customer for two weeks", async () => {
    await open(page, pages.customer(environment, upgrade.customerID, "change=plan"));
    await dialog.getByText("Plan and term").click();
    await dialog.getByRole("group", { name: "New plan" }).getByRole("radio", { name: "Professional" }).check();
    await dialog.getByRole("group", { name: "New term" }).getByRole("radio", { name: "12 months" }).check();
    await dialog.getByRole("radio", { name: "Temporary" }).check();
    await dialog.getByLabel("Start").fill(midnight);
    await button(page, "for 14 days").click();
    await expect(dialog.getByLabel("End")).toHaveAccessibleDescription(new RegExp(printTimeInZone(readingOf(end))));
    await button(page, "Review the change").click();
    await expect(dialog.getByRole("listitem").filter({ hasText: "Directly after" })).toBeVisible();
    await button(page, "Schedule the change").click();
    await expect(dialog.getByText("It ends on")).toBeVisible();
  });

  const suspended =
    await test.step("a person plans a third change, and its contract is changed in between", async () => {
      const { customerID, contract } = changed;
      const answer = await page.request.post(console.origin + api.planned(environment), {
        data: { customerID, change: { plan: "enterprise" }, at: { local: midnight, zone }, expected: contract },
        headers: headers(),
      });
      expect(answer.status(), await answer.text()).toBe(201);
      await open(page, pages.customer(environment, customerID, "change=plan"));
      await expect(dialog.getByText("This customer has a planned change")).toBeVisible();
      await expect(dialog.getByText("If you change the contract now, the planned change is suspended")).toBeVisible();
      await dialog.getByRole("radio", { name: "Professional" }).check();
      await button(page, "Review the change").click();
      await button(page, /^Change plan to/).click();
      await expect(dialog.getByRole("heading", { name: /^Verified/ })).toBeVisible();
      return plannedAnswerSchema.parse(await answer.json()).plannedChange.plannedChangeID;
    });

  await test.step("a person plans several selected customers together, reviews each of them, and finds them marked in the list", async () => {
    for (const { customerID } of [one, other, campaign]) {
      const path = console.origin + api.pin(environment, customerID);
      expect((await page.request.put(path, { data: { pinned: true }, headers: headers() })).ok()).toBe(true);
    }
    await open(page, pages.customers(environment, "pinned=true"));
    for (const { companyName } of [one, other, campaign]) {
      await page.getByRole("checkbox", { name: `Select ${companyName}` }).check();
    }
    await button(page, "Plan a change").click();
    await button(page, "Check 3 customers").click();
    await expect(dialog.getByRole("alert").getByRole("link")).toHaveText(["Choose a plan", "Enter a date and a time"]);
    await dialog.getByRole("radio", { name: "Professional" }).check();
    await dialog.getByLabel("Date and time").fill(midnightAfter(30));
    await expect(dialog.getByRole("alert")).toBeHidden();
    await expectAccessible(page);
    await button(page, "Check 3 customers").click();
    // The change no longer needs an open tab, because it is a bulk change, which any replica continues.
    await expect(page).toHaveURL(/\/bulk\//);
    const row = (name: string) => page.getByRole("row").filter({ hasText: name });
    await expect(row(campaign.companyName)).toContainText("Has a planned change (skipped)");
    await expect(row(one.companyName)).toContainText("Will change");
    await expectAccessible(page);
    await button(page, `Plan first: ${other.companyName}`).click();
    await button(page, `Plan ${other.companyName} first`).click();
    await button(page, /^Plan the other 1 change/).click();
    await expect(page.getByRole("main").getByText(/^2 customers planned\./)).toBeVisible();
    await expect(row(one.companyName).getByRole("link", { name: /^Planned change of/ })).toBeVisible();
    await open(page, pages.customers(environment, "pinned=true"));
    await expect(page.getByRole("link", { name: "Planned change: Change plan to Professional" })).toHaveCount(2);
  });

  await test.step("the list says which change waits for a person, and the calendar shows the days of the changes", async () => {
    await open(page, pages.planned(environment));
    const row = (name: string) => page.getByRole("row").filter({ hasText: name });
    await expect(row(campaign.companyName)).toContainText("Scheduled");
    await expect(row(changed.companyName)).toContainText("Suspended");
    await page.getByRole("radio", { name: "Calendar" }).check();
    await expect(page.getByRole("table").getByRole("link", { name: campaign.companyName })).toBeVisible();
    await page.getByRole("table").getByRole("link", { name: campaign.companyName }).click();
    await expect(page.getByRole("heading", { level: 1, name: "Change plan to Enterprise" })).toBeVisible();
  });

  await test.step("at midnight the first two changes run automatically", async () => {
    await goTo(page, midnight);
    await page.reload();
    await expect(page.getByRole("main").getByText("It is done.")).toBeVisible({ timeout: 60_000 });
    await expect.poll(() => contractOf(page, campaign.customerID)).toMatchObject({ plan: "enterprise" });
    await expect
      .poll(() => contractOf(page, upgrade.customerID), { timeout: 60_000 })
      .toEqual({ plan: "professional", term: "12-months" });
    // This contract was not changed, because nobody has reviewed its current state.
    expect(await contractOf(page, changed.customerID)).toMatchObject({ plan: "professional" });
  });

  await test.step("a person reviews the suspended change again, and finally cancels it", async () => {
    await open(page, pages.plannedChange(environment, suspended));
    await expect(page.getByRole("main")).toContainText("It is suspended. Nothing is sent until someone reviews it.");
    await button(page, "Review again").click();
    await expect(dialog.getByRole("columnheader", { name: "Now" })).toBeVisible();
    await expect(dialog.getByRole("row", { name: /^Plan/ })).toContainText("Professional");
    await dialog.getByLabel("New date and time").fill(midnightAfter(3));
    await expectAccessible(page);
    await button(page, "Schedule it again").click();
    await expect(dialog).toBeHidden();
    await expect(page.getByRole("main")).toContainText("It is scheduled for");
    await button(page, "Cancel the planned change").click();
    await dialog.getByRole("button", { name: "Cancel the planned change" }).click();
    await expect(page.getByRole("main")).toContainText("It was cancelled. Nothing more is sent.");
  });

  await test.step("after two weeks the upgrade has reverted itself", async () => {
    await goTo(page, end);
    await expect
      .poll(() => contractOf(page, upgrade.customerID), { timeout: 60_000 })
      .toEqual({ plan: "essential", term: "monthly" });
    await open(page, pages.planned(environment, "open=false"));
    await expect(page.getByRole("row").filter({ hasText: upgrade.companyName })).toContainText("Done");
  });
});

test("a wrong time is named at its field, and a refusal disappears after the next request @demo", async ({
  page,
  browser,
  allowConsole,
}) => {
  allowConsole(/status of 400/);
  await signIn(page);
  // The test above plans changes only for customers with the term Monthly.
  const customer = (await customersOnEssential(page)).find(({ contract }) => contract.term !== "monthly");
  if (!customer) throw new Error("No customer has the plan Essential and a longer term.");
  await open(page, pages.customer(environment, customer.customerID, "change=plan"));
  const dialog = page.getByRole("dialog");
  const summary = dialog.getByRole("alert");
  const review = button(page, "Review the change");
  await dialog.getByRole("radio", { name: "Professional" }).check();
  await dialog.getByRole("radio", { name: "Temporary" }).check();
  await review.click();
  await expect(summary.getByRole("link")).toHaveText([
    "Start: Enter a date and a time",
    "End: Enter a date and a time",
  ]);

  await test.step("a phone offers its own date picker, with the same interpretation and suggestions", async () => {
    const phone = await browser.newContext({
      hasTouch: true,
      isMobile: true,
      viewport: { width: 360, height: 740 },
      timezoneId: zone,
    });
    const mobile = await phone.newPage();
    await signIn(mobile);
    await open(mobile, pages.customer(environment, customer.customerID, "change=plan"));
    await mobile.getByRole("radio", { name: "Later" }).check();
    const time = mobile.getByLabel("Date and time");
    await expect(time).toHaveAttribute("type", "datetime-local");
    await time.fill(midnightAfter(0));
    await expect(time).toHaveAccessibleDescription(new RegExp(printTimeInZone(readingOf(midnightAfter(0)))));
    await mobile.getByRole("button", { name: "in 30 days" }).click();
    await expect(time).not.toHaveValue(midnightAfter(0));
    await phone.close();
  });

  // Only the server knows the maximum duration of a temporary change.
  await dialog.getByLabel("Start").fill(midnightAfter(0));
  await dialog.getByLabel("End").fill(midnightAfter(200));
  await review.click();
  await button(page, "Schedule the change").click();
  await expect(summary.getByRole("listitem")).toHaveText(["End: must be at most 90 days after the change"]);
  await expect(dialog.getByLabel("End")).toHaveAccessibleDescription(/must be at most 90 days/);

  await dialog.getByLabel("End").fill("");
  await review.click();
  await expect(summary.getByRole("listitem")).toHaveText(["End: Enter a date and a time"]);

  await dialog.getByLabel("End").fill(midnightAfter(14));
  await review.click();
  await button(page, "Schedule the change").click();
  await expect(dialog.getByRole("heading", { name: "The change is scheduled" })).toBeVisible();
  await expect(dialog.getByRole("status").filter({ hasText: "The change is scheduled" })).toBeAttached();
  await expect(dialog.getByText("The change was not scheduled")).toHaveCount(0);
});
