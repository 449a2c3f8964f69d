import type { Page } from "@playwright/test";
import { api, pages } from "#lib/paths.ts";
import { expectAccessible } from "#tests/e2e/helpers/axe.ts";
import { startBehindProxy } from "#tests/e2e/helpers/behind-proxy.ts";
import { scriptHasTakenOver } from "#tests/e2e/helpers/both-looks.ts";
import { countOf, createButton, newName, review } from "#tests/e2e/helpers/creation-page.ts";
import { addFilter } from "#tests/e2e/helpers/customers-page.ts";
import { expect, test } from "#tests/e2e/helpers/fixtures.ts";

const environment = "sandbox";

const send = (page: Page, origin: string, body: Record<string, unknown>) =>
  page.request.post(api.customers(environment), {
    data: { plan: "essential", term: "monthly", adminUser: { email: "ada@ahorn.example" }, ...body },
    headers: { "X-Switchboard": "1", Origin: origin, "Idempotency-Key": crypto.randomUUID() },
  });

test("a failed creation shows its reason, and a person starts it again with the same values @demo", async ({
  signIn,
  page,
}) => {
  await signIn("editor");
  await (await review(page, environment, newName("Fails [fail:numbers]"))).click();
  await expect(page.getByText("The API could not create the customer.")).toBeVisible({ timeout: 60_000 });
  await expect(page.getByText("The numbering service has no free numbers in this region.")).toBeVisible();
  const steps = page.getByRole("list", { name: "Steps" }).getByRole("listitem");
  await expect(steps.filter({ hasText: "numbers" })).toContainText("Failed");
  await expectAccessible(page);
  const failed = page.url();

  // The steps are stored with the operation, so a later visit shows the same steps.
  await expect
    .poll(async () => {
      const answer = await page.request.get(api.operation(environment, failed.split("/").at(-1) ?? ""));
      return (await answer.json()).operation.job?.state;
    })
    .toBe("failed");
  await page.reload();
  await expect(steps.filter({ hasText: "numbers" })).toContainText("Failed");

  await page.getByRole("link", { name: "Start again with these values" }).click();
  await expect(page.getByRole("radio", { name: "Professional" })).toBeChecked();
  const name = newName("Works");
  await page.getByRole("textbox", { name: "Company name" }).fill(name);
  await page.getByRole("button", { name: "Review" }).click();
  await createButton(page).click();
  await expect(page.getByRole("heading", { level: 1, name: `Create ${name}` })).toBeVisible();
  expect(page.url()).not.toBe(failed);
  const repeats = page.getByRole("link", { name: /…/ }).and(page.locator(`[href="${new URL(failed).pathname}"]`));
  await expect(repeats).toBeVisible();
  const repeat = new URL(page.url()).pathname;
  await repeats.click();
  await expect(page.getByText("It was already started again")).toBeVisible();
  await expect(page.getByRole("link", { name: /…/ }).and(page.locator(`[href="${repeat}"]`))).toBeVisible();
});

test("the list's filters are in the URL, and Back undoes them @demo", async ({ signIn, page, origin }) => {
  await signIn("editor");
  const name = newName("Refused [answer:422]");
  expect((await send(page, origin, { companyName: name })).status()).toBe(422);
  expect((await send(page, origin, { companyName: newName() })).status()).toBe(202);
  await page.goto(pages.operations(environment));
  const rows = page.getByRole("table").getByRole("rowheader");
  // Waits for hydration, because a press before it would do nothing.
  await scriptHasTakenOver(page);
  const shown = await rows.count();
  await addFilter(page, "Requested by");
  await page.getByRole("checkbox", { name: "Me", exact: true }).check();
  await expect(page).toHaveURL(/mine=true/);
  await page.keyboard.press("Escape");
  await expect(page.getByRole("button", { name: "Add filter" })).toBeFocused();
  await addFilter(page, "Request");
  await page.getByRole("checkbox", { name: "Refused" }).check();
  await expect(page).toHaveURL(/mine=true&state=rejected/);
  await expect(rows.filter({ hasText: name })).toBeVisible();
  await expect(page.getByRole("cell", { name: "Succeeded" })).toHaveCount(0);
  await page.reload();
  await expect(page.getByRole("button", { name: "Request: Refused, change" })).toBeVisible();
  // Before hydration, Next handles Back (docs/decisions/0005-back-within-a-page.md).
  await scriptHasTakenOver(page);
  await page.goBack();
  await page.goBack();
  await expect(rows).toHaveCount(shown);
  await rows.getByRole("link", { name }).click();
  await expect(page.getByText("The API refused the request. Nothing was changed.")).toBeVisible();
});

/** Creates a customer whose creation the API accepts. Returns the operation's ID. */
async function begin(page: Page, origin: string, companyName: string): Promise<string> {
  const answer = await send(page, origin, { companyName });
  expect(answer.status(), await answer.text()).toBe(202);
  return (await answer.json()).operation.operationID;
}

