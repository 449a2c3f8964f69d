import { api, pages } from "#lib/paths.ts";
import { readList, shownNames } from "#tests/e2e/helpers/customers-page.ts";
import { expect, test } from "#tests/e2e/helpers/fixtures.ts";

test("customers of a plan are found by checking one page after the other; a scan that breaks off says so and continues, and the filters are saved as a view @demo", async ({
  signIn,
  page,
}) => {
  const environment = "sandbox";
  const main = page.getByRole("main");
  await signIn("editor");
  const { customers, total } = await readList(page, environment, {
    datefrom: "1970-01-01",
    limit: "100",
    includeDeleted: "true",
  });
  const wanted = customers.filter(({ contract, usersCount = 0 }) => contract.plan === "essential" && usersCount >= 10);
  // The first answer is cut off after its first line.
  let isCut = false;
  await page.route(/\/customers\/scan\?/, async (route) => {
    if (isCut) return route.continue();
    isCut = true;
    const response = await route.fetch();
    const [first = ""] = (await response.text()).split("\n");
    return route.fulfill({ response, body: `${first}\n` });
  });
  await page.goto(pages.customers(environment, "window=all&includeDeleted=true&limit=100"));
  await page.getByRole("button", { name: "Plan: any plan" }).click();
  await page.getByRole("group", { name: "Plan" }).getByRole("button", { name: "Essential" }).click();
  await expect(main.getByText("Interrupted: the connection was lost.")).toBeVisible();
  const state = main.getByText(
    /^Checked [\d,]+ of [\d,]+ customers created at any time, including deleted; \d+ match so far$/,
  );
  await expect(state).toBeVisible();
  await page.getByRole("button", { name: "Continue" }).click();
  const done = main.getByText(/^Checked all [\d,]+ customers created at any time, including deleted; [\d,]+ match$/);
  await expect(done).toContainText(new Intl.NumberFormat("en").format(total));

  await page.getByRole("button", { name: "Users: any number" }).click();
  await page.getByRole("group", { name: "Users" }).getByLabel("At least").fill("10");
  await page.keyboard.press("Enter");
  await expect(page.getByRole("button", { name: "Users: 10 or more" })).toBeVisible();
  await expect(done).toBeVisible();
  const names = wanted.map(({ companyName }) => companyName.trim());
  await expect.poll(async () => (await shownNames(page)).slice(0, names.length)).toEqual(names);

  await page.getByRole("button", { name: "Views", exact: true }).click();
  await page.getByRole("button", { name: "Save as a new view…" }).click();
  const dialog = page.getByRole("dialog");
  await expect(dialog).toContainText("on plan Essential, with 10 or more users");
  await dialog.getByLabel("Name").fill("Essential, 10 or more");
  await dialog.getByRole("button", { name: "Save view" }).click();
  await expect(dialog).toBeHidden();
  const viewID = new URL(page.url()).searchParams.get("view") ?? "";
  await page.goto(pages.customers(environment, new URLSearchParams({ view: viewID })));
  await expect(page.getByRole("button", { name: "Plan: Essential" })).toBeVisible();
  await expect(done).toBeVisible();
  await page.request.delete(api.view(viewID), {
    headers: { "X-Switchboard": "1", Origin: new URL(page.url()).origin },
  });
});
