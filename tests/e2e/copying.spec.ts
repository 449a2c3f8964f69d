import { expect, test } from "./fixtures.ts";

test("a copied ID is whole, and said to be copied", async ({ openCustomers, page, context }) => {
  await context.grantPermissions(["clipboard-read", "clipboard-write"]);
  await openCustomers();
  await page.getByRole("button", { name: "Copy customer ID" }).first().click();
  await expect(page.getByRole("status").filter({ hasText: "Copy customer ID: copied" })).toBeAttached();
  const shown = await page.getByRole("table").getByRole("row").nth(1).getByRole("cell").first().textContent();
  const [start = "", end = ""] = (shown ?? "").trim().split("…");
  const copied = await page.evaluate(() => navigator.clipboard.readText());
  expect(copied).toMatch(new RegExp(`^${start}.+${end}$`));
});

test("what the browser refuses to copy is shown whole, to be copied by hand", async ({ openCustomers, page }) => {
  await page.addInitScript(() => {
    navigator.clipboard.writeText = () => Promise.reject(new DOMException("refused", "NotAllowedError"));
  });
  await openCustomers();
  const button = page.getByRole("button", { name: "Copy customer ID" }).first();
  await button.press("Enter");
  const message = page.getByRole("alert").filter({ hasText: "blocked copying" });
  await expect(message).toBeVisible();
  await expect(message).toBeInViewport({ ratio: 1 });
  await page.keyboard.press("Escape");
  await expect(message).toBeHidden();
  await expect(button).toBeFocused();
});

test("paper has no buttons for copying", async ({ openCustomers, page }) => {
  await openCustomers();
  const button = page.getByRole("button", { name: "Copy customer ID" }).first();
  await expect(button).toBeVisible();
  await page.emulateMedia({ media: "print" });
  await expect(button).toBeHidden();
});
