import type { Page } from "@playwright/test";
import { api, pages } from "#lib/paths.ts";
import { expect, test } from "./fixtures.ts";
import { credentialsFor, usualEnvironment } from "./target.ts";

test("a page that needs a session leads to sign-in and back to what was asked for", async ({ page }) => {
  const wanted = pages.customers(usualEnvironment, "window=all&sort=companyName&ascending=true");
  await page.goto(wanted);
  await expect(page).toHaveURL(pages.signIn(wanted));
  const { email, password } = credentialsFor("viewer");
  await page.getByLabel("E-mail address").fill(email);
  await page.getByLabel("Password").fill(password);
  await page.getByLabel("Password").press("Enter");
  await expect(page).toHaveURL(wanted);
  await expect(page.getByRole("heading", { level: 1, name: "Customers" })).toBeVisible();
});

for (const persona of ["Viewer", "Editor", "Administrator"]) {
  test(`the persona ${persona} is signed in with one click`, { tag: "@demo" }, async ({ page }) => {
    await page.goto("/");
    await page.getByRole("button", { name: `${persona}:` }).click();
    await expect(page.getByRole("heading", { level: 1, name: "Overview" })).toBeVisible();
    const session = await page.request.get(api.session()).then((answer) => answer.json());
    expect(session.staff).toMatchObject({ role: persona.toLowerCase(), email: `${persona.toLowerCase()}@demo.test` });
  });
}

test("missing fields are named above the form and at the field, and the summary has the focus", async ({ page }) => {
  await page.goto(pages.signIn());
  await page.getByLabel("Password").fill("kept");
  await page.getByRole("button", { name: "Sign in", exact: true }).click();
  const summary = page.getByRole("alert").filter({ hasText: "You are not signed in yet" });
  await expect(summary).toBeFocused();
  await expect(page.getByLabel("E-mail address")).toHaveAccessibleDescription("Enter your e-mail address");
  await expect(page.getByLabel("Password")).toHaveValue("kept");
  await summary.getByRole("link", { name: "Enter your e-mail address" }).click();
  await expect(page.getByLabel("E-mail address")).toBeFocused();
});

test("a wrong password says so, keeps what was typed and signs nobody in", async ({ page, allowConsole }) => {
  allowConsole(/status of 401/);
  await page.goto(pages.signIn());
  await page.getByLabel("E-mail address").fill("nobody@example.test");
  await page.getByLabel("Password").fill("not the password");
  await page.getByRole("button", { name: "Sign in", exact: true }).click();
  await expect(page.getByRole("alert").filter({ hasText: "You are not signed in yet" })).toBeFocused();
  await expect(page.getByLabel("E-mail address")).toHaveValue("nobody@example.test");
  expect((await page.request.get(api.session())).status()).toBe(401);
});

test("a return address elsewhere is not followed", async ({ page }) => {
  for (const elsewhere of ["https://evil.example/", "//evil.example", "/\\evil.example", "javascript:alert(1)"]) {
    await page.goto(pages.signIn(elsewhere));
    const { email, password } = credentialsFor("viewer");
    await page.getByLabel("E-mail address").fill(email);
    await page.getByLabel("Password").fill(password);
    await page.getByRole("button", { name: "Sign in", exact: true }).click();
    await expect(page.getByRole("heading", { level: 1, name: "Overview" })).toBeVisible();
    expect(new URL(page.url()).pathname).toMatch(/^\/(production|sandbox)$/);
    await page.context().clearCookies();
  }
});

test("signing out ends the session here and at the server, Back shows nothing", async ({ openCustomers, page }) => {
  await openCustomers();
  const cookies = await page.context().cookies();
  await page.getByRole("banner").getByRole("button").last().click();
  await page.getByRole("button", { name: "Sign out" }).click();
  await expect(page).toHaveURL(/\/sign-in/);
  await page.goBack();
  await expect(page).toHaveURL(/\/sign-in/);
  // The old cookie is dead even when somebody has kept it.
  await page.context().addCookies(cookies);
  expect((await page.request.get(api.session())).status()).toBe(401);
});

test("signing out takes away what the browser keeps, in every tab, and the other tabs leave their pages", async ({
  openCustomers,
  page,
  environment,
}) => {
  await openCustomers(environment, "window=all&limit=10&searchTerm=a");
  const other = await page.context().newPage();
  await other.goto(pages.customers(environment, "window=all&limit=10"));
  const keptIn = (tab: Page) =>
    tab.evaluate(() => [localStorage, sessionStorage].flatMap((storage) => Object.keys(storage)));
  await expect.poll(() => keptIn(other)).toContainEqual(expect.stringContaining("last-list"));
  await page.getByRole("banner").getByRole("button").last().click();
  await page.getByRole("button", { name: "Sign out" }).click();
  for (const tab of [page, other]) {
    await expect(tab).toHaveURL(/\/sign-in$/);
    expect(new Set(await keptIn(tab))).toEqual(new Set(["switchboard.sign-out"]));
  }
});
