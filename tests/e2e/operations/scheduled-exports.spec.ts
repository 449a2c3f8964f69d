import { readFile } from "node:fs/promises";
import { api, pages } from "#lib/paths.ts";
import { expectAccessibleInBothLooks, expectNothingCutOff } from "#tests/e2e/helpers/axe.ts";
import { tabTo } from "#tests/e2e/helpers/customer-page.ts";
import { expect, test } from "#tests/e2e/helpers/fixtures.ts";

test("a person schedules the export of a view with the keyboard, runs it, downloads the file, and finds a stopped one under Attention @demo", async ({
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

  const press = async (target: Parameters<typeof tabTo>[1], key = "Enter") => {
    await tabTo(page, target);
    await page.keyboard.press(key);
  };
  await page.goto(pages.scheduledExports(environment));
  await press(page.getByRole("button", { name: "Schedule an export…" }));
  const dialog = page.getByRole("dialog");
  const viewField = dialog.getByLabel("View", { exact: true });
  await press(dialog.getByRole("button", { name: "Schedule", exact: true }));
  await expect(viewField).toBeFocused();
  await expect(viewField).toHaveAttribute("aria-invalid", "true");
  await page.keyboard.type(name);
  await press(dialog.getByRole("radio", { name: "Daily" }), "ArrowRight");
  await expect(dialog.getByRole("radio", { name: "Weekly" })).toBeChecked();
  await tabTo(page, dialog.getByLabel("Time", { exact: true }));
  await page.keyboard.press("ControlOrMeta+a");
  await page.keyboard.type("06:30");
  await expectAccessibleInBothLooks(page);
  await press(dialog.getByRole("button", { name: "Schedule", exact: true }));
  await expect(dialog).toBeHidden();

  const panel = page.getByRole("region", { name });
  await expect(panel).toContainText(/Every weekday at 06:30/);
  const run = panel.getByRole("button", { name: `Run now ${name}` });
  await press(run);
  const link = panel.getByRole("link", { name: /^Download weekly-/ });
  await expect(link).toBeVisible();
  await expect(panel).toContainText("Done");
  await expect(run).toBeFocused();
  await press(panel.getByRole("button", { name: `Pause ${name}` }));
  await expect(panel.getByRole("button", { name: `Resume ${name}` })).toBeFocused();
  await page.keyboard.press("Enter");
  await expect(panel.getByRole("button", { name: `Pause ${name}` })).toBeFocused();
  await expectAccessibleInBothLooks(page);
  // A zoom of 200 %, and paper.
  const size = page.viewportSize();
  await page.setViewportSize({ width: 640, height: 400 });
  await expectNothingCutOff(page);
  await page.emulateMedia({ media: "print" });
  await expect(link).toBeHidden();
  await expect(panel).toContainText("created from");
  await page.emulateMedia({ media: "screen" });
  if (size) await page.setViewportSize(size);
  await tabTo(page, link);
  const [download] = await Promise.all([page.waitForEvent("download"), page.keyboard.press("Enter")]);
  expect(download.suggestedFilename()).toMatch(/^weekly-\d+-.*\.csv$/);
  const text = await readFile(await download.path(), "utf8");
  expect(text.split("\r\n")[0]).toMatch(/,readAt,covers$/);
  expect(text).toContain(`View ""${name}"": customers of ${environment} created from`);

  await page.request.delete(`${origin}${api.view(view.viewID)}`, { headers });
  await press(run);
  await expect(panel).toContainText("The view was deleted.");
  await expect(panel).toContainText("Stopped");
  await page.goto(pages.attention());
  await expect(page.getByText("Scheduled export stopped").first()).toBeVisible();
  await page
    .getByRole("link", { name: /^Scheduled export: Every weekday at 06:30/ })
    .first()
    .click();
  await press(panel.getByRole("button", { name: `Delete… ${name}` }));
  await press(dialog.getByRole("button", { name: "Delete", exact: true }));
  await expect(panel).toBeHidden();
  // The focus stays in the page, so that the next Tab does not start at its top.
  await expect(page.getByRole("main").locator(":focus")).toBeAttached();
});
