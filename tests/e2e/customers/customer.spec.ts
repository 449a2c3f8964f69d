import { contractValueName } from "#lib/format/contract-value-name.ts";
import { pages } from "#lib/paths.ts";
import { expectAccessible, expectNothingCutOff } from "#tests/e2e/helpers/axe.ts";
import { openCustomer, pickCustomer } from "#tests/e2e/helpers/customer-page.ts";
import { addressQuery, readList } from "#tests/e2e/helpers/customers-page.ts";
import { expect, test } from "#tests/e2e/helpers/fixtures.ts";

test("a customer's page shows every fact and the raw data, and copies a case summary with one key @any-api", {
  tag: "@demo",
}, async ({ signIn, page, context, environment, upstream }) => {
  await context.grantPermissions(["clipboard-read", "clipboard-write"]);
  await signIn("viewer");
  const customer = await pickCustomer(page, environment, 4);
  const email = customer.adminUser.email ?? "";
  await openCustomer(page, environment, customer.customerID);
  await expect(page.getByRole("heading", { level: 1 })).toHaveText(customer.companyName);
  await expect(page).toHaveTitle(/ · Switchboard$/);
  const facts = page.getByRole("region", { name: "Facts" });
  await expect(facts.getByText(email, { exact: true })).toBeVisible();
  await expect(page.getByTitle(customer.customerID).first()).toBeVisible();

  const numbers = page.getByRole("region", { name: "Numbers" });
  await expect(numbers).toContainText(
    upstream === "service" ? /Checked \d+ of \d+ numbers/ : "The API does not provide numbers",
  );
  const record = page.getByRole("region", { name: "Raw data" }).first();
  await record.getByText("Developer").click();
  const unknown = upstream === "service" ? "Switchboard knows all of the raw data" : "region.code";
  await expect(record).toContainText(unknown);
  await record.getByRole("searchbox").fill(email);
  await expect(record.getByRole("status")).toContainText(/^1 of \d+ fields$/);
  await record.getByRole("searchbox").fill("");
  await expectAccessible(page);

  // The URL contains the filter of the timeline and the time that the person chose.
  const timeline = page.getByRole("region", { name: "Timeline" });
  await timeline.getByRole("button", { name: "States", exact: true }).click();
  await expect.poll(() => addressQuery(page)).toEqual({ show: "states" });
  await expect(timeline.getByRole("listitem").first()).toContainText(/seen/i);
  await timeline.getByRole("button", { name: "As on…" }).click();
  await page.getByLabel("What is known as on").fill("1 feb 2020 10:00");
  await page.getByRole("button", { name: "Show", exact: true }).click();
  await expect(timeline.getByText(/1 Feb 2020.*Not seen at this time/)).toBeVisible();
  await expectAccessible(page);
  await page.reload();
  await expect(timeline.getByText(/1 Feb 2020.*Not seen at this time/)).toBeVisible();
  await timeline.getByRole("button", { name: "Close the answer" }).click();
  await page.goBack();
  await page.goBack();
  await page.goBack();
  await expect.poll(() => addressQuery(page)).toEqual({});

  await page.getByRole("button", { name: "Reload" }).click();
  await page.getByRole("heading", { level: 1 }).click();
  await page.keyboard.press("c");
  await expect(page.getByRole("status").filter({ hasText: "Case summary: copied" })).toBeAttached();
  const summary = await page.evaluate(() => navigator.clipboard.readText());
  for (const fact of [
    new URL(pages.customer(environment, customer.customerID), page.url()).href,
    `Contract: ${contractValueName("plan", customer.contract.plan ?? "")}, `,
    `administrator ${email[0]}…@${email.split("@")[1]}`,
  ]) {
    expect(summary).toContain(fact);
  }
  expect(summary).not.toContain(email);

  // If the browser refuses to copy a text, the page shows the text in full.
  await page.evaluate(() => {
    navigator.clipboard.writeText = () => Promise.reject(new DOMException("refused", "NotAllowedError"));
  });
  await page.getByRole("button", { name: "Copy for ticket" }).click();
  const message = page.getByRole("alert").filter({ hasText: "blocked copying" });
  await expect(message).toContainText(`Customer ID: ${customer.customerID}`);
  await page.keyboard.press("Escape");
  await expect(message).toBeHidden();

  await page.emulateMedia({ media: "print" });
  // On paper, a chart's bars and legend are an image, not buttons.
  const buttons = () =>
    page
      .getByRole("button")
      .evaluateAll((all) => all.filter((one) => !one.hasAttribute("aria-pressed")).map((one) => one.outerHTML));
  await expect.poll(buttons).toEqual([]);
  await expect(page.getByRole("navigation", { name: "Pages" })).toBeHidden();
  await expect(record).toBeHidden();
  // On paper, the page names the environment in words, because the switch could be misread without colours.
  const [here, there] = environment === "production" ? ["Production", "Sandbox"] : ["Sandbox", "Production"];
  await expect(page.getByRole("banner").getByText(`Environment: ${here}`)).toBeVisible();
  await expect(page.getByText(there, { exact: true }).filter({ visible: true })).toHaveCount(0);
  await expect(page.getByText("Skip to content")).toBeHidden();
  // The width and height of A4 without its margins, in CSS pixels.
  await page.setViewportSize({ width: 703, height: 1_032 });
  const overflow = () =>
    page.evaluate(() => document.documentElement.scrollWidth - document.documentElement.clientWidth);
  expect(await overflow()).toBe(0);
});

test.describe("at a width of 360 px", () => {
  test.use({ viewport: { width: 360, height: 740 } });

  test("the page of a deleted customer says so, and the page of an unknown ID offers next steps @any-api", {
    tag: "@demo",
  }, async ({ signIn, page, environment, allowConsole }) => {
    allowConsole(/status of 404/);
    await signIn("editor");
    const query = { datefrom: "1970-01-01", limit: "100", includeDeleted: "true" };
    const { customers } = await readList(page, environment, query);
    const gone = customers.find(({ deleted }) => deleted);
    await openCustomer(page, environment, gone?.customerID ?? "");
    await expect(page.getByRole("heading", { level: 1 })).toContainText("Deleted");
    await expect(page.getByRole("button", { name: "Change plan" })).toHaveAttribute("aria-disabled", "true");
    await expect(page.getByText("so its contract cannot be changed")).toBeVisible();
    await expect(page.getByRole("link", { name: "Create a new customer" })).toHaveAttribute(
      "href",
      pages.newCustomer(environment),
    );
    await expectAccessible(page);
    await expectNothingCutOff(page);

    await page.goto(pages.customer(environment, "0b0e7f3e-1111-4222-8333-444444444444"));
    await expect(page.getByRole("heading", { name: "Customer not found" })).toBeVisible();
    await expect(page.getByRole("link", { name: "Search in Sandbox" })).toBeVisible();
    await expect(page.getByRole("heading", { name: "Timeline" })).toHaveCount(0);
    await expectAccessible(page);
    await expectNothingCutOff(page);
  });
});
