import type { Page } from "@playwright/test";
import { api, pages } from "#lib/paths.ts";
import { scriptHasTakenOver } from "#tests/e2e/helpers/both-looks.ts";
import {
  addFilter,
  addressQuery,
  everything,
  expectCustomers,
  needs,
  readList,
} from "#tests/e2e/helpers/customers-page.ts";
import { expect, test } from "#tests/e2e/helpers/fixtures.ts";
import { credentialsFor } from "#tests/e2e/helpers/target.ts";

const menu = (page: Page) => page.getByRole("group", { name: "Saved views" });
/** The columns with a name. The header of the column of checkboxes has no text. */
const headers = (page: Page) => page.getByRole("columnheader").filter({ visible: true, hasText: /\S/ });

test("@demo a person saves, shares, opens, updates, leaves, renames and deletes a view, which shows its count", async ({
  signIn,
  openCustomers,
  page,
  environment,
  allowConsole,
}) => {
  allowConsole(/status of 409/);
  await signIn("editor");
  await openCustomers(environment, "window=all&limit=10");
  const name = `Largest ${Date.now()}`;
  // The button is found by its popover, because its text is the name of the shown view.
  const opener = page.locator("[popovertarget=customers-views]");
  await page.getByRole("columnheader", { name: "Users" }).getByRole("button").click();
  await expect(page.getByRole("columnheader", { name: "Users" })).toHaveAttribute("aria-sort", "descending");
  await opener.click();
  await menu(page).getByRole("button", { name: "Save as a new view…" }).click();
  const dialog = page.getByRole("dialog");
  await expect(dialog.getByLabel("Name")).toBeFocused();
  await dialog.getByRole("button", { name: "Save view" }).click();
  await expect(dialog.getByRole("alert")).toContainText("Enter a name");
  await dialog.getByLabel("Name").fill(name);
  await dialog.getByLabel("Share with everyone").check();
  await dialog.getByRole("button", { name: "Save view" }).click();
  await expect(dialog).toBeHidden();
  await expect(opener).toHaveText(name);
  await expect(opener).toBeFocused();

  // A change of a filter marks the view as changed. The menu restores the view.
  await addFilter(page, "Include deleted");
  await expect(opener).toHaveText(`${name}(changed)`);
  await opener.click();
  await menu(page).getByRole("button", { name: "Discard changes" }).click();
  await expect(opener).toHaveText(name);
  const sorted = await readList(page, environment, { ...everything, sort: "usersCount" });
  await expectCustomers(page, sorted);

  // The view is opened from the default page with one click. The menu shows the view's number of customers in this
  // environment.
  await page.goto(pages.customers(environment));
  await expect(opener).toHaveText("Views");
  await opener.click();
  const row = menu(page).getByRole("listitem").filter({ hasText: name });
  await expect(row).toContainText(new Intl.NumberFormat("en-GB").format(sorted.total));
  await row.getByRole("button", { name }).first().click();
  await expectCustomers(page, sorted);
  const { view, layout, ...query } = addressQuery(page);
  expect(query).toEqual({ window: "all", sort: "usersCount", limit: "10" });
  expect(layout).toMatch(/^comfortable\./);
  await page.reload();
  await expect(opener).toHaveText(name);

  // The page opens with this view for this person until the person changes the default. A URL with parameters takes
  // precedence.
  await opener.click();
  await row.getByRole("button", { name: `Open Customers with “${name}” by default` }).click();
  const star = page.getByRole("button", { name: `Customers opens with “${name}” by default` });
  await expect(star).toHaveAttribute("aria-pressed", "true");
  await page.keyboard.press("Escape");
  await page.getByRole("link", { name: "Webhooks", exact: true }).click();
  await expect(page.getByRole("heading", { level: 1, name: "Webhooks" })).toBeVisible();
  await page.getByRole("link", { name: "Customers", exact: true }).click();
  await expect(opener).toHaveText(name);
  await expect.poll(() => addressQuery(page)).toMatchObject({ view: view ?? "", window: "all" });
  await page.goBack();
  await expect(page.getByRole("heading", { level: 1, name: "Webhooks" })).toBeVisible();
  await page.goto(pages.customers(environment, "window=7d"));
  await expect(opener).toHaveText("Views");
  await page.getByRole("button", { name: /^Created: / }).click();
  await page.getByRole("checkbox", { name: "Open Customers with this range by default" }).check();
  await page.keyboard.press("Escape");
  await page.getByRole("button", { name: `Most recent view: ${name}` }).click();
  await expect(opener).toHaveText(name);
  await expect(opener).toBeFocused();

  // The name of a view is unique. Saving a view with an existing name needs a confirmation.
  await opener.click();
  await menu(page).getByRole("button", { name: "Save as a new view…" }).click();
  await dialog.getByLabel("Name").fill(name.toUpperCase());
  await dialog.getByRole("button", { name: "Save view" }).click();
  await expect(dialog.getByLabel("Name")).toHaveAccessibleDescription(
    /You already have a view named .* Choose another name/,
  );
  await dialog.getByRole("button", { name: "Cancel" }).click();
  await addFilter(page, "Include deleted");
  await opener.click();
  await menu(page)
    .getByRole("button", { name: `Update “${name}”` })
    .click();
  await expect(opener).toHaveText(name);
  const saved = await page.request.get(api.views()).then((answer) => answer.json());
  expect(saved.views).toContainEqual(
    expect.objectContaining({ viewID: view, query: expect.stringContaining("includeDeleted=true"), shared: true }),
  );

  await menu(page)
    .getByRole("button", { name: `Rename or share “${name}”` })
    .click();
  await dialog.getByLabel("Name").fill(`Renamed ${name}`);
  await dialog.getByRole("button", { name: "Save changes" }).click();
  await expect(opener).toHaveText(`Renamed ${name}`);
  await opener.click();
  await menu(page)
    .getByRole("button", { name: `Delete “Renamed ${name}”` })
    .click();
  await expect(dialog).toContainText("deletes the view for everyone");
  await expect(dialog.getByRole("button", { name: "Cancel" })).toBeFocused();
  await dialog.getByRole("button", { name: "Delete view" }).click();
  await expect(dialog).toBeHidden();
  await expect(opener).toHaveText("Views");
  await expect.poll(() => addressQuery(page)).not.toHaveProperty("view");
});

