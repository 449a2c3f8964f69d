import { readFile } from "node:fs/promises";
import { api, pages } from "#lib/paths.ts";
import { expectAccessibleInBothLooks } from "#tests/e2e/helpers/axe.ts";
import { expect, test } from "#tests/e2e/helpers/fixtures.ts";

test("a person schedules the export of a view, runs it, downloads the file, and finds a stopped one under Attention @demo", async ({
  page,
  signIn,
  environment,
  origin,
}) => {
  await signIn("editor");
  const headers = { "X-Switchboard": "1", Origin: origin };
  const name = `Weekly ${Date.now()}`;
  const made = await page.request.post(`${origin}${api.views()}`, { headers, data: { name, query: "window=30d" } });
  const { view } = (await made.json()) as { view: { viewID: string } };

  await page.goto(pages.scheduledExports(environment));
  await page.getByRole("button", { name: "Schedule an export…" }).click();
  const dialog = page.getByRole("dialog");
  await dialog.getByRole("button", { name: "Schedule", exact: true }).click();
  await expect(dialog.getByLabel("View", { exact: true })).toBeFocused();
  await expect(dialog.getByLabel("View", { exact: true })).toHaveAttribute("aria-invalid", "true");
  await dialog.getByLabel("View", { exact: true }).selectOption({ label: name });
  await dialog.getByRole("radio", { name: "Weekly" }).check();
  await dialog.getByLabel("Time", { exact: true }).fill("06:30");
  await expectAccessibleInBothLooks(page);
  await dialog.getByRole("button", { name: "Schedule", exact: true }).click();
  await expect(dialog).toBeHidden();

  const panel = page.getByRole("region", { name });
  await expect(panel).toContainText(/Every weekday at 06:30/);
  await panel.getByRole("button", { name: `Run now ${name}` }).click();
  const link = panel.getByRole("link", { name: /^Download weekly-/ });
  await expect(link).toBeVisible();
  await expect(panel).toContainText("Done");
  await expectAccessibleInBothLooks(page);
  const [download] = await Promise.all([page.waitForEvent("download"), link.click()]);
  expect(download.suggestedFilename()).toMatch(/^weekly-\d+-.*\.csv$/);
  const text = await readFile(await download.path(), "utf8");
  expect(text.split("\r\n")[0]).toMatch(/,readAt,covers$/);
  expect(text).toContain(`View ""${name}"": customers of ${environment} created from`);

  await page.request.delete(`${origin}${api.view(view.viewID)}`, { headers });
  await panel.getByRole("button", { name: `Run now ${name}` }).click();
  await expect(panel).toContainText("The view was deleted.");
  await expect(panel).toContainText("Stopped");
  await page.goto(pages.attention());
  await expect(page.getByText("Scheduled export stopped").first()).toBeVisible();
  await page
    .getByRole("link", { name: /^Scheduled export: Every weekday at 06:30/ })
    .first()
    .click();
  await panel.getByRole("button", { name: `Delete… ${name}` }).click();
  await dialog.getByRole("button", { name: "Delete", exact: true }).click();
  await expect(panel).toBeHidden();
});
