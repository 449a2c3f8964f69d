import type { BrowserContext } from "@playwright/test";
import type { Role } from "#lib/contract/console/session.ts";
import { api, pages } from "#lib/paths.ts";
import { expectAccessibleInBothLooks } from "#tests/e2e/helpers/axe.ts";
import { openCustomer, pickCustomer } from "#tests/e2e/helpers/customer-page.ts";
import { expect, test } from "#tests/e2e/helpers/fixtures.ts";
import { waitForItsScript } from "#tests/e2e/helpers/taken-over.ts";
import { credentialsFor } from "#tests/e2e/helpers/target.ts";
import { startMailServer } from "#tests/fixtures/console/mail-server.ts";
import { startConsole } from "#tests/fixtures/console/start-console.ts";

const environment = "sandbox";

test("a person chooses e-mails, is mentioned in a hand-over, and reads it in one tab, which the other tab shows @demo", async ({
  browser,
}) => {
  const mailServer = await startMailServer();
  const { origin, close } = await startConsole({
    env: {
      ...mailServer.variables,
      // No server listens at this address, because the test only chooses the endpoint.
      NOTIFICATION_URL: "http://127.0.0.1:9/events",
      NOTIFICATION_SECRET: "kP3vXw8sYb2nQz5tRf7hJm4dLc6gAe9u",
    },
  });
  const contexts: BrowserContext[] = [];
  const signedIn = async (role: Role) => {
    const context = await browser.newContext({ baseURL: origin });
    contexts.push(context);
    const headers = { "X-Switchboard": "1", Origin: origin };
    await context.request.post(api.session(), { data: credentialsFor(role), headers });
    return async () => {
      const page = await context.newPage();
      waitForItsScript(page);
      return page;
    };
  };
  try {
    const openTab = await signedIn("viewer");
    const tab = await openTab();
    await tab.goto(pages.account());
    const settings = tab.getByRole("region", { name: "Notifications" });
    await settings.getByLabel("E-mail: Mentions").selectOption("At once");
    await settings.getByLabel("Notification endpoint: Mentions").check();
    await settings.getByLabel("Quiet hours").check();
    await settings.getByLabel("From", { exact: true }).fill("20:30");
    await settings.getByLabel("Sun").uncheck();
    await expectAccessibleInBothLooks(tab, { targets: true });
    await tab.reload();
    await expect(settings.getByLabel("E-mail: Mentions")).toHaveValue("now");
    await expect(settings.getByLabel("Notification endpoint: Mentions")).toBeChecked();
    await expect(settings.getByLabel("From", { exact: true })).toHaveValue("20:30");
    await expect(settings.getByLabel("Sun")).not.toBeChecked();
    await settings.getByLabel("Quiet hours").uncheck();
    const other = await openTab();
    for (const page of [tab, other]) await page.goto(pages.customers(environment));

    const colleague = await (await signedIn("editor"))();
    const { customerID, companyName } = await pickCustomer(colleague, environment, 3);
    await openCustomer(colleague, environment, customerID);
    await colleague.getByRole("button", { name: `Assign to me: ${companyName}` }).press("Enter");
    await colleague.getByRole("button", { name: `Hand over: ${companyName}` }).press("Enter");
    const line = colleague.getByRole("dialog").getByRole("textbox", { name: "What is left to do" });
    await line.pressSequentially("Calls back at nine, @ver");
    const offered = colleague.getByRole("listbox", { name: "Colleagues" }).getByRole("option");
    await expect(offered).toHaveText("Vera Lindqvist");
    await expectAccessibleInBothLooks(colleague, { within: "dialog[open]" });
    await line.press("Enter");
    await expect(line).toHaveValue("Calls back at nine, @Vera Lindqvist ");
    await expect(colleague.getByRole("dialog")).toContainText("Will be notified: Vera Lindqvist");
    await line.press("Enter");
    await expect(colleague.getByRole("region", { name: "Facts" })).toContainText("Calls back at nine, @Vera Lindqvist");

    // Each page reads the number when a person comes back to its tab.
    const focused = () => document.dispatchEvent(new Event("visibilitychange", { bubbles: true }));
    const count = (page: typeof tab) => page.getByRole("button", { name: /^Vera Lindqvist\s*1 unread$/ });
    for (const page of [tab, other]) {
      await page.evaluate(focused);
      await expect(count(page)).toBeVisible();
    }
    await count(tab).click();
    await tab.getByRole("link", { name: "Notifications 1 unread" }).click();
    const notification = tab.getByRole("link", {
      name: `Unread: Emre Yıldız mentioned you in the hand-over of ${companyName}`,
    });
    await expect(notification).toBeVisible();
    await expectAccessibleInBothLooks(tab, { targets: true });
    await notification.click();
    await expect(tab.getByRole("region", { name: "Facts" })).toContainText("Calls back at nine");
    await expect(count(tab)).toBeHidden();
    await other.evaluate(focused);
    await expect(count(other)).toBeHidden();

    await expect.poll(() => mailServer.mails.length, { timeout: 20_000 }).toBe(1);
    expect(mailServer.mails[0]).toContain("1 mention in sandbox");
    expect(mailServer.mails[0]).not.toContain(companyName);
  } finally {
    for (const context of contexts) await context.close();
    await close();
    await mailServer.close();
  }
});
