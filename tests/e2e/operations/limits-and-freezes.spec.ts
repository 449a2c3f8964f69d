import type { Browser, Page } from "@playwright/test";
import { announcementFormTexts } from "#components/announcement/announcement-form-texts.ts";
import { announcementTexts } from "#components/announcement/texts.ts";
import { releaseTexts } from "#components/attention/dialog-texts.ts";
import { askForMoreTexts, limitNoticeTexts } from "#components/forms/change-limit/texts.ts";
import { releaseTexts as freezeReleaseTexts, freezeTexts, panelTexts } from "#components/freezes/texts.ts";
import type { Role } from "#lib/contract/console/session.ts";
import type { Customer } from "#lib/contract/customers/customer.ts";
import { changeLimitPolicyAnswerSchema } from "#lib/contract/operations/change-limit.ts";
import { contractValueName } from "#lib/format/contract-value-name.ts";
import { api, pages } from "#lib/paths.ts";
import { demoPassword } from "#lib/session/demo-password.ts";
import { expectAccessibleInBothLooks, expectNothingCutOff } from "#tests/e2e/helpers/axe.ts";
import { openCustomer, pickCustomer, tabTo } from "#tests/e2e/helpers/customer-page.ts";
import { expect, test } from "#tests/e2e/helpers/fixtures.ts";
import { waitForItsScript } from "#tests/e2e/helpers/taken-over.ts";
import { contractAddress } from "#tests/fixtures/console/contract-address.ts";
import { type RunningConsole, startConsole } from "#tests/fixtures/console/start-console.ts";

const environment = "sandbox";
const usual = { width: 1280, height: 800 };

/** A separate console, because a limit, a freeze and an announcement concern everybody. */
let console: RunningConsole;

test.beforeAll(async () => {
  console = await startConsole();
});

test.afterAll(() => console.close());

const headers = () => ({ "X-Switchboard": "1", Origin: console.origin });

/** A page in a new browser context, with this persona signed in. */
async function personOf(browser: Browser, role: Role): Promise<Page> {
  const context = await browser.newContext({ baseURL: console.origin });
  const data = { email: `${role}@demo.test`, password: demoPassword };
  expect((await context.request.post(api.session(), { data, headers: headers() })).ok()).toBe(true);
  const preferences = { lookupHintDismissed: true, firstStepsDismissed: true };
  await context.request.put(api.preferences(), { data: preferences, headers: headers() });
  const page = await context.newPage();
  waitForItsScript(page);
  return page;
}

const otherPlan = ({ contract }: Customer) =>
  ["professional", "enterprise"].find((plan) => plan !== contract.plan) as string;

/** Chooses another plan in the open dialog, and sends the change, all with the keyboard. */
async function sendOtherPlan(page: Page, customer: Customer): Promise<void> {
  const dialog = page.getByRole("dialog");
  const name = contractValueName("plan", otherPlan(customer));
  await dialog.getByRole("radio", { name }).press("Space");
  await page.keyboard.press("Enter");
  await dialog.getByRole("button", { name: `Change plan to ${name}` }).press("Enter");
}

/** Analyses the open dialog at the usual and the narrow widths, and returns to the usual one. */
async function expectAccessibleDialog(page: Page): Promise<void> {
  await expectAccessibleInBothLooks(page, { within: "dialog[open]", targets: true });
  await page.setViewportSize(usual);
}

