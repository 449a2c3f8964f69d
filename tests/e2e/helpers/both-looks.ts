import { expect, type Page } from "@playwright/test";

/**
 * Waits until the page is hydrated. Its times are then in the browser's own zone. Keys that are pressed earlier do
 * nothing.
 */
export async function scriptHasTakenOver(page: Page): Promise<void> {
  await expect(
    page
      .getByText(/^Updated |Berlin/)
      .filter({ visible: true })
      .first(),
  ).toBeVisible();
}