test("@demo a viewer uses shared views, and can save only own views", async ({
  page,
  openCustomers,
  signIn,
  origin,
  upstream,
}) => {
  needs(upstream === "service", "a viewer and an editor");
  await signIn("editor");
  const name = `Team ${Date.now()}`;
  const write = { "X-Switchboard": "1", Origin: origin };
  const answer = await page.request.post(api.views(), {
    data: {
      name,
      query: "window=30d&limit=10",
      shared: true,
      layout: { columns: ["plan", "created"], density: "compact" },
    },
    headers: write,
  });
  const { view } = await answer.json();
  await page.request.post(api.session(), { data: credentialsFor("viewer"), headers: write });
  await openCustomers("sandbox", "window=all");
  await page.getByRole("button", { name: "Views" }).click();
  const row = menu(page).getByRole("listitem").filter({ hasText: name });
  // Another person's shared view has only two actions: open the view, and make it the default.
  await expect(row.getByRole("button")).toHaveCount(2);
  await row.getByRole("button").first().click();
  await expect(page.getByRole("button", { name: /^Created: / })).toHaveText("Created: last 30 days");
  await expect(headers(page)).toHaveText([/Company/, "Plan", /Created/, "Actions"], { useInnerText: true });

  // The link opens the view unchanged for another person, but with the columns of that person.
  const link = page.url();
  for (const address of [link, pages.customers("sandbox", new URLSearchParams({ view: view.viewID }))]) {
    await page.goto(address);
    await expect(headers(page)).toHaveText([/Company/, "Plan", /Created/, "Actions"], { useInnerText: true });
    await expect(page.getByRole("button", { name, exact: true })).toBeVisible();
    await expect(page.getByRole("button", { name: /^Created: / })).toHaveText("Created: last 30 days");
    await page.getByRole("button", { name, exact: true }).click();
    await expect(menu(page).getByRole("listitem").filter({ hasText: name })).toBeVisible();
    await expect(menu(page).getByRole("button", { name: "Discard changes" })).toBeHidden();
    await page.keyboard.press("Escape");
  }
  await page.goto(pages.customers("sandbox", "window=all"));
  await expect(headers(page)).toHaveCount(7);
  await page.goto(link);
  const refused = await page.request.delete(api.view(view.viewID), { headers: write });
  expect(refused.status()).toBe(403);
  await page.getByRole("button", { name }).click();
  await menu(page).getByRole("button", { name: "Save as a new view…" }).click();
  await expect(page.getByRole("dialog").getByText("Only editors can share views.")).toBeVisible();
  await page.request.post(api.session(), { data: credentialsFor("editor"), headers: write });
  await page.request.delete(api.view(view.viewID), { headers: write });
});

test("columns and density belong to the person, survive a reload and are rendered by the server", async ({
  openCustomers,
  page,
  environment,
}) => {
  await openCustomers(environment, "window=all&limit=10");
  await scriptHasTakenOver(page);
  const comfortable = (await page.getByRole("rowheader").first().boundingBox())?.height;
  await page.getByRole("button", { name: "Columns" }).click();
  const chooser = page.getByRole("group", { name: "Columns and density" });
  await chooser.getByText("Compact").click();
  await chooser.getByRole("checkbox", { name: "Term" }).uncheck();
  await expect(chooser.getByRole("checkbox", { name: "Customer ID" })).not.toBeChecked();
  await chooser.getByRole("checkbox", { name: "Customer ID" }).check();
  const isLastChange = (body: string | null) => body?.includes('["usersCount","plan"') ?? false;
  const saved = page.waitForResponse(
    (response) => response.url().endsWith(api.preferences()) && isLastChange(response.request().postData()),
  );
  await chooser.getByRole("button", { name: "Move Users up" }).press("Enter");
  await expect(page.getByRole("status").filter({ hasText: "Users is column 2 of 6" })).toBeAttached();
  await page.keyboard.press("Escape");
  const names = [/Company/, "Users", "Plan", "Administrator e-mail", /Created/, "Customer ID", "Actions"];
  await expect(headers(page)).toHaveText(names, { useInnerText: true });
  // Waits for the answer, because a reload could otherwise request the page before the last change is saved.
  await saved;
  await page.reload({ waitUntil: "commit" });
  await expect(headers(page)).toHaveText(names, { useInnerText: true });
  expect(comfortable).toBe(36);
  expect((await page.getByRole("rowheader").first().boundingBox())?.height).toBe(28);
  // Waits for hydration. A press before it would do nothing.
  await scriptHasTakenOver(page);
  await page.getByRole("button", { name: "Columns" }).click();
  await chooser.getByRole("button", { name: "Reset" }).click();
  await expect(headers(page)).toHaveCount(7);
});