test("at the change limit an editor reads why, asks for more with the keyboard, and continues after a colleague's release @demo", async ({
  browser,
  allowConsole,
}) => {
  test.slow();
  allowConsole(/status of 429/);
  const [editor, ada] = [await personOf(browser, "editor"), await personOf(browser, "administrator")];
  const limit = async (sandbox: number | null) => {
    const read = await ada.request.get(api.changeLimitPolicy());
    const { policy } = changeLimitPolicyAnswerSchema.parse(await read.json());
    const changed = await ada.request.put(api.changeLimitPolicy(), {
      data: { ...policy, sandbox },
      headers: headers(),
    });
    expect(changed.ok()).toBe(true);
  };
  await limit(1);
  const [first, second] = [await pickCustomer(editor, environment, 1), await pickCustomer(editor, environment, 2)];
  const address = contractAddress(environment, first.customerID);
  const change = { plan: otherPlan(first), expected: { plan: first.contract.plan, term: first.contract.term } };
  expect((await editor.request.patch(address, { data: change, headers: headers() })).ok()).toBe(true);

  await openCustomer(editor, environment, second.customerID, "change=plan");
  const dialog = editor.getByRole("dialog").first();
  await expect(dialog.getByText(limitNoticeTexts.reached(environment, "1"))).toBeVisible();
  await expectAccessibleDialog(editor);
  await sendOtherPlan(editor, second);
  await expect(dialog).toContainText("The limit of 1 changed customers an hour in sandbox is reached.");
  await tabTo(editor, dialog.getByRole("button", { name: limitNoticeTexts.ask }));
  await editor.keyboard.press("Enter");
  const asking = editor.getByRole("dialog", { name: askForMoreTexts.title });
  await expect(asking.getByRole("textbox", { name: askForMoreTexts.reason })).toBeFocused();
  await expectAccessibleDialog(editor);
  await editor.keyboard.type("The price list of today");
  await editor.keyboard.press("Enter");
  await expect(asking).toBeHidden();
  await expect(dialog.getByText(limitNoticeTexts.asked)).toBeVisible();

  await ada.goto(pages.attention());
  const release = ada.getByRole("button", { name: /^Release more/ });
  await release.press("Enter");
  const releasing = ada.getByRole("dialog");
  await expect(releasing).toContainText("The price list of today");
  await expect(releasing.getByRole("textbox", { name: releaseTexts.customers })).toBeFocused();
  await expectAccessibleDialog(ada);
  await releasing.getByRole("textbox", { name: releaseTexts.reason }).fill("Checked with the partner");
  await ada.keyboard.press("Enter");
  await expect(releasing).toBeHidden();
  await expect(release).toHaveCount(0);

  await editor.goto(pages.customer(environment, second.customerID, "change=plan"));
  await expect(dialog.getByRole("group", { name: "New plan" })).toBeVisible();
  await expect(dialog.getByText(limitNoticeTexts.again)).toHaveCount(0);
  await sendOtherPlan(editor, second);
  await expect(dialog.getByRole("heading", { name: /^Verified/ })).toBeVisible();
  await limit(null);
});

