import { api, pages } from "#lib/paths.ts";
import { expectAccessibleInBothLooks } from "#tests/e2e/helpers/axe.ts";
import { expect, test } from "#tests/e2e/helpers/fixtures.ts";
import { tabTo } from "#tests/e2e/helpers/keyboard.ts";
import { waitForItsScript } from "#tests/e2e/helpers/taken-over.ts";

const password = "seven green bottles";

test("an invited person sets a password, signs in, and is signed out when demoted", {
  tag: "@demo",
}, async ({ signIn, browser, origin, allowConsole }) => {
  allowConsole(/status of 40[014]/);
  const email = `nina-${Date.now()}@demo.test`;
  const staff = await signIn("administrator");
  await staff.goto(pages.staff());
  await staff.getByRole("button", { name: "Invite person" }).click();
  const invite = staff.getByRole("dialog", { name: "Invite a person" });
  await test.step("the form names a wrong address, and the typed text stays", async () => {
    await invite.getByLabel("Name").fill("Nina Meyer");
    await invite.getByLabel("E-mail address").fill("nina");
    await invite.getByRole("radio", { name: "Editor" }).check();
    await invite.getByRole("button", { name: "Create invitation" }).click();
    await expect(invite.getByLabel("E-mail address")).toHaveAccessibleDescription(/Enter an e-mail address/);
    await expect(invite.getByLabel("Name")).toHaveValue("Nina Meyer");
    await invite.getByLabel("E-mail address").fill(email);
    await invite.getByRole("button", { name: "Create invitation" }).click();
  });
  const link = invite.getByText(/\/invitations\//);
  await expect(link).toBeVisible();
  // The link is shown only once. Pressing Enter copies it and does not close the dialog.
  await expect(invite.getByRole("button", { name: "Copy link" })).toBeFocused();
  const address = new URL((await link.textContent()) ?? "").pathname;
  await invite.getByRole("button", { name: "Close" }).last().click();

  const row = staff.getByRole("row", { name: new RegExp(email) });
  const manage = row.getByRole("button", { name: "Manage Nina Meyer" });
  await expect(row).toContainText("Invited");

  const other = await browser.newContext({ baseURL: origin });
  other.on("page", waitForItsScript);
  const nina = await other.newPage();
  await test.step("the link sets a password only once", async () => {
    await nina.goto(address);
    await tabTo(nina, "button", "Set password");
    await nina.keyboard.press("Enter");
    await expect(nina.getByRole("main").getByRole("alert")).toBeFocused();
    await expectAccessibleInBothLooks(nina, { targets: true, focus: true });
    await nina.getByLabel("New password").fill(password);
    await nina.getByLabel("Repeat the password").fill("seven green bottle");
    await nina.getByRole("button", { name: "Set password" }).click();
    await expect(nina.getByLabel("Repeat the password")).toHaveAccessibleDescription("The two passwords differ");
    await nina.getByLabel("Repeat the password").fill(password);
    await nina.getByRole("button", { name: "Set password" }).click();
    await nina.getByRole("link", { name: "Sign in" }).click();
    await expect(nina.getByLabel("E-mail address")).toBeVisible();
    await nina.goto(address);
    await expect(nina.getByRole("heading", { level: 1, name: "This link cannot be used" })).toBeVisible();
    await expectAccessibleInBothLooks(nina, { targets: true, focus: true });
    await nina.setViewportSize({ width: 1280, height: 800 });
    await tabTo(nina, "link", "Go to sign-in");
    await nina.keyboard.press("Enter");
  });
  await nina.getByLabel("E-mail address").fill(email);
  await nina.getByLabel("Password").fill(password);
  await nina.getByRole("button", { name: "Sign in", exact: true }).click();
  await expect(nina.getByRole("heading", { level: 1, name: "Overview" })).toBeVisible();
  await test.step("the profile shows who is signed in, and an editor has no staff page", async () => {
    await nina.goto(pages.account());
    await expect(nina.getByRole("region", { name: "Account" })).toContainText("Editor");
    await expect(nina.getByRole("region", { name: "Where you are signed in" })).toContainText("This browser");
    await nina.goto(pages.staff());
    await expect(nina.getByRole("heading", { level: 1, name: "Staff" })).toBeVisible();
    await expect(nina.getByRole("main")).toContainText("This page needs the role Administrator");
    await expect(nina.getByRole("navigation", { name: "Pages" })).toBeVisible();
  });
  await test.step("a demotion ends the session at its next request", async () => {
    await manage.click();
    await staff.getByRole("radio", { name: "Viewer" }).check();
    await staff.getByRole("button", { name: "Save changes" }).click();
    await expect(row).toContainText("Viewer");
    await nina.goto(pages.account());
    await expect(nina).toHaveURL(pages.signIn(pages.account()));
  });
  await test.step("disabling a person needs a confirmation, in which Back has the focus at first", async () => {
    await manage.click();
    await staff.getByRole("button", { name: "Disable…" }).click();
    const dialog = staff.getByRole("dialog", { name: "Disable this person?" });
    await expect(dialog.getByRole("button", { name: "Back" })).toBeFocused();
    await dialog.getByRole("button", { name: "Disable", exact: true }).click();
    await expect(row).toContainText("Disabled");
  });
  const refused = await nina.request.post(api.session(), {
    data: { email, password },
    headers: { "X-Switchboard": "1", Origin: origin },
  });
  expect(refused.status()).toBe(401);
  await other.close();
});
