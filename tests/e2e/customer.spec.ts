import { pages } from "#lib/paths.ts";
import { expectAccessible, expectNothingCutOff } from "./axe.ts";
import { openCustomer, pickCustomer } from "./customer-page.ts";
import { readList } from "./customers-page.ts";
import { expect, test } from "./fixtures.ts";

test("a customer's page has every fact, the raw data, and copies a case summary on one key", {
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
  for (const fact of [customer.customerID, email]) await expect(facts.getByText(fact, { exact: true })).toBeVisible();

  const numbers = page.getByRole("region", { name: "Numbers" });
  await expect(numbers).toContainText(
    upstream === "service" ? /Checked \d+ of \d+ numbers/ : "The API does not provide numbers",
  );
  const record = page.getByRole("region", { name: "Raw data" }).first();
  const unknown = upstream === "service" ? "Switchboard knows all of the raw data" : "region.code";
  await expect(record).toContainText(unknown);
  await record.getByRole("searchbox").fill(email);
  await expect(record.getByRole("status")).toContainText(/^1 of \d+ fields$/);
  await record.getByRole("searchbox").fill("");
  await expectAccessible(page);

  // Of one panel: the others stay as they were.
  await page.getByRole("button", { name: "Reload operations" }).click();
  await page.getByRole("heading", { level: 1 }).click();
  await page.keyboard.press("c");
  await expect(page.getByRole("status").filter({ hasText: "Case summary: copied" })).toBeAttached();
  const bundle = await page.evaluate(() => navigator.clipboard.readText());
  for (const fact of [
    `Environment: ${environment.toUpperCase()}`,
    `Page: ${new URL(pages.customer(environment, customer.customerID), page.url()).href}`,
    `Plan: ${customer.contract.plan}`,
    `Administrator: ${email[0]}…@${email.split("@")[1]}`,
    "Operations, newest first:",
  ]) {
    expect(bundle).toContain(fact);
  }
  expect(bundle).not.toContain(email);

  await page.emulateMedia({ media: "print" });
  // A chart's bars and legend are its picture.
  const buttons = () =>
    page
      .getByRole("button")
      .evaluateAll((all) => all.filter((one) => !one.hasAttribute("aria-pressed")).map((one) => one.outerHTML));
  await expect.poll(buttons).toEqual([]);
  await expect(page.getByRole("navigation", { name: "Pages" })).toBeHidden();
  await expect(page.getByRole("heading", { name: "Raw data" })).toBeVisible();
  // Paper has one environment, in words: a switch without its colours reads as the other one.
  const [here, there] = environment === "production" ? ["Production", "Sandbox"] : ["Sandbox", "Production"];
  await expect(page.getByRole("banner").getByText(`Environment: ${here}`)).toBeVisible();
  await expect(page.getByText(there, { exact: true }).filter({ visible: true })).toHaveCount(0);
  await expect(page.getByText("Skip to content")).toBeHidden();
  // A4 between its margins, in CSS pixels.
  await page.setViewportSize({ width: 703, height: 1_032 });
  const overflow = () =>
    page.evaluate(() => document.documentElement.scrollWidth - document.documentElement.clientWidth);
  expect(await overflow()).toBe(0);
});

test("what cannot be copied is shown whole", { tag: "@demo" }, async ({ signIn, page, environment }) => {
  await page.addInitScript(() => {
    navigator.clipboard.writeText = () => Promise.reject(new DOMException("refused", "NotAllowedError"));
  });
  await signIn("viewer");
  const { customerID } = await pickCustomer(page, environment, 4);
  await openCustomer(page, environment, customerID);
  await page.getByRole("button", { name: "Copy case summary" }).click();
  const message = page.getByRole("alert").filter({ hasText: "blocked copying" });
  await expect(message).toContainText(`Customer ID: ${customerID}`);
  await page.keyboard.press("Escape");
  await expect(message).toBeHidden();
});

test.describe("360 px", () => {
  test.use({ viewport: { width: 360, height: 740 } });

  test("a deleted customer says so, and an ID that nobody has leads on", { tag: "@demo" }, async ({
    signIn,
    page,
    environment,
    allowConsole,
  }) => {
    allowConsole(/status of 404/);
    await signIn("editor");
    const query = { datefrom: "1970-01-01", limit: "100", includeDeleted: "true" };
    const { customers } = await readList(page, environment, query);
    const gone = customers.find(({ deleted }) => deleted);
    await openCustomer(page, environment, gone?.customerID ?? "");
    await expect(page.getByRole("heading", { level: 1 })).toContainText("Deleted");
    await expect(page.getByRole("button", { name: "Change plan" })).toHaveAttribute("aria-disabled", "true");
    await expect(page.getByText("its contract cannot be changed here")).toBeVisible();
    await expectAccessible(page);
    await expectNothingCutOff(page);

    await page.goto(pages.customer(environment, "0b0e7f3e-1111-4222-8333-444444444444"));
    await expect(page.getByRole("heading", { name: "Customer not found" })).toBeVisible();
    await expect(page.getByRole("link", { name: "Search in Sandbox" })).toBeVisible();
    await expectAccessible(page);
    await expectNothingCutOff(page);
  });
});
