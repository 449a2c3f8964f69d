import type { Page } from "@playwright/test";
import { callerTexts } from "#components/caller-card/texts.ts";
import { customerListSchema } from "#lib/contract/customers/customer-list.ts";
import { numberListSchema } from "#lib/contract/number.ts";
import { api, pages } from "#lib/paths.ts";
import { demoPassword } from "#lib/session/demo-password.ts";
import { expectAccessibleInBothLooks } from "#tests/e2e/helpers/axe.ts";
import { expect, test } from "#tests/e2e/helpers/fixtures.ts";
import { contractAddress } from "#tests/fixtures/console/contract-address.ts";
import { type RunningConsole, startConsole } from "#tests/fixtures/console/start-console.ts";

const metricsToken = "caller-card-metrics-token-0123456789";
const environment = "production";
const editor = { email: "editor@demo.test", password: demoPassword };

/** A separate console, so that all of its log and metrics are of these tests. */
let console: RunningConsole;

test.beforeAll(async () => {
  console = await startConsole({ env: { METRICS_TOKEN: metricsToken, LOG_LEVEL: "trace" } });
});

test.afterAll(async () => {
  await console.close();
});

const headers = () => ({ "X-Switchboard": "1", Origin: console.origin });

/** A number with a customer, read with a session that ends again. */
async function ringing(page: Page) {
  const { origin } = console;
  expect((await page.request.post(origin + api.session(), { data: editor, headers: headers() })).ok()).toBe(true);
  const list = await page.request.get(origin + api.list(environment, "numbers", "limit=100"));
  const { numbers } = numberListSchema.parse(await list.json());
  const found = numbers.find(({ customerID }) => customerID !== undefined);
  await page.request.delete(origin + api.session(), { headers: headers() });
  return { number: found?.number ?? "", customerID: found?.customerID ?? "" };
}

test("a softphone opens the caller card, even after a sign-in, and the number is in no address, referrer, log or metric @demo", async ({
  page,
}) => {
  const { number, customerID } = await ringing(page);
  const digits = number.slice(1);
  const traces: string[] = [];
  const cards: string[] = [];
  page.on("request", (request) => {
    const url = request.url();
    if (url.includes("/caller-card")) cards.push(url);
    else if (!url.includes("/caller?")) traces.push(url);
    traces.push(request.headers().referer ?? "");
  });
  page.on("framenavigated", (frame) => {
    if (!frame.url().includes("/caller?")) traces.push(frame.url());
  });
  // The softphone does not encode the plus, so it arrives as a blank.
  await page.goto(`${console.origin}/caller?number=+${digits}`);
  await expect(page).toHaveURL(console.origin + pages.signIn(pages.caller()));
  await page.getByLabel("E-mail address").fill(editor.email);
  await page.getByLabel("Password").fill(editor.password);
  await page.getByRole("button", { name: "Sign in", exact: true }).click();
  const open = page.getByRole("link", { name: callerTexts.open });
  await expect(open).toBeFocused();
  await expect(page).toHaveURL(console.origin + pages.caller());
  await expect(page.getByRole("term").filter({ hasText: callerTexts.lastActivity })).toBeVisible();
  await expectAccessibleInBothLooks(page, { targets: true });
  // A signed-in person whose softphone opens the address does not see the number in it either.
  await page.goto(`${console.origin}/caller?number=%2B${digits}`);
  await expect(page).toHaveURL(console.origin + pages.caller());
  await expect(open).toBeFocused();
  await page.reload();
  await expect(open).toBeFocused();
  await page.keyboard.press("Enter");
  await expect(page).toHaveURL(console.origin + pages.customer(environment, customerID));
  const metrics = await page.request.get(`${console.origin}/api/metrics`, {
    headers: { Authorization: `Bearer ${metricsToken}` },
  });
  expect(metrics.ok()).toBe(true);
  expect(cards.length).toBeGreaterThan(0);
  for (const text of [...traces, console.logs(), await metrics.text()]) expect(text).not.toContain(digits.slice(-8));
});

test("an unknown caller can be created as a customer or searched by name, and a typed number is understood @demo", async ({
  page,
}) => {
  await page.request.post(console.origin + api.session(), { data: editor, headers: headers() });
  await page.goto(console.origin + pages.caller());
  await expect(page.getByLabel(callerTexts.label)).toBeFocused();
  await page.keyboard.type("+1 202 555 0123");
  await page.keyboard.press("Enter");
  await expect(page.getByRole("heading", { name: callerTexts.nobody })).toBeVisible();
  await expect(page.getByText(/\+1 202 555 0123 was compared with/).first()).toBeVisible();
  await expect(page.getByRole("link", { name: /New customer/ })).toHaveCount(2);
  await expectAccessibleInBothLooks(page, { targets: true });
  await page.getByRole("button", { name: callerTexts.otherSearch }).click();
  await expect(page.getByRole("combobox", { name: "Look up anything" })).toBeFocused();
});

test("while the last activity is slow, t takes the ticket and c copies for the ticket @demo", async ({
  page,
  context,
}) => {
  const { origin } = console;
  await context.grantPermissions(["clipboard-read", "clipboard-write"]);
  await page.request.post(origin + api.session(), { data: editor, headers: headers() });
  const listed = await page.request.get(origin + api.customers("sandbox", "datefrom=1970-01-01&limit=5"));
  const { customers } = customerListSchema.parse(await listed.json());
  const { customerID, companyName, contract } = customers.find(({ deleted }) => !deleted) as (typeof customers)[number];
  const plan = ["professional", "enterprise"].find((one) => one !== contract.plan);
  const change = { plan, expected: { plan: contract.plan, term: contract.term }, console: { ticket: "INC-4711" } };
  const sent = await page.request.patch(origin + contractAddress("sandbox", customerID), {
    data: change,
    headers: headers(),
  });
  expect(sent.ok()).toBe(true);
  const activities = Promise.withResolvers<void>();
  await page.route("**/activities?**", async (route) => {
    await activities.promise;
    await route.continue();
  });
  await page.goto(`${origin}/caller?customer=${customerID}`);
  await expect(page.getByRole("link", { name: callerTexts.open })).toBeFocused();
  const last = page.getByRole("definition").filter({ hasText: callerTexts.searching });
  await expect(last).toBeVisible();
  await expect(page.getByRole("region", { name: callerTexts.reasons })).toContainText(/Last change.*Verified/);
  await page.keyboard.press("t");
  await expect(page.getByRole("button", { name: callerTexts.onTicket("INC-4711") }).last()).toBeVisible();
  await page.keyboard.press("c");
  const copied = () => page.evaluate(() => navigator.clipboard.readText());
  await expect.poll(copied).toContain(companyName);
  expect(await copied()).toContain("INC-4711");
  await expect(last).toBeVisible();
  activities.resolve();
  await expect(last).toHaveCount(0);
});
