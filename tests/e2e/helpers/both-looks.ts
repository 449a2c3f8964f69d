import { expect, type Page } from "@playwright/test";

/**
 * Waits until the page is hydrated, which shows in times being in the browser's own zone:
 * keys pressed before that do nothing.
 */
export async function scriptHasTakenOver(page: Page): Promise<void> {
  await expect(
    page
      .getByText(/^Updated |Berlin/)
      .filter({ visible: true })
      .first(),
  ).toBeVisible();
}
