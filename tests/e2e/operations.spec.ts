import type { Page } from "@playwright/test";
import { api, pages } from "#lib/paths.ts";
import { type FaultProxy, startFaultProxy } from "#tests/fixtures/fault-proxy.ts";
import { startOtherApi } from "#tests/fixtures/other-api/start-other-api.ts";
import { startConsole } from "#tests/fixtures/start-console.ts";
import { expectAccessible } from "./axe.ts";
import { countOf, createButton, newName, review } from "./creation-page.ts";
import { expect, test } from "./fixtures.ts";
import { configuredVariables, credentialsFor } from "./target.ts";

const environment = "sandbox";

const send = (page: Page, origin: string, body: Record<string, unknown>) =>
  page.request.post(api.customers(environment), {
    data: { plan: "essential", term: "monthly", adminUser: { email: "ada@ahorn.example" }, ...body },
    headers: { "X-Switchboard": "1", Origin: origin, "Idempotency-Key": crypto.randomUUID() },
  });

test("a failed creation tells its reason, and is begun again with its values @demo", async ({ signIn, page }) => {
  await signIn("editor");
  await (await review(page, environment, newName("Fails [fail:numbers]"))).click();
  await expect(page.getByText("The API could not create the customer.")).toBeVisible({ timeout: 60_000 });
  await expect(page.getByText("The numbering service has no free numbers in this region.")).toBeVisible();
  const steps = page.getByRole("list", { name: "Steps" }).getByRole("listitem");
  await expect(steps.filter({ hasText: "numbers" })).toContainText("Failed");
  await expectAccessible(page);
  const failed = page.url();

  // Whoever comes later sees the same: the steps stay with the write.
  await expect
    .poll(async () => {
      const answer = await page.request.get(api.operation(environment, failed.split("/").at(-1) ?? ""));
      return (await answer.json()).operation.job?.state;
    })
    .toBe("failed");
  await page.reload();
  await expect(steps.filter({ hasText: "numbers" })).toContainText("Failed");

  await page.getByRole("link", { name: "Start again with these values" }).click();
  await expect(page.getByRole("combobox", { name: "Plan" })).toHaveValue("professional");
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

test("the list is narrowed in the address, and Back undoes it @demo", async ({ signIn, page, origin }) => {
  await signIn("editor");
  const name = newName("Refused [answer:422]");
  expect((await send(page, origin, { companyName: name })).status()).toBe(422);
  expect((await send(page, origin, { companyName: newName() })).status()).toBe(202);
  await page.goto(pages.operations(environment));
  const rows = page.getByRole("table").getByRole("rowheader");
  // The zone of the reader stands there once the page's script runs.
  await expect(page.getByRole("columnheader", { name: "Berlin" })).toBeVisible();
  const shown = await rows.count();
  await page.getByRole("radio", { name: "Me" }).click();
  await expect(page.getByRole("radio", { name: "Me" })).toBeChecked();
  const request = page.getByRole("group", { name: "Request" });
  await request.getByRole("button", { name: "Refused" }).click();
  await expect(page).toHaveURL(/mine=true&state=rejected/);
  await expect(rows.filter({ hasText: name })).toBeVisible();
  await expect(page.getByRole("cell", { name: "Succeeded" })).toHaveCount(0);
  await page.reload();
  await expect(request.getByRole("button", { name: "Refused" })).toHaveAttribute("aria-pressed", "true");
  // Back before the page's script runs is Next's (docs/decisions/0005-back-within-a-page.md).
  await expect(page.getByRole("columnheader", { name: "Berlin" })).toBeVisible();
  await page.goBack();
  await page.goBack();
  await expect(rows).toHaveCount(shown);
  await rows.getByRole("link", { name }).click();
  await expect(page.getByText("The API refused the request. Nothing was changed.")).toBeVisible();
});

/** The operation of a creation that the API has accepted. */
async function begin(page: Page, origin: string, companyName: string): Promise<string> {
  const answer = await send(page, origin, { companyName });
  expect(answer.status(), await answer.text()).toBe(202);
  return (await answer.json()).operation.operationID;
}

test("what needs attention is found, whatever the API said to it first @demo", async ({ signIn, page, origin }) => {
  await signIn("editor");
  const [failing, going] = [newName("Fails [fail:validate]"), newName("Stalls [stall:numbers]")];
  const operationID = await begin(page, origin, failing);
  await begin(page, origin, going);
  await expect
    .poll(async () => (await (await page.request.get(api.operation(environment, operationID))).json()).operation.job)
    .toMatchObject({ state: "failed" });
  // An old link to the group, by its earlier name.
  await page.goto(pages.operations(environment, "outcome=needs-look"));
  const rows = page.getByRole("table").getByRole("rowheader");
  const outcome = page.getByRole("group", { name: "Outcome" });
  const attention = outcome.getByRole("button", { name: "Needs attention" });
  await expect(attention).toHaveAttribute("aria-pressed", "true");
  await expect(rows.filter({ hasText: failing })).toBeVisible();
  await expect(rows.filter({ hasText: going })).toHaveCount(0);
  await expect(page.getByRole("cell", { name: /Succeeded|Running/ })).toHaveCount(0);
  await outcome.getByRole("button", { name: "Running" }).click();
  await expect(page).toHaveURL(/\?outcome=needs-attention%2Crunning$/);
  await expect(rows.filter({ hasText: going })).toBeVisible();
  await attention.click();
  await expect(rows.filter({ hasText: failing })).toHaveCount(0);
  await rows.getByRole("link", { name: going }).click();
  await page.getByRole("main").getByRole("link", { name: "Operations", exact: true }).click();
  await expect(page).toHaveURL(new RegExp(`${pages.operations(environment)}$`));
});

for (const [offHours, what] of [
  [1, "an hour ahead"],
  [-1, "an hour behind"],
] as const) {
  test(`how long it takes is told right by a browser whose clock is ${what} @demo`, async ({
    signIn,
    page,
    origin,
  }) => {
    await signIn("editor");
    const operationID = await begin(page, origin, newName("Stalls [stall:numbers]"));
    await page.clock.install({ time: Date.now() + offHours * 3_600_000 });
    await page.goto(pages.operation(environment, operationID));
    await expect(page.getByText("You can close this page")).toBeVisible();
    const elapsed = page.getByText("Elapsed", { exact: true }).locator("xpath=..");
    const first = (await elapsed.textContent()) ?? "";
    await expect(elapsed).not.toHaveText(first);
    await expect(elapsed).toHaveText(/^Elapsed\d{1,2}\ss/);
    await page.getByRole("button", { name: /^My operations/ }).click();
    const entry = page.getByRole("group", { name: "My operations" }).locator(`a[href$="${operationID}"]`);
    await expect(entry).toContainText(/· \d{1,2}\ss$/);
  });
}

/** A console whose calls to the API go through a proxy, with its only account signed in. */
async function startBehindProxy(page: Page, faultFor: Parameters<typeof startFaultProxy>[1]) {
  const otherApi = await startOtherApi({ customers: 20 });
  const proxy: FaultProxy = await startFaultProxy(otherApi.origin, faultFor);
  const console = await startConsole({ env: configuredVariables(proxy.origin, otherApi.keys) });
  const answer = await page.request.post(`${console.origin}${api.session()}`, {
    data: credentialsFor("administrator", "other-api"),
    headers: { "X-Switchboard": "1", Origin: console.origin },
  });
  expect(answer.status()).toBe(204);
  return {
    origin: console.origin,
    proxy,
    close: async () => {
      await console.close();
      await proxy.close();
      await otherApi.close();
    },
  };
}

test("a lost answer is unknown, says so, and is found out by reading @demo", async ({ page, browser }) => {
  // The looks come after 5, 15 and then 60 s: on a slow machine it is the last of these that finds it.
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
  for (const label of ["Plan", "Term"]) await tab.getByLabel(label, { exact: true }).selectOption({ index: 1 });
  await tab.getByRole("textbox", { name: /^Administrator e-mail/ }).fill("ada@ahorn.example");
  await tab.getByRole("button", { name: "Review" }).click();
  await createButton(tab).click();
  await expect(tab.getByText("Switchboard never resends it automatically.")).toBeVisible();
  await expect(tab.getByText(/: The API could not be read\./)).toBeVisible();
  await expect(tab.getByRole("link", { name: "Search customers by name" })).toBeVisible();
  await expectAccessible(tab);

  // Who would send it again anyway has to say that they know what may come of it.
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
