import type { Page } from "@playwright/test";
import { policyAnswerSchema } from "#lib/contract/access/policy.ts";
import { totpStartSchema } from "#lib/contract/console/factors.ts";
import { api, pages } from "#lib/paths.ts";
import { demoPassword } from "#lib/session/demo-password.ts";
import { expectAccessibleInBothLooks } from "#tests/e2e/helpers/axe.ts";
import { expect, test } from "#tests/e2e/helpers/fixtures.ts";
import { tabTo } from "#tests/e2e/helpers/keyboard.ts";
import { type RunningConsole, startConsole } from "#tests/fixtures/console/start-console.ts";
import { codeAt } from "#tests/fixtures/factors/factor-console.ts";

/** A console of its own: a second factor that is required would keep every other test out. */
let console: RunningConsole;

test.beforeAll(async () => {
  console = await startConsole();
});

test.afterAll(() => console.close());

test.use({ contextOptions: { reducedMotion: "reduce" }, viewport: { width: 1280, height: 800 } });
test.describe.configure({ mode: "default" });

const open = (page: Page, path: string) => page.goto(console.origin + path);

async function send(page: Page, method: "post" | "put", path: string, data?: object) {
  const headers = { "X-Switchboard": "1", Origin: console.origin };
  const answer = await page.request[method](console.origin + path, { headers, ...(data && { data }) });
  expect(answer.ok(), `${path}: ${await answer.text()}`).toBe(true);
  return answer;
}

const signIn = (page: Page, role: string) =>
  send(page, "post", api.session(), { email: `${role}@demo.test`, password: demoPassword });

/** No violation, nothing cut off, no target too small and no focus covered. */
const expectSound = (page: Page) => expectAccessibleInBothLooks(page, { targets: true, focus: true });

test("the second step of a sign-in, for a code, with a wrong one, and for a recovery code", {
  tag: "@demo",
}, async ({ page, allowConsole }) => {
  test.slow();
  allowConsole(/status of (401|403)/);
  await signIn(page, "editor");
  const { secret } = totpStartSchema.parse(await (await send(page, "post", api.ownTotp())).json());
  await send(page, "post", api.confirmTotp(), { code: codeAt(secret, Date.now()) });
  await page.context().clearCookies();

  await open(page, pages.signIn());
  await page.getByLabel("E-mail address").fill("editor@demo.test");
  await page.getByLabel("Password").fill(demoPassword);
  await page.keyboard.press("Enter");
  await expect(page.getByRole("heading", { level: 1, name: "Confirm your sign-in" })).toBeVisible();
  const code = page.getByLabel("Code from your authenticator app");
  await expect(code).toBeFocused();
  await expectSound(page);

  await code.fill("000000");
  await page.keyboard.press("Enter");
  await expect(page.getByRole("main").getByRole("alert")).toContainText("This code is wrong");
  await expectSound(page);

  await tabTo(page, "button", "Use a recovery code");
  await page.keyboard.press("Enter");
  await expect(page.getByLabel("Recovery code")).toBeFocused();
  await expectSound(page);
});

test("the page that says that somebody has proved again who they are", { tag: "@demo" }, async ({ page }) => {
  await signIn(page, "viewer");
  // A tab that a script opened would close itself.
  await page.addInitScript(() => {
    window.close = () => {};
  });
  await open(page, pages.confirmed());
  await expect(page.getByRole("heading", { level: 1, name: "You are confirmed" })).toBeVisible();
  await expectSound(page);
});

test("the page of a one-time link, with errors, and of one that cannot be used", {
  tag: "@demo",
}, async ({ page, allowConsole }) => {
  test.slow();
  allowConsole(/status of 404/);
  await signIn(page, "administrator");
  const person = { name: "Nina Meyer", email: "nina@demo.test", role: "viewer", environments: ["sandbox"] };
  const { invitation } = await (await send(page, "post", api.staff(), person)).json();
  await open(page, new URL(invitation.url).pathname);
  await expect(page.getByRole("heading", { level: 1, name: "Choose your password" })).toBeVisible();
  await tabTo(page, "button", "Set password");
  await page.keyboard.press("Enter");
  await expect(page.getByRole("main").getByRole("alert")).toBeFocused();
  await expectSound(page);

  await open(page, pages.invitation("nobody-has-this-token"));
  await expect(page.getByRole("heading", { level: 1, name: "This link cannot be used" })).toBeVisible();
  await expectSound(page);
  await tabTo(page, "link", "Go to sign-in");
});

test("the page where a required second factor is set up, and its dialog", {
  tag: "@demo",
}, async ({ page, allowConsole }) => {
  test.slow();
  allowConsole(/status of 403/);
  await signIn(page, "administrator");
  const read = await page.request.get(console.origin + api.policy());
  const { version, ssoRequired } = policyAnswerSchema.parse(await read.json()).policy;
  await send(page, "put", api.policy(), { secondFactorRequired: true, ssoRequired, version });
  await page.context().clearCookies();
  await signIn(page, "viewer");
  await open(page, pages.customers("sandbox"));
  await expect(page.getByRole("heading", { level: 1, name: "Set up a second factor" })).toBeVisible();
  await expectSound(page);

  await page.setViewportSize({ width: 1280, height: 800 });
  await tabTo(page, "button", "Set up");
  await page.keyboard.press("Enter");
  const dialog = page.getByRole("dialog", { name: "Set up an authenticator app" });
  await expect(dialog.getByRole("img")).toBeVisible();
  await expectAccessibleInBothLooks(page, { targets: true, focus: true, within: "dialog[open]" });
  await page.keyboard.press("Escape");
  await expect(page.getByRole("button", { name: "Set up", exact: true })).toBeFocused();
});
