import { api, pages } from "#lib/paths.ts";
import { expectAccessible } from "#tests/e2e/helpers/axe.ts";
import { expect } from "#tests/e2e/helpers/fixtures.ts";
import { test } from "#tests/e2e/odd-api.ts";

test("an editor reviews a difference of the API, accepts it with a reason by keyboard, and opens it again @demo", async ({
  signIn,
  page,
  allowConsole,
}) => {
  allowConsole(/status of 400/);
  await signIn("editor");
  const review = page.getByRole("button", { name: "Review: customers[].customerID is called uuid" });
  await expect(async () => {
    // Shortly after its start, a console on a busy machine may still refuse calls.
    await expect(await page.request.get(api.customers("sandbox", "limit=5&datefrom=1970-01-01"))).toBeOK();
    await page.goto(pages.apiBehaviour("sandbox"));
    await expect(review).toBeVisible({ timeout: 10_000 });
  }).toPass();
  await expectAccessible(page);
  const differences = page.getByRole("region", { name: "Differences", exact: true });
  const open = await differences.getByRole("button", { name: /^Review: / }).count();
  await expect(page.getByText(`${open} open differences`)).toBeVisible();

  await review.focus();
  await page.keyboard.press("Enter");
  const dialog = page.getByRole("dialog", { name: "customers[].customerID is called uuid" });
  await expect(dialog.getByText("Nothing is missing on any page.")).toBeVisible();
  await expectAccessible(page);
  await dialog.getByLabel("Reason").focus();
  await page.keyboard.press("Enter");
  await expect(dialog.getByRole("alert")).toContainText("must say why");
  // The message contains a link to the field.
  await dialog.getByRole("alert").getByRole("link").press("Enter");
  await page.keyboard.type("Known since the pilot");
  await page.keyboard.press("Enter");
  await expect(dialog).toBeHidden();
  const decided = page.getByRole("region", { name: "Decided differences" });
  await expect(decided).toContainText("Accepted in this environment by");
  await expect(decided).toContainText("Known since the pilot");
  await expect(page.getByText(`${open - 1} open differences`)).toBeVisible();

  await decided.getByRole("button", { name: /^Review: / }).click();
  await dialog.getByLabel("Reason").fill("The provider changed it");
  await dialog.getByRole("button", { name: "Save decision" }).click();
  await expect(decided).toHaveCount(0);
  await expect(page.getByText(`${open} open differences`)).toBeVisible();
});
