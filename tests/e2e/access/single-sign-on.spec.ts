import type { Page } from "@playwright/test";
import { api, pages } from "#lib/paths.ts";
import { scriptHasTakenOver } from "#tests/e2e/helpers/both-looks.ts";
import { expect, test } from "#tests/e2e/helpers/fixtures.ts";
import { configuredVariables } from "#tests/e2e/helpers/target.ts";
import { freePort } from "#tests/fixtures/console/network/free-port.ts";
import { type RunningConsole, startConsole } from "#tests/fixtures/console/start-console.ts";
import { startOtherApi } from "#tests/fixtures/other-api/start-other-api.ts";
import { quirksClient } from "#tests/fixtures/sso/quirks-provider.ts";
import { startWholeProvider } from "#tests/fixtures/sso/start-whole-provider.ts";

// The tests in this file run in one worker, so that their console is started only once.
test.describe.configure({ mode: "default" });

let otherApi: Awaited<ReturnType<typeof startOtherApi>>;
let provider: Awaited<ReturnType<typeof startWholeProvider>>;
let console: RunningConsole;

test.beforeAll(async () => {
  otherApi = await startOtherApi({ customers: 20 });
  // Each of the two servers needs the other's address before it starts.
  const port = await freePort();
  const origin = `http://localhost:${port}`;
  provider = await startWholeProvider(origin);
  console = await startConsole({
    env: {
      ...configuredVariables(otherApi.origin, otherApi.keys),
      PORT: String(port),
      PUBLIC_ORIGIN: origin,
      OIDC_ISSUER: provider.issuer,
      OIDC_CLIENT_ID: quirksClient.id,
      OIDC_CLIENT_SECRET: quirksClient.secret,
      OIDC_LABEL: "Company account",
      OIDC_ROLE_CLAIM: "roles",
      OIDC_DEFAULT_ENVIRONMENTS: "sandbox",
    },
  });
});

test.afterAll(async () => {
  await console.close();
  provider.close();
  await otherApi.close();
});

/**
 * Signs in at the provider. `consents`: the provider also asks for consent, because the person has not given it yet.
 */
async function signInAtProvider(page: Page, login: string, { consents = false } = {}): Promise<void> {
  await page.getByPlaceholder("Enter any login").fill(login);
  await page.getByPlaceholder("and password").fill("anything");
  await page.getByRole("button", { name: "Sign-in" }).click();
  if (consents) await page.getByRole("button", { name: "Continue" }).click();
}

const ssoButton = (page: Page) => page.getByRole("link", { name: "Sign in with Company account" });

test("a person signs in at the provider, proves their identity again, and is signed out by the console and by the provider", {
  tag: "@demo",
}, async ({ page, context, allowConsole }) => {
  allowConsole(/status of 40[134]/);
  // The provider's pages load a font from another site, which the test replaces by an empty file.
  await context.route(/fonts\.googleapis/, (route) => route.fulfill({ contentType: "text/css", body: "" }));
  const open = (path: string) => page.goto(console.origin + path);

  await open(pages.staff());
  await ssoButton(page).click();
  await signInAtProvider(page, "administrator", { consents: true });
  await expect(page).toHaveURL(console.origin + pages.staff());

  await test.step("the person gets the role and the environments that follow from the provider's claims", async () => {
    const session = await (await page.request.get(console.origin + api.session())).json();
    expect(session).toMatchObject({
      staff: { email: "administrator@company.example", role: "administrator" },
      environments: ["sandbox"],
    });
    await open(pages.customers("production"));
    await expect(page.getByRole("heading", { level: 1, name: "Page not found" })).toBeVisible();
  });

  await test.step("the first steps show what is done, and stay hidden after the person hides them", async () => {
    await open(pages.overview("sandbox"));
    const steps = page.getByRole("region", { name: "First steps" }).getByRole("listitem");
    await expect(steps).toContainText([
      "Done: Invite",
      "To do: Require a second factor",
      "Done: Connect single sign-on",
    ]);
    await expect(steps.getByRole("link")).toHaveAttribute("href", pages.policy());
    const saved = page.waitForResponse((answer) => answer.url().endsWith(api.preferences()));
    await page.getByRole("button", { name: "Hide the first steps" }).click();
    expect((await saved).status()).toBe(200);
    await page.reload();
    await expect(page.getByRole("region", { name: "Waiting for a person" })).toBeVisible();
    await expect(steps).toHaveCount(0);
  });

  await test.step("a dangerous action asks for a new sign-in at the provider in another tab, and is then sent again", async () => {
    await open(pages.staff());
    await page.getByRole("button", { name: "Invite person" }).click();
    const dialog = page.getByRole("dialog", { name: "Invite a person" });
    await dialog.getByLabel("Name").fill("Nina Meyer");
    await dialog.getByLabel("E-mail address").fill("nina@company.example");
    await dialog.getByRole("button", { name: "Create invitation" }).click();
    const confirm = page.getByRole("dialog", { name: "Confirm that it is you" });
    await expect(confirm.getByRole("link", { name: "Sign in again" })).toBeFocused();
    const opened = context.waitForEvent("page");
    await confirm.getByRole("link", { name: "Sign in again" }).click();
    const tab = await opened;
    await signInAtProvider(tab, "administrator");
    // The tab closes itself if the browser allows it. `accessibility.spec.ts` tests the page that is shown otherwise.
    await expect.poll(() => tab.isClosed() || tab.url() === console.origin + pages.confirmed()).toBe(true);
    await expect(dialog.getByText(/\/invitations\//)).toBeVisible();
    await tab.close();
  });

  await test.step("signing out leads to the sign-in page, and the provider's session lets them in again", async () => {
    await open(pages.customers("sandbox", "window=all"));
    await page.getByRole("banner").getByRole("button").last().click();
    await page.getByRole("button", { name: "Sign out" }).click();
    await expect(page).toHaveURL(/\/sign-in/);
    await open(pages.signIn(pages.customers("sandbox", "window=all")));
    await ssoButton(page).click();
    await expect(page.getByRole("table")).toBeVisible();
    await scriptHasTakenOver(page);
  });

  await test.step("signing out at the provider ends the open page", async () => {
    const other = await context.newPage();
    await other.goto(`${provider.issuer}/session/end`);
    await other.getByRole("button", { name: "Yes, sign me out" }).click();
    await expect.poll(async () => (await page.request.get(console.origin + api.session())).status()).toBe(401);
    await other.close();
    await page.getByRole("button", { name: "Reload" }).click();
    const notice = page.getByRole("alert").filter({ hasText: "Your session has ended" });
    await expect(notice.getByRole("link", { name: "Sign in again" })).toBeVisible();
  });
});

test("the sign-in page tells a person without a role why they cannot sign in", { tag: "@demo" }, async ({
  page,
  context,
}) => {
  await context.route(/fonts\.googleapis/, (route) => route.fulfill({ contentType: "text/css", body: "" }));
  await page.goto(console.origin + pages.signIn());
  await ssoButton(page).click();
  await signInAtProvider(page, "visitor", { consents: true });
  await expect(page.getByRole("alert", { name: "You are not signed in yet" })).toContainText(
    "Your account at Company account has no role in Switchboard",
  );
  await expect(page).toHaveURL(/\/sign-in\?problem=no_role/);
  expect((await page.request.get(console.origin + api.session())).status()).toBe(401);
});
