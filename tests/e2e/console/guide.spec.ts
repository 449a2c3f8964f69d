import { pathToFileURL } from "node:url";
import { guidePage } from "#lib/guide-topics.ts";
import { pages } from "#lib/paths.ts";
import { expectAccessibleInBothLooks } from "#tests/e2e/helpers/axe.ts";
import { expect, test } from "#tests/e2e/helpers/fixtures.ts";
import { guideFolder } from "../../../scripts/setup/places.mjs";

test("the guide is only for signed-in people, and signing in leads back to its page", { tag: "@demo" }, async ({
  page,
  signIn,
  origin,
}) => {
  for (const path of [guidePage("backup"), "/help/guide.css", "/help/search-index.js", "/help/gone.html"]) {
    const answer = await page.request.get(origin + path, { maxRedirects: 0 });
    expect([path, answer.status()]).toEqual([path, 307]);
    expect(answer.headers().location).toContain(pages.signIn());
  }
  const signedIn = await signIn();
  const { request } = signedIn;
  expect((await request.get(`${origin}/help/gone.html`)).status()).toBe(404);
  for (const path of ["/help/stamp", "/help/..%2fBUILD_ID", "/help/pictures"]) {
    expect([path, (await request.get(origin + path)).status()]).toEqual([path, 404]);
  }
});

test("help leads to the guide, whose pages follow the console's policy and can be searched", { tag: "@demo" }, async ({
  signIn,
  environment,
}) => {
  const page = await signIn("administrator");
  await page.goto(pages.imports(environment));
  const box = page.getByRole("combobox", { name: "Look up anything" });
  const run = async (command: string) => {
    await page.keyboard.press("Control+k");
    await box.fill(command);
    await box.press("Enter");
    await expect(box).toBeHidden();
  };
  // The guide has the theme of the device, and the lookup leads to it.
  await run("dark theme");
  await run("read the guide");
  await expect(page.getByRole("heading", { level: 1, name: "The guide" })).toBeVisible();
  await expect(page.locator("html")).toHaveCSS("color-scheme", "dark");
  await page.goto(pages.imports(environment));
  await page.keyboard.press("?");
  const help = page.getByRole("dialog", { name: "Help" });
  await expect(help.getByRole("link", { name: "Read the guide" })).toHaveAttribute("href", guidePage());
  const answered = page.waitForResponse(/\/help\/imports\.html/);
  await help.getByRole("link", { name: "About this page: Imports" }).click();
  const policy = (await answered).headers()["content-security-policy"] ?? "";
  expect(policy).toMatch(/script-src 'nonce-[^']+' 'strict-dynamic';/);
  expect(policy).not.toMatch(/script-src[^;]*(unsafe-inline|'self')/);
  await expect(page.getByRole("heading", { level: 1, name: "Customers and changes from a file" })).toBeVisible();
  const search = page.getByRole("searchbox", { name: "Search the guide" });
  await search.fill("forgotten password");
  await expect(page.getByRole("heading", { level: 1, name: /^\d+ results?/ })).toBeVisible();
  await search.press("Enter");
  await expect(page.getByRole("link", { name: "Questions and answers: I have forgotten my password" })).toBeFocused();
  await page.keyboard.press("Enter");
  await expect(page).toHaveURL(/\/help\/faq\.html#i-have-forgotten-my-password$/);
  await expect(page.getByRole("heading", { name: "I have forgotten my password" })).toBeInViewport();
  await search.fill("<img src=x>");
  await expect(page.getByRole("heading", { name: "Nothing found" })).toBeVisible();
  await search.press("Escape");
  await expect(page.getByRole("heading", { level: 1, name: "Questions and answers" })).toBeVisible();
  await page.getByRole("link", { name: "Back to the console" }).click();
  await expect(page.getByRole("heading", { level: 1, name: "Overview" })).toBeVisible();
});

test("a page of the guide is accessible in both looks", { tag: "@demo" }, async ({ signIn }) => {
  const page = await signIn();
  for (const name of ["index", "configuration", "administrators"]) {
    await page.goto(guidePage(name));
    await expectAccessibleInBothLooks(page);
  }
});

test("the guide works from the disk, with and without scripts", { tag: "@demo" }, async ({ browser }) => {
  for (const javaScriptEnabled of [true, false]) {
    const context = await browser.newContext({ javaScriptEnabled });
    const page = await context.newPage();
    await page.goto(`${pathToFileURL(guideFolder)}/index.html`);
    await page.getByRole("navigation").getByRole("link", { name: "Backup and restore" }).click();
    await expect(page.getByRole("heading", { level: 1 })).toHaveText(/backup/i);
    await expect(page.getByRole("searchbox")).toBeVisible({ visible: javaScriptEnabled });
    await context.close();
  }
});
