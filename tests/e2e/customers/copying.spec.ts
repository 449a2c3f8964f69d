import { expect, test } from "#tests/e2e/helpers/fixtures.ts";

test("a copied ID is complete and confirmed, is shown in full if the browser refuses, and has no copy button on paper", async ({
  openCustomers,
  page,
  context,
}) => {
  await context.grantPermissions(["clipboard-read", "clipboard-write"]);
  await openCustomers();
  const button = page.getByRole("button", { name: "Copy customer ID" }).first();
  await button.click();
  await expect(page.getByRole("status").filter({ hasText: "Copy customer ID: copied" })).toBeAttached();
  const shown = await page.getByRole("table").getByRole("row").nth(1).getByRole("cell").first().textContent();
  const [start = "", end = ""] = (shown ?? "").trim().split("…");
  const copied = await page.evaluate(() => navigator.clipboard.readText());
  expect(copied).toMatch(new RegExp(`^${start}.+${end}$`));

  await page.evaluate(() => {
    navigator.clipboard.writeText = () => Promise.reject(new DOMException("refused", "NotAllowedError"));
  });
  await button.press("Enter");
  const message = page.getByRole("alert").filter({ hasText: "blocked copying" });
  await expect(message).toBeVisible();
  await expect(message).toBeInViewport({ ratio: 1 });
  await page.keyboard.press("Escape");
  await expect(message).toBeHidden();
  await expect(button).toBeFocused();

  await page.emulateMedia({ media: "print" });
  await expect(button).toBeHidden();
});
