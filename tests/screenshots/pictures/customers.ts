import { pages } from "#lib/paths.ts";
import { addFilter } from "#tests/e2e/helpers/customers-page.ts";
import { everyLook, expect, type PictureEntry, type Scene } from "../picture-entry.ts";

const everyone = "window=all";

/** Leaves every later request for data without an answer. */
const holdAnswers = ({ page }: Scene) => page.route("**/api/**", () => {});
const loseConnection = ({ page }: Scene) => page.route("**/api/**", (route) => route.abort("failed"));

export const customersPictures: readonly PictureEntry[] = [
  ...everyLook("customers", { prints: true, address: pages.customers("production") }),
  { name: "customers-light-320", theme: "light", width: 320, address: pages.customers("production", everyone) },
  {
    name: "customers-selected-dark",
    theme: "dark",
    width: 1280,
    address: pages.customers("production", everyone),
    steps: async ({ page }) => {
      for (const row of [1, 2, 4]) await page.getByRole("row").nth(row).getByRole("checkbox").check();
    },
  },
  {
    name: "customers-record-light",
    theme: "light",
    width: 1280,
    address: pages.customers("sandbox", `${everyone}&plan=essential&usersFrom=10`),
    steps: ({ page }) => expect(page.getByRole("main").getByText(/from what Switchboard has read/)).toBeVisible(),
  },
  {
    name: "customers-filters-light",
    theme: "light",
    width: 1280,
    address: pages.customers("sandbox", everyone),
    steps: async ({ page }) => {
      await addFilter(page, "Plan");
      await expect(page.getByText(/^Numbers of customers/)).toBeVisible();
    },
  },
  {
    name: "customers-window-light",
    theme: "light",
    width: 1280,
    address: pages.customers("production", "window=90d"),
    steps: ({ page }) => page.getByRole("button", { name: /^Created: / }).click(),
  },
  {
    name: "customers-empty-dark",
    theme: "dark",
    width: 1280,
    address: pages.customers("production", "searchTerm=nobody+of+this+name"),
  },
  {
    name: "customers-loading-light",
    theme: "light",
    width: 1280,
    address: pages.customers("production", everyone),
    steps: async (scene) => {
      await holdAnswers(scene);
      await scene.page.getByRole("button", { name: "Last page" }).click();
      await expect(scene.page.locator("tbody")).toHaveAttribute("inert");
      await scene.page.evaluate(() => scrollTo(0, 0));
    },
  },
  {
    name: "customers-error-light",
    theme: "light",
    width: 1280,
    address: pages.customers("production", everyone),
    steps: async (scene) => {
      await loseConnection(scene);
      await scene.page.getByRole("button", { name: "Reload" }).click();
      await expect(scene.page.getByRole("alert").filter({ hasText: "No connection" })).toBeVisible();
    },
  },
];
