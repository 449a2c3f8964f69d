import { expect } from "@playwright/test";
import { pages } from "#lib/paths.ts";
import type { PictureEntry } from "../picture-entry.ts";

export const otherPictures: readonly PictureEntry[] = [
  { name: "sign-in-light", theme: "light", width: 1280, role: null, address: pages.signIn() },
  { name: "sign-in-dark-360", theme: "dark", width: 360, role: null, address: pages.signIn() },

  { name: "overview-light", theme: "light", width: 1280, address: pages.overview("production") },
  { name: "overview-dark-1920", theme: "dark", width: 1920, address: pages.overview("production", "window=90d") },
  // No higher: the health of the API, with latencies that no two runs share, begins below.
  { name: "overview-light-360", theme: "light", width: 360, height: 650, address: pages.overview("production") },
  {
    name: "lookup-dark",
    theme: "dark",
    width: 1280,
    address: pages.customers("production"),
    steps: async ({ page }) => {
      await page.getByRole("button", { name: "Look up" }).click();
      await page.getByRole("combobox", { name: "Look up anything" }).fill("Schäfer");
      for (const name of ["Production", "Sandbox"]) {
        const found = page.getByRole("group", { name, exact: true });
        await expect(found).toHaveAttribute("aria-busy", "false");
        await expect(found.getByRole("option").first()).toContainText("Schäfer");
      }
    },
  },

  { name: "numbers-dark", theme: "dark", width: 1280, address: pages.numbers("production") },
  { name: "webhooks-light", theme: "light", width: 1280, address: pages.webhooks("production") },
];
