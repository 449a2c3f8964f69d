import type { Page } from "@playwright/test";
import { isInProgress } from "#lib/contract/operation-outcome.ts";
import { operationListSchema } from "#lib/contract/operations/operation.ts";
import { api, pages } from "#lib/paths.ts";
import { expectAccessible, expectNothingCutOff } from "#tests/e2e/helpers/axe.ts";
import { newName } from "#tests/e2e/helpers/creation-page.ts";
import { pickCustomer } from "#tests/e2e/helpers/customer-page.ts";
import { expect, test } from "#tests/e2e/helpers/fixtures.ts";
import { credentialsFor } from "#tests/e2e/helpers/target.ts";
import { contractAddress } from "#tests/fixtures/console/contract-address.ts";

const environment = "sandbox";

/** Returns how many of the person's own operations are running. Other tests may have started some of them. */
async function countRunning(page: Page): Promise<number> {
  const answer = await page.request.get(api.operations(environment, "mine=true&limit=100"));
  return operationListSchema.parse(await answer.json()).operations.filter(({ outcome }) => isInProgress(outcome))
    .length;
}

async function create(page: Page, origin: string, companyName: string): Promise<string> {
  const answer = await page.request.post(api.customers(environment), {
    data: { companyName, plan: "essential", term: "monthly", adminUser: { email: "ada@ahorn.example" } },
    headers: { "X-Switchboard": "1", Origin: origin, "Idempotency-Key": crypto.randomUUID() },
  });
  expect(answer.status(), await answer.text()).toBe(202);
  return (await answer.json()).operation.operationID;
}

test("every page follows the person's operations, also in other browsers, until the person has seen the results @demo", async ({
  signIn,
  page,
  browser,
  origin,
}) => {
  await page.setViewportSize({ width: 360, height: 800 });
  await signIn("administrator");
  const running = (await countRunning(page)) + 1;
  const stalled = newName("Stalls [stall:numbers]");
  await create(page, origin, stalled);
  const failing = await create(page, origin, newName("Fails [fail:validate]"));
  // The console reported this prevented operation immediately, so the tray does not count it as a failure.
  const { customerID } = await pickCustomer(page, environment, 7);
  const prevented = await page.request.patch(contractAddress(environment, customerID), {
    data: { term: "36-months", expected: { plan: "another" } },
    headers: { "X-Switchboard": "1", Origin: origin },
  });
  expect(prevented.status()).toBe(409);
  await page.goto(pages.customers(environment, "window=all"));
  const tray = page.getByRole("button", { name: /^My operations/ });
  await expect(tray).toHaveAccessibleName(`My operations: ${running} running, 1 needs attention`);
  await expect(page).toHaveTitle(new RegExp(`^\\(${running}\\) Sandbox`));
  await expect(page.locator('link[rel="icon"]').last()).toHaveAttribute("href", /^data:image\/svg/);

  await tray.focus();
  await page.keyboard.press("Enter");
  const list = page.getByRole("group", { name: "My operations" });
  await expect(list.getByRole("link", { name: stalled })).toContainText("Running");
  await expect(list.getByRole("link", { name: /^Change term of .* to 36 months/ })).toContainText("Not sent");
  await expectAccessible(page);
  await expectNothingCutOff(page);
  const dismissed = list.getByRole("button", { name: /^Dismiss: Change term of / });
  await dismissed.press("Enter");
  await expect(dismissed).toHaveCount(0);
  await expect(list.locator(":focus")).toHaveCount(1);
  await page.keyboard.press("Escape");
  await expect(tray).toBeFocused();
  await expect(tray).toHaveAccessibleName(`My operations: ${running} running`);

  // Another browser shows the operations too, but does not know which operations the person has seen in this browser.
  const elsewhere = await browser.newContext({ baseURL: origin });
  await elsewhere.request.post(api.session(), {
    data: credentialsFor("administrator"),
    headers: { "X-Switchboard": "1", Origin: origin },
  });
  const other = await elsewhere.newPage();
  await other.goto(pages.operation(environment, failing));
  await expect(other.getByRole("button", { name: `My operations: ${running} running`, exact: true })).toBeVisible();
  await elsewhere.close();

  await page.reload();
  await expect(tray).toHaveAccessibleName(`My operations: ${running} running`);
  await expect(page).toHaveTitle(new RegExp(`^\\(${running}\\) Sandbox`));
});

test("a hidden tab polls occasionally, and sends a notification when an operation has ended @demo", async ({
  signIn,
  page,
  origin,
}) => {
  await page.addInitScript(() => {
    const shown: string[] = [];
    class Shown {
      static permission = "granted";
      static requestPermission = async () => "granted";
      onclick = null;
      constructor(title: string) {
        shown.push(title);
      }
      close() {}
    }
    Object.assign(window, { Notification: Shown, shownNotifications: shown });
  });
  await signIn("editor");
  await page.clock.install();
  await page.goto(pages.jobs(environment));
  const tray = page.getByRole("button", { name: /^My operations/ });
  await tray.click();
  await page.getByRole("button", { name: "Notify me when they finish" }).click();
  await expect(page.getByText("Notifications are on")).toBeVisible();
  const asked: string[] = [];
  page.on("request", (request) => {
    if (/\/operations\?.*mine=true/.test(request.url())) asked.push(request.url());
  });
  // The page's clock is stopped from this line on, so that the machine's speed does not matter.
  await page.clock.pauseAt(Date.now() + 60_000);
  await page.evaluate(() => {
    Object.defineProperty(document, "visibilityState", { value: "hidden", configurable: true });
    document.dispatchEvent(new Event("visibilitychange"));
  });
  const leads = async () => (await navigator.locks.query()).held?.some(({ name }) => name?.includes("tray leader"));
  await expect.poll(() => page.evaluate(leads)).toBe(true);
  // The operation was started in another tab or on another device, and ended before this tab read it.
  const name = newName("Ends unseen [fail:validate]");
  const operationID = await create(page, origin, name);
  await expect
    .poll(async () => {
      const answer = await page.request.get(api.operation(environment, operationID));
      return (await answer.json()).operation.job?.state;
    })
    .toBe("failed");
  const before = asked.length;
  await page.clock.runFor(29_000);
  expect(asked.length).toBe(before);
  await page.clock.runFor(31_000);
  await expect.poll(() => asked.length).toBe(before + 1);
  await page.clock.resume();
  const shown = () => page.evaluate(() => (window as unknown as { shownNotifications: string[] }).shownNotifications);
  await expect
    .poll(async () => (await shown()).filter((title) => title.includes(name)))
    .toEqual([`Create ${name}: Failed`]);
});

test("a person who is signed out on an open page gets a message, and returns to the same page after signing in @demo", async ({
  signIn,
  page,
  origin,
  allowConsole,
}) => {
  allowConsole(/status of 401/);
  await signIn("administrator");
  const operationID = await create(page, origin, newName("Watched [stall:allocate]"));
  await page.goto(pages.operation(environment, operationID));
  await expect(page.getByText("You can close this page")).toBeVisible();
  await page.request.delete(api.session(), { headers: { "X-Switchboard": "1", Origin: origin } });
  await expect(page.getByRole("heading", { name: "Your session has ended" })).toBeVisible({ timeout: 60_000 });
  await expect(page.getByRole("link", { name: "Sign in again" })).toHaveAttribute(
    "href",
    pages.signIn(pages.operation(environment, operationID)),
  );
  await expect(page.getByRole("heading", { level: 1 })).toContainText("Watched");
});
