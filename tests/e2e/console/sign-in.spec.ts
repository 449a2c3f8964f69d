import type { Page } from "@playwright/test";
import { api, pages } from "#lib/paths.ts";
import { expect, test } from "#tests/e2e/helpers/fixtures.ts";
import { credentialsFor, usualEnvironment } from "#tests/e2e/helpers/target.ts";

test("a page that needs a session leads to the sign-in and back to the page", async ({ page }) => {
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

test("the sign-in offers every persona, and one click signs in as one of them", { tag: "@demo" }, async ({ page }) => {
  await page.goto("/");
  const persona = (name: string) => page.getByRole("button", { name: `${name}:` });
  for (const name of ["Viewer", "Editor", "Administrator"]) await expect(persona(name)).toBeVisible();
  await persona("Editor").click();
  await expect(page.getByRole("heading", { level: 1, name: "Overview" })).toBeVisible();
  const session = await page.request.get(api.session()).then((answer) => answer.json());
  expect(session.staff).toMatchObject({ role: "editor", email: "editor@demo.test" });
});

test("errors are shown at their fields, the input stays, and no foreign return address is followed", async ({
  page,
  allowConsole,
}) => {
  allowConsole(/status of 401/);
  await page.goto(pages.signIn("https://evil.example/"));
  const [address, secret] = [page.getByLabel("E-mail address"), page.getByLabel("Password")];
  const submit = page.getByRole("button", { name: "Sign in", exact: true });
  const summary = page.getByRole("alert").filter({ hasText: "You are not signed in yet" });
  await test.step("a missing field is named above the form and at the field, and the summary has the focus", async () => {
    await secret.fill("kept");
    await page.getByRole("button", { name: "Show Password" }).click();
    await expect(secret).toHaveAttribute("type", "text");
    await submit.click();
    await expect(secret).toHaveAttribute("type", "password");
    await expect(summary).toBeFocused();
    await expect(address).toHaveAccessibleDescription("Enter your e-mail address");
    await expect(secret).toHaveValue("kept");
    await summary.getByRole("link", { name: "Enter your e-mail address" }).click();
    await expect(address).toBeFocused();
  });
  await test.step("a wrong password is reported, keeps the typed text and signs nobody in", async () => {
    await address.fill("nobody@example.test");
    await secret.fill("not the password");
    await submit.click();
    await expect(summary).toBeFocused();
    await expect(summary).not.toContainText("Enter your e-mail address");
    await expect(address).toHaveValue("nobody@example.test");
    expect((await page.request.get(api.session())).status()).toBe(401);
  });
  await test.step("a correct sign-in with a foreign return address stays on the console", async () => {
    const { email, password } = credentialsFor("viewer");
    await address.fill(email);
    await secret.fill(password);
    await submit.click();
    await expect(page.getByRole("heading", { level: 1, name: "Overview" })).toBeVisible();
    expect(new URL(page.url()).pathname).toMatch(/^\/(production|sandbox)$/);
  });
});

test("signing out ends the session on the server, clears the browser's storage, and makes every tab leave its page", async ({
  openCustomers,
  page,
  environment,
  allowConsole,
}) => {
  // A tab may read the state of the API after the session has ended and before the tab knows of it.
  allowConsole(/401 \(Unauthorized\).*api-status/);
  await openCustomers(environment, "window=all&limit=10&searchTerm=a");
  const other = await page.context().newPage();
  await other.goto(pages.customers(environment, "window=all&limit=10"));
  const keptIn = (tab: Page) =>
    tab.evaluate(() => [localStorage, sessionStorage].flatMap((storage) => Object.keys(storage)));
  await expect.poll(() => keptIn(other)).toContainEqual(expect.stringContaining("last-list"));
  const cookies = await page.context().cookies();
  await page.getByRole("banner").getByRole("button").last().click();
  await page.getByRole("button", { name: "Sign out" }).click();
  for (const tab of [page, other]) {
    await expect(tab).toHaveURL(/\/sign-in$/);
    expect(new Set(await keptIn(tab))).toEqual(new Set(["switchboard.sign-out"]));
  }
  await page.goBack();
  await expect(page).toHaveURL(/\/sign-in/);
  // The old cookie is invalid even if somebody has stored it.
  await page.context().addCookies(cookies);
  expect((await page.request.get(api.session())).status()).toBe(401);
});

/** The paths of the page's scripts that came from the network, not from the browser's cache. */
const loadedScripts = (page: Page) =>
  page.evaluate(() =>
    (performance.getEntriesByType("resource") as PerformanceResourceTiming[])
      .filter(({ name, transferSize }) => /\.js(\?|$)/.test(name) && transferSize > 0)
      .map(({ name }) => new URL(name).pathname),
  );

test("an idle sign-in page loads the scripts of the overview and the customers, so that they load none @demo", async ({
  page,
}) => {
  await page.goto(pages.signIn());
  const loading = () =>
    page.evaluate(
      () =>
        (performance.getEntriesByType("resource") as PerformanceResourceTiming[]).filter(
          ({ initiatorType, responseEnd }) => initiatorType === "fetch" && responseEnd > 0,
        ).length,
    );
  await expect.poll(loading).toBeGreaterThan(0);
  await page.waitForLoadState("networkidle");
  await page.getByRole("button", { name: "Editor:" }).click();
  await expect(page.getByRole("heading", { level: 1, name: "Overview" })).toBeVisible();
  expect(await loadedScripts(page)).toEqual([]);
  await page.goto(pages.customers(usualEnvironment, "window=all"));
  await expect(page.getByRole("heading", { level: 1, name: "Customers" })).toBeVisible();
  expect(await loadedScripts(page)).toEqual([]);
});

test("a sign-in page loads nothing ahead for a person who saves data @demo", async ({ page }) => {
  await page.addInitScript(() => Object.defineProperty(navigator, "connection", { value: { saveData: true } }));
  const fetched: string[] = [];
  page.on("request", (request) => {
    if (request.resourceType() === "fetch") fetched.push(request.url());
  });
  await page.goto(pages.signIn());
  await page.waitForLoadState("networkidle");
  expect(fetched).toEqual([]);
});
