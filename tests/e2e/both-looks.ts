import { expect, type Page } from "@playwright/test";

/**
 * Waits until the page's script has taken over, which is when times are shown in the browser's own zone:
 * no key that is pressed before does anything.
 */
export async function scriptHasTakenOver(page: Page): Promise<void> {
  await expect(
    page
      .getByText(/^Updated |Berlin/)
      .filter({ visible: true })
      .first(),
  ).toBeVisible();
}