test("an administrator announces and freezes a porting weekend, an editor reads both, and an early end lets the refused change pass @demo", async ({
  browser,
  allowConsole,
}) => {
  test.slow();
  allowConsole(/status of 4(09|23|03)/);
  const [editor, ada] = [await personOf(browser, "editor"), await personOf(browser, "administrator")];
  await ada.goto(pages.policy());
  const form = ada.getByRole("region", { name: announcementFormTexts.title, exact: true });
  await form.getByRole("textbox", { name: announcementFormTexts.text }).fill("Porting tonight");
  await form.getByText("Warning", { exact: true }).click();
  await form.getByRole("checkbox", { name: "Production" }).uncheck();
  await form.getByRole("textbox", { name: announcementFormTexts.until }).fill("in 4 hours");
  await form.getByRole("textbox", { name: announcementFormTexts.linkUrl }).fill("https://status.example/port");
  await form.getByRole("textbox", { name: announcementFormTexts.linkText }).fill("Status");
  await form.getByRole("button", { name: announcementFormTexts.save }).press("Enter");
  await expect(form).toContainText(announcementFormTexts.shown);
  await expectAccessibleInBothLooks(ada, { targets: true });
  await ada.setViewportSize(usual);

  const line = editor.getByRole("main").getByRole("region", { name: announcementTexts.label });
  const inLookup = editor.getByRole("dialog").getByRole("region", { name: announcementTexts.label });
  await editor.goto(pages.overview("production"));
  await expect(editor.getByRole("heading", { level: 1 })).toBeVisible();
  await expect(line).toHaveCount(0);
  await editor.goto(pages.webhooks(environment));
  await expect(line).toContainText("Warning: Porting tonight Status");
  await expectAccessibleInBothLooks(editor, { targets: true });
  await editor.setViewportSize(usual);
  await editor.keyboard.press("Control+k");
  await expect(inLookup).toContainText("Porting tonight");
  await editor.keyboard.press("Escape");
  await line.getByRole("button", { name: announcementTexts.close }).press("Enter");
  await expect(line).toHaveCount(0);
  // For this person, the announcement stays closed in another browser too.
  const elsewhere = await personOf(browser, "editor");
  await elsewhere.goto(pages.webhooks(environment));
  await expect(elsewhere.getByRole("heading", { level: 1 })).toBeVisible();
  await expect(elsewhere.getByText("Porting tonight")).toHaveCount(0);

  await form.getByRole("checkbox", { name: "Production" }).check();
  await form.getByRole("button", { name: announcementFormTexts.replace }).click();
  for (const one of ["production", "sandbox"] as const) {
    await elsewhere.goto(pages.webhooks(one));
    await expect(elsewhere.getByRole("region", { name: announcementTexts.label })).toContainText("Porting tonight");
  }

  // The freeze begins while the editor's form is open.
  const customer = await pickCustomer(editor, environment, 3);
  const { customerID } = customer;
  await openCustomer(editor, environment, customerID, "change=plan");
  const dialog = editor.getByRole("dialog");
  await expect(dialog.getByRole("group", { name: "New plan" })).toBeVisible();

  const panel = ada.getByRole("region", { name: panelTexts.title(environment) });
  await panel.getByRole("button", { name: freezeTexts.open }).press("Enter");
  const setting = ada.getByRole("dialog", { name: freezeTexts.title(environment) });
  await expect(setting.getByRole("button", { name: freezeTexts.cancel })).toBeFocused();
  await expectAccessibleDialog(ada);
  await setting.getByRole("textbox", { name: freezeTexts.reason, exact: true }).fill("Porting weekend");
  await setting.getByRole("textbox", { name: freezeTexts.end, exact: true }).fill("in 2 days");
  await ada.keyboard.press("Enter");
  await expect(setting).toBeHidden();
  await expect(panel).toContainText(panelTexts.inForce);

  await sendOtherPlan(editor, customer);
  await expect(dialog).toContainText(/frozen until .*Porting weekend/s);
  await editor.goto(pages.customer(environment, customerID, "change=plan"));
  await expect(dialog.getByRole("status").filter({ hasText: "Porting weekend" })).toContainText(/frozen until/);
  await expectAccessibleDialog(editor);
  await editor.keyboard.press("Escape");
  const notice = editor.getByRole("main").getByRole("status").filter({ hasText: "Porting weekend" });
  for (const size of [
    { width: 640, height: 360 },
    { width: 360, height: 800 },
  ]) {
    await editor.setViewportSize(size);
    await expectNothingCutOff(editor);
    await expect(notice).toContainText("Reason: Porting weekend");
  }
  await editor.setViewportSize(usual);

  await panel.getByRole("button", { name: panelTexts.name(panelTexts.end, "Porting weekend") }).press("Enter");
  const ending = ada.getByRole("dialog");
  await expectAccessibleDialog(ada);
  await ending.getByRole("textbox", { name: freezeReleaseTexts.reason }).fill("The port was cancelled");
  await ada.keyboard.press("Enter");
  await expect(ending).toBeHidden();
  await editor.goto(pages.customer(environment, customerID, "change=plan"));
  await expect(dialog.getByRole("group", { name: "New plan" })).toBeVisible();
  await expect(notice).toHaveCount(0);
  await sendOtherPlan(editor, customer);
  await expect(dialog.getByRole("heading", { name: /^Verified/ })).toBeVisible();
});
