import { expect, type Page } from "@playwright/test";

/** Waits until the page is hydrated. Then its times are in the browser's own zone, and keys work. */
export async function scriptHasTakenOver(page: Page): Promise<void> {
  await expect(
    page
      .getByText(/^Updated |Berlin/)
      .filter({ visible: true })
      .first(),
  ).toBeVisible();
}
