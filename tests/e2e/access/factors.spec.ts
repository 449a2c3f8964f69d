import type { Page } from "@playwright/test";
import { pages } from "#lib/paths.ts";
import { demoPassword } from "#lib/session/demo-password.ts";
import { expectAccessibleInBothLooks } from "#tests/e2e/helpers/axe.ts";
import { expect, test } from "#tests/e2e/helpers/fixtures.ts";
import { tabTo } from "#tests/e2e/helpers/keyboard.ts";
import { waitForItsScript } from "#tests/e2e/helpers/taken-over.ts";
import { type RunningConsole, startConsole } from "#tests/fixtures/console/start-console.ts";
import { codeAt } from "#tests/fixtures/factors/factor-console.ts";

// The tests in this file run in one worker, so that their console is started only once.
test.describe.configure({ mode: "default" });

/** A separate console, because a persona with a second factor would make other tests fail to sign in. */
let console: RunningConsole;

test.beforeAll(async () => {
  console = await startConsole();
});

test.afterAll(() => console.close());

/**
 * Asserts that there is no accessibility violation: nothing is cut off, no target is too small, and no focused element
 * is covered.
 */
async function expectSound(page: Page, within?: string): Promise<void> {
  await expectAccessibleInBothLooks(page, { targets: true, focus: true, within });
  await page.setViewportSize({ width: 1280, height: 800 });
}

const panel = (page: Page) => page.getByRole("region", { name: "Second factor" });

/** Enters the e-mail address and the password, the first step of the sign-in. */
async function enterPassword(page: Page, email: string, returnTo: string = pages.account()): Promise<void> {
  await page.goto(console.origin + pages.signIn(returnTo));
  await page.getByLabel("E-mail address").fill(email);
  await page.getByLabel("Password").fill(demoPassword);
  await page.getByRole("button", { name: "Sign in", exact: true }).click();
}

/** Returns the recovery codes that a dialog shows, and closes the dialog. */
async function takeRecoveryCodes(page: Page): Promise<string[]> {
  const list = page.getByRole("dialog").getByRole("list", { name: "Recovery codes" });
  await expect(list.getByRole("listitem")).toHaveCount(10);
  const codes = await list.getByRole("listitem").allTextContents();
  await page.getByRole("button", { name: "Done" }).click();
  return codes;
}

const secondStep = (page: Page) => page.getByRole("heading", { level: 1, name: "Confirm your sign-in" });

async function enterRecoveryCode(page: Page, code: string, { isAnalysed = false } = {}): Promise<void> {
  await expect(secondStep(page)).toBeVisible();
  await tabTo(page, "button", "Use a recovery code");
  await page.keyboard.press("Enter");
  await expect(page.getByLabel("Recovery code")).toBeFocused();
  if (isAnalysed) await expectSound(page);
  await page.getByLabel("Recovery code").fill(code);
  await page.getByRole("button", { name: "Sign in", exact: true }).click();
}

/**
 * Sets up an authenticator app: copies the key from the dialog, as an app does, and enters the app's first code.
 * Returns the key.
 */
async function setUpApp(page: Page): Promise<string> {
  await panel(page).getByRole("button", { name: "Set up" }).click();
  const dialog = page.getByRole("dialog", { name: "Set up an authenticator app" });
  await expect(dialog.getByRole("img", { name: "QR code for your authenticator app" })).toBeVisible();
  const key = await dialog.getByText(/^([A-Z2-7]{4} ?){8}$/).textContent();
  const secret = key?.replaceAll(" ", "") ?? "";
  await dialog.getByLabel("Code that the app shows").fill(codeAt(secret, Date.now()));
  await dialog.getByRole("button", { name: "Confirm" }).click();
  return secret;
}

test("a person sets up an authenticator app on the profile page, and signs in with its code or a recovery code", {
  tag: "@demo",
}, async ({ page, allowConsole }) => {
  allowConsole(/status of (401|403)/);
  await enterPassword(page, "editor@demo.test");
  const secret = await setUpApp(page);
  const codes = await takeRecoveryCodes(page);
  await expect(panel(page)).toContainText("10 of 10 left");

  await page.context().clearCookies();
  await enterPassword(page, "editor@demo.test");
  await expect(secondStep(page)).toBeVisible();
  const code = page.getByLabel("Code from your authenticator app");
  await expect(code).toBeFocused();
  await expectSound(page);
  await code.fill("000000");
  await page.getByRole("button", { name: "Sign in", exact: true }).click();
  await expect(page.getByRole("main").getByRole("alert")).toContainText("This code is wrong");
  await expectSound(page);
  // The set-up has already used the current code. The server also accepts the next code.
  await code.fill(codeAt(secret, Date.now() + 30_000));
  await page.getByRole("button", { name: "Sign in", exact: true }).click();
  await expect(panel(page)).toContainText("10 of 10 left");

  await page.context().clearCookies();
  await enterPassword(page, "editor@demo.test");
  await enterRecoveryCode(page, codes[0] ?? "", { isAnalysed: true });
  await expect(panel(page)).toContainText("9 of 10 left");
});