test("the list finds operations that need attention, whatever the API answered first @demo", async ({
  signIn,
  page,
  origin,
}) => {
  await signIn("editor");
  const [failing, going] = [newName("Fails [fail:validate]"), newName("Stalls [stall:numbers]")];
  const operationID = await begin(page, origin, failing);
  await begin(page, origin, going);
  await expect
    .poll(async () => (await (await page.request.get(api.operation(environment, operationID))).json()).operation.job)
    .toMatchObject({ state: "failed" });
  // An old link uses the earlier name of this group of outcomes.
  await page.goto(pages.operations(environment, "outcome=needs-look"));
  const rows = page.getByRole("table").getByRole("rowheader");
  const outcome = page.getByRole("button", { name: /^Outcome: / });
  await expect(outcome).toHaveText("Outcome: Needs attention");
  await expect(rows.filter({ hasText: failing })).toBeVisible();
  await expect(rows.filter({ hasText: going })).toHaveCount(0);
  await expect(page.getByRole("cell", { name: /Succeeded|Running/ })).toHaveCount(0);
  await outcome.click();
  await page.getByRole("checkbox", { name: "Running" }).check();
  await expect(page).toHaveURL(/\?outcome=needs-attention%2Crunning$/);
  await expect(rows.filter({ hasText: going })).toBeVisible();
  await page.getByRole("checkbox", { name: "Needs attention" }).uncheck();
  await expect(rows.filter({ hasText: failing })).toHaveCount(0);
  await rows.getByRole("link", { name: going }).click();
  await page.getByRole("main").getByRole("link", { name: "Operations", exact: true }).click();
  await expect(page).toHaveURL(new RegExp(`${pages.operations(environment)}$`));
});

test("durations are correct in a browser whose clock is an hour ahead or behind @demo", async ({
  signIn,
  page,
  origin,
}) => {
  await signIn("editor");
  await page.clock.install();
  for (const offHours of [1, -1]) {
    const operationID = await begin(page, origin, newName("Stalls [stall:numbers]"));
    await page.clock.setSystemTime(Date.now() + offHours * 3_600_000);
    await page.goto(pages.operation(environment, operationID));
    await expect(page.getByText("You can close this page")).toBeVisible();
    const elapsed = page.getByText("Elapsed", { exact: true }).locator("xpath=..");
    const first = (await elapsed.textContent()) ?? "";
    await expect(elapsed).not.toHaveText(first);
    await expect(elapsed).toHaveText(/^Elapsed\d{1,2}\ss/);
    await page.getByRole("button", { name: /^My operations/ }).click();
    const entry = page.getByRole("group", { name: "My operations" }).locator(`a[href$="${operationID}"]`);
    await expect(entry).toContainText(/· \d{1,2}\ss$/);
  }
});

test("an operation whose answer was lost has an unknown outcome, and is resolved by checking @demo", async ({
  page,
  browser,
}) => {
  // The console checks after 5, 15 and 60 s. On a slow machine, only the last check finds the result.
  test.slow();
  let isReadable = true;
  let wasLost = false;
  const behind = await startBehindProxy(page, ({ method, url }) => {
    if (method === "POST" && url.endsWith("/customers") && !wasLost) {
      wasLost = true;
      isReadable = false;
      return { kind: "reset", when: "after" };
    }
    return !isReadable && url.includes("/customers?") ? { kind: "answer", status: 500 } : undefined;
  });
  const context = await browser.newContext({
    baseURL: behind.origin,
    storageState: await page.context().storageState(),
  });
  const tab = await context.newPage();
  const name = newName();
  await tab.request.get(api.customers(environment, "datefrom=1970-01-01"));
  await tab.goto(pages.newCustomer(environment));
  await tab.getByRole("textbox", { name: "Company name" }).fill(name);
  for (const name of ["Plan", "Term"]) await tab.getByRole("group", { name }).getByRole("radio").first().check();
  await tab.getByRole("textbox", { name: /^Administrator e-mail/ }).fill("ada@ahorn.example");
  await tab.getByRole("button", { name: "Review" }).click();
  await createButton(tab).click();
  await expect(tab.getByText("Switchboard never resends it automatically.")).toBeVisible();
  await expect(tab.getByText(/: The API could not be read\./)).toBeVisible();
  await expect(tab.getByRole("link", { name: "Search customers by name" })).toBeVisible();
  await expectAccessible(tab);

  // A second creation with the same values needs a confirmation of the risk.
  const operation = tab.url();
  await tab.getByRole("link", { name: "Start again with these values" }).click();
  await tab.getByRole("button", { name: "Review" }).click();
  await expect(tab.getByRole("alert").getByRole("link")).toHaveText(
    /knows? that it may create a second customer|know that/,
  );
  await expectAccessible(tab);

  isReadable = true;
  await tab.goto(operation);
  await expect(tab.getByText("The customer was created.")).toBeVisible({ timeout: 90_000 });
  await expect(tab.getByText("Resolved by checking")).toBeVisible();
  expect(
    behind.proxy.requests.filter(({ method, url }) => method === "POST" && url.endsWith("/customers")),
  ).toHaveLength(1);
  expect(await countOf(tab, environment, name)).toBe(1);
  await context.close();
  await behind.close();
});

test("a phone shows a long name in full, even without a customer's page @demo", async ({
  signIn,
  page,
  allowConsole,
}) => {
  allowConsole(/status of 422/);
  await signIn("editor");
  const name = `[answer:422]${"Donaudampfschiff".repeat(6)}`;
  await page.goto(pages.operations(environment));
  expect((await send(page, new URL(page.url()).origin, { companyName: name })).status()).toBe(422);
  await page.setViewportSize({ width: 360, height: 740 });
  await page.reload();
  const cell = page.getByRole("main").getByText(name, { exact: true });
  const [width, room] = await cell.evaluate(({ scrollWidth, clientWidth }) => [scrollWidth, clientWidth]);
  expect(width).toBeLessThanOrEqual(room ?? 0);
});
