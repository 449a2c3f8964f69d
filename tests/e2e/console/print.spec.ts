import type { Page } from "@playwright/test";
import { environmentNames } from "#components/ui/environment/environment-names.ts";
import { pages } from "#lib/paths.ts";
import { expect, test } from "#tests/e2e/helpers/fixtures.ts";

// The width and height of A4 without its margins, in CSS pixels.
const paper = { width: 703, height: 1_032 };

test.use({ viewport: paper });
test.beforeEach(({ page }) => page.emulateMedia({ media: "print" }));

/**
 * Asserts that the page of a list prints well: the cells of its table are inside the sheet, and the sheet has nothing
 * to press.
 */
async function expectOnPaper(page: Page, address: string): Promise<void> {
  await page.goto(address);
  await expect(page.getByRole("heading", { level: 1 })).toBeVisible();
  await expect(
    page
      .getByRole("table")
      .or(page.getByRole("heading", { level: 2 }))
      .first(),
  ).toBeVisible();
  await expect(page.getByRole("button")).toHaveCount(0);
  await expect(page.getByRole("navigation")).toHaveCount(0);
  const name = page.getByRole("rowheader").getByRole("link").first();
  // The name is replaced by one long word, the widest name that is possible.
  if ((await name.count()) > 0) await name.evaluate((text) => Object.assign(text, { textContent: "W".repeat(150) }));
  const cells = page.getByRole("table").locator("th, td").filter({ visible: true });
  const outside = () =>
    cells.evaluateAll(
      (all, width) =>
        all
          .filter(
            (cell) => getComputedStyle(cell).display !== "table-cell" || cell.getBoundingClientRect().right > width,
          )
          .map((cell) => cell.outerHTML),
      paper.width,
    );
  await expect.poll(outside).toEqual([]);
  // A person cannot compare a short ID that is broken into two lines.
  const ids = page.getByRole("table").getByText(/^[\da-f]{8}…[\da-f]{4}$/);
  const broken = () =>
    ids.evaluateAll((all) => all.filter((id) => id.getBoundingClientRect().height > 24).map((id) => id.outerHTML));
  expect(await broken()).toEqual([]);
}

test("on paper, a list is a table inside the sheet, names its environment and has no buttons", async ({
  signIn,
  page,
  environment,
}) => {
  await signIn();
  for (const address of [
    pages.customers(environment, "window=all"),
    pages.jobs(environment),
    pages.numbers(environment),
    pages.operations(environment),
  ]) {
    await test.step(address, async () => {
      await expectOnPaper(page, address);
      await expect(page.getByRole("banner").getByText(`Environment: ${environmentNames[environment]}`)).toBeVisible();
    });
  }
});

test("on paper, the lists of administrators also fit the sheet @demo", async ({ signIn, page }) => {
  await signIn("administrator");
  for (const address of [pages.staff(), pages.audit(), pages.bulks("sandbox")]) {
    await test.step(address, () => expectOnPaper(page, address));
  }
});