test("a person registers a passkey, signs in with it alone, and confirms a dangerous change with it", {
  tag: "@demo",
}, async ({ page, allowConsole }) => {
  allowConsole(/status of 403/);
  const client = await page.context().newCDPSession(page);
  await client.send("WebAuthn.enable");
  await client.send("WebAuthn.addVirtualAuthenticator", {
    options: {
      protocol: "ctap2",
      transport: "internal",
      hasResidentKey: true,
      hasUserVerification: true,
      isUserVerified: true,
      automaticPresenceSimulation: true,
    },
  });
  await enterPassword(page, "viewer@demo.test");
  await panel(page).getByRole("button", { name: "Add a passkey" }).click();
  await page.getByLabel("Name").fill("Work laptop");
  await page.getByRole("button", { name: "Add passkey" }).click();
  const codes = await takeRecoveryCodes(page);
  await expect(panel(page).getByRole("listitem")).toContainText(["Work laptop"]);

  await page.context().clearCookies();
  await page.goto(console.origin + pages.signIn(pages.account()));
  await page.getByRole("button", { name: "Sign in with a passkey" }).click();
  await expect(panel(page).getByRole("listitem")).toContainText("last used");

  // A recovery code is enough to sign in, but not for a dangerous action. A dangerous action still asks for the
  // passkey.
  await page.context().clearCookies();
  await enterPassword(page, "viewer@demo.test");
  await enterRecoveryCode(page, codes[0] ?? "");
  await panel(page).getByRole("button", { name: "Remove Work laptop" }).click();
  await page.getByRole("dialog").getByRole("button", { name: "Remove", exact: true }).click();
  const confirm = page.getByRole("dialog", { name: "Confirm that it is you" });
  await expect(confirm.getByRole("textbox")).toHaveCount(0);
  await confirm.getByRole("button", { name: "Use a passkey" }).click();
  await expect(page.getByRole("dialog")).toHaveCount(0);
  await expect(panel(page)).toContainText("You sign in with a password alone");
});

test("when a second factor is required, a person without one must set one up before the requested page opens", {
  tag: "@demo",
}, async ({ page, browser, allowConsole }) => {
  allowConsole(/status of 403/);
  const heading = (on: Page, name: string) => on.getByRole("heading", { level: 1, name });
  const setPolicy = async (isRequired: boolean) => {
    await page.getByLabel("Require a second factor").setChecked(isRequired);
    const save = page.getByRole("button", { name: "Save: Signing in" });
    await save.click();
    await expect(page.getByRole("main").getByText("Saved. It counts from now on.")).toBeVisible();
    await expect(save).toBeFocused();
  };
  await enterPassword(page, "administrator@demo.test", pages.policy());
  await setPolicy(true);

  await test.step("the administrator must set up a second factor in the open session", async () => {
    await expect(page.getByRole("link", { name: "Set up your own second factor" })).toBeVisible();
    const tickets = page.getByRole("region", { name: "Tickets and reasons" });
    const tick = tickets.getByRole("checkbox", { name: /^Reason required: / }).first();
    await tick.check();
    await expect(tickets).toContainText("Not saved yet");
    await tickets.getByRole("button", { name: "Discard" }).click();
    await expect(tick).not.toBeChecked();
    await tick.check();
    await tickets.getByRole("button", { name: "Save: Tickets" }).click();
    const alert = tickets.getByRole("alert");
    await expect(alert).toContainText("Your administrator requires a second factor");
    expect((await alert.textContent())?.match(/Nothing was changed/g)).toHaveLength(1);
    await expectSound(page);
    await alert.getByRole("link", { name: "Set up a second factor" }).click();
    await expect(heading(page, "Set up a second factor")).toBeVisible();
    await setUpApp(page);
    await takeRecoveryCodes(page);
    // The checkbox that could not be saved is still checked on the page.
    await expect(tick).toBeChecked();
    await tickets.getByRole("button", { name: "Save: Tickets" }).click();
    await expect(tickets).toContainText("Saved. It counts from the next change on.");
    await tick.uncheck();
    await tickets.getByRole("button", { name: "Save: Tickets" }).click();
    await expect(tickets).toContainText("Saved. It counts from the next change on.");
    await page.goto(console.origin + pages.staff());
    await expect(heading(page, "Staff")).toBeVisible();
  });

  const context = await browser.newContext();
  context.on("page", waitForItsScript);
  await test.step("a person who signs in later must set one up, whatever page they request", async () => {
    const other = await context.newPage();
    await enterPassword(other, "viewer@demo.test", pages.customers("sandbox"));
    await expect(heading(other, "Set up a second factor")).toBeVisible();
    await expectSound(other);
    await tabTo(other, "button", "Set up");
    await other.keyboard.press("Enter");
    const dialog = other.getByRole("dialog", { name: "Set up an authenticator app" });
    await expect(dialog.getByRole("img")).toBeVisible();
    await expectSound(other, "dialog[open]");
    await other.keyboard.press("Escape");
    await expect(other.getByRole("button", { name: "Set up", exact: true })).toBeFocused();
    for (const path of [pages.customers("sandbox"), pages.account(), pages.policy()]) {
      await other.goto(console.origin + path);
      await expect(heading(other, "Set up a second factor")).toBeVisible();
    }
    const refused = await other.request.get(`${console.origin}/api/sandbox/customers`);
    expect([refused.status(), (await refused.json()).code]).toEqual([403, "factor_required"]);
    await other.getByRole("button", { name: "Sign out" }).click();
    await expect(heading(other, "Sign in")).toBeVisible();
  });
  await context.close();

  await page.goto(console.origin + pages.policy());
  await setPolicy(false);
});
