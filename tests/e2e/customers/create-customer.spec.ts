import type { BrowserContext, Page } from "@playwright/test";
import { api, pages } from "#lib/paths.ts";
import { expectAccessible, expectNothingCutOff } from "#tests/e2e/helpers/axe.ts";
import { countOf, createButton, fillCreation, newName, review } from "#tests/e2e/helpers/creation-page.ts";
import { expect, test } from "#tests/e2e/helpers/fixtures.ts";
import { credentialsFor } from "#tests/e2e/helpers/target.ts";

const environment = "sandbox";
const operationAddress = /\/sandbox\/operations\/[\da-f-]{36}$/;

/** Duplicates a tab as browsers do: the copy gets the session storage of the original. */
async function duplicate(page: Page, context: BrowserContext): Promise<Page> {
  const kept = await page.evaluate(() => JSON.stringify(sessionStorage));
  const copy = await context.newPage();
  await copy.addInitScript((text) => {
    if (sessionStorage.length === 0) Object.assign(sessionStorage, JSON.parse(text));
  }, kept);
  await copy.goto(page.url());
  return copy;
}

test("errors are listed above the form and at their fields, and the console's own warnings do not block sending @demo", async ({
  signIn,
  page,
  allowConsole,
}) => {
  allowConsole(/status of 400/);
  await page.setViewportSize({ width: 360, height: 800 });
  await signIn("editor");
  await page.goto(pages.newCustomer(environment));
  await page.getByRole("button", { name: "Review" }).click();
  const summary = page.getByRole("alert", { name: "Correct what you have entered" });
  await expect(summary).toBeFocused();
  await summary.getByRole("link", { name: "Enter the company's name" }).click();
  await expect(page.getByRole("textbox", { name: "Company name" })).toBeFocused();

  const name = newName();
  await fillCreation(page, name);
  const email = page.getByRole("textbox", { name: /^Administrator e-mail/ });
  await email.fill("");
  await page.locator("summary").filter({ hasText: "Additional fields" }).click();
  await page.getByRole("textbox", { name: /^Additional fields/ }).fill('{\n  "reseller" 7\n}');
  await page.getByRole("button", { name: "Review" }).click();
  await expect(email).toHaveAccessibleDescription(/Enter the administrator's e-mail: “Professional” needs one/);
  const place = "Additional fields, line 2, column 14: a colon is expected here";
  await expect(summary.getByRole("link", { name: place })).toBeVisible();
  await expectAccessible(page);
  await expectNothingCutOff(page);

  // Only the API can check this value. So the request is sent, and the field shows the API's message.
  await page.getByRole("textbox", { name: /^Additional fields/ }).fill("");
  await page.getByRole("checkbox", { name: /“Professional” is hardware-only/ }).check();
  await page.getByRole("button", { name: "Review" }).click();
  await createButton(page).click();
  const refused = page.getByRole("alert", { name: "The API refused it. Nothing was created." });
  await expect(refused).toBeFocused();
  const verbatim = (await refused.getByRole("listitem").textContent()) ?? "";
  expect(verbatim).toContain("adminUser.email");
  await expect(email).toHaveAccessibleDescription(new RegExp(verbatim.replace(/[.*+?^${}()|[\]\\]/g, "\\$&")));
  await email.fill("ada@ahorn.example");
  await page.getByRole("button", { name: "Review" }).click();
  await createButton(page).click();
  await expect(page).toHaveURL(operationAddress);
  expect(await countOf(page, environment, name)).toBe(1);
});

test("a double click, a lost answer, a reload, Back and a copied tab create only one customer @demo", async ({
  signIn,
  page,
  context,
  allowConsole,
}) => {
  allowConsole(/ERR_FAILED|ERR_INTERNET_DISCONNECTED|status of 422/);
  await signIn("editor");
  const name = newName();
  await review(page, environment, name);
  await page.reload();
  await expect(createButton(page)).toBeVisible();
  const before = await duplicate(page, context);
  await expect(createButton(before)).toBeVisible();

  // The console receives the creation, but its answer is lost.
  let sent = 0;
  await page.route(`**${api.customers(environment)}`, async (route) => {
    sent += 1;
    await route.fetch();
    await route.abort("failed");
  });
  await createButton(page).dblclick();
  const unsettled = page.getByRole("heading", { name: "The result is not known yet" });
  await expect(unsettled).toBeVisible();
  expect(sent).toBe(1);
  await expectAccessible(page);
  await page.reload();
  await expect(unsettled).toBeVisible();
  const after = await duplicate(page, context);
  await page.unroute(`**${api.customers(environment)}`);
  await after.getByRole("button", { name: "Check the result" }).click();
  await expect(after).toHaveURL(operationAddress);
  // The other tab finds the creation automatically when its network is back.
  await context.setOffline(true);
  await context.setOffline(false);
  await expect(page).toHaveURL(operationAddress);
  expect(after.url()).toBe(page.url());
  await page.goBack();
  await expect(page.getByRole("textbox", { name: "Company name" })).toHaveValue("");

  // The earlier copy of the tab does not know the creation. With the same values, it repeats the same creation. Other
  // values need a decision of the person.
  await before.getByRole("button", { name: "Back to form" }).click();
  await expect(before.getByRole("textbox", { name: "Company name" })).toBeFocused();
  await before.getByRole("textbox", { name: /^Users/ }).fill("7");
  await before.getByRole("button", { name: "Review" }).click();
  await createButton(before).click();
  await expect(before.getByRole("heading", { name: /^This draft was already sent, with other values/ })).toBeVisible();
  await before.getByRole("link", { name: "Open what was sent" }).click();
  await expect(before).toHaveURL(after.url());
  expect(await countOf(page, environment, name)).toBe(1);
});

test("two drafts with the same values create one customer, and a second one only after confirmation @demo", async ({
  signIn,
  page,
  context,
  allowConsole,
}) => {
  allowConsole(/status of 409/);
  await signIn("editor");
  const name = newName();
  const other = await context.newPage();
  // Each tab opens the review before either tab sends the creation.
  await review(page, environment, name);
  await other.goto(pages.newCustomer(environment));
  // The draft of the first tab would repeat the creation of that tab, so the second tab starts over.
  await other.getByRole("button", { name: "Start over" }).click();
  await review(other, environment, name);
  await createButton(page).click();
  await expect(page).toHaveURL(operationAddress);
  await createButton(other).click();
  const refused = other
    .getByRole("alert")
    .filter({ hasText: "Not sent: you have just requested exactly this customer" });
  await expect(refused).toBeVisible();
  await expectAccessible(other);
  await expect(refused.getByRole("link", { name: "Open the first one" })).toHaveAttribute(
    "href",
    new URL(page.url()).pathname,
  );
  expect(await countOf(page, environment, name)).toBe(1);

  // The confirmation is required and survives a reload. Changing a value of the form resets it.
  const meant = other.getByRole("checkbox", { name: "Create a second customer with the same values" });
  await createButton(other).click();
  await expect(meant).toBeFocused();
  await expect(meant).toHaveAccessibleDescription(/^Tick this if you want a second customer/);
  await other.reload();
  await expect(other.getByText("You have just requested exactly this customer")).toBeVisible();
  await meant.check();
  await createButton(other).click();
  await expect(other).toHaveURL(operationAddress);
  expect(other.url()).not.toBe(page.url());
  expect(await countOf(page, environment, name)).toBe(2);
});

test("a draft survives its session, and another person does not see it @demo", async ({
  signIn,
  page,
  origin,
  allowConsole,
}) => {
  allowConsole(/status of 401/);
  await signIn("editor");
  const name = newName();
  const create = await review(page, environment, name);
  await page.request.delete(api.session(), { headers: { "X-Switchboard": "1", Origin: origin } });
  await create.click();
  await expect(page.getByRole("main").getByRole("heading", { name: "Your session has ended" })).toBeVisible();

  const signInAs = async (role: "editor" | "administrator") => {
    const { email, password } = credentialsFor(role);
    await page.getByRole("textbox", { name: "E-mail" }).fill(email);
    await page.getByLabel("Password").fill(password);
    await page.getByRole("button", { name: "Sign in", exact: true }).click();
  };
  await page.getByRole("main").getByRole("link", { name: "Sign in again" }).click();
  await expect(page).toHaveURL(/\/sign-in/);
  const address = page.url();
  await signInAs("administrator");
  await expect(page.getByRole("textbox", { name: "Company name" })).toHaveValue("");
  await page.request.delete(api.session(), { headers: { "X-Switchboard": "1", Origin: origin } });
  await page.goto(address);
  await signInAs("editor");
  await createButton(page).click();
  await expect(page).toHaveURL(operationAddress);
  expect(await countOf(page, environment, name)).toBe(1);
});

test("the page tells a viewer which roles may create customers @demo", async ({ signIn, page }) => {
  await signIn("viewer");
  await page.goto(pages.newCustomer(environment));
  await expect(page.getByRole("heading", { name: "You cannot create customers" })).toBeVisible();
  await expect(page.getByText("needs the role Editor or Administrator. Your role is Viewer.")).toBeVisible();
  await expect(page.getByRole("button", { name: "Review" })).toBeHidden();
  await expectAccessible(page);
});
