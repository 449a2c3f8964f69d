import { pages } from "#lib/paths.ts";
import { everyLook, expect, type PictureEntry } from "../picture-entry.ts";

export const otherPictures: readonly PictureEntry[] = [
  ...everyLook("overview", { prints: true, address: pages.overview("production") }),
  { name: "overview-90-days-light", theme: "light", width: 1280, address: pages.overview("production", "window=90d") },
  { name: "first-visit-light", theme: "light", width: 1280, role: "viewer", address: pages.overview("production") },
  {
    name: "more-dark-360",
    theme: "dark",
    width: 360,
    address: pages.jobs("production"),
    steps: ({ page }) => page.getByRole("button", { name: "More", exact: true }).click(),
  },
  // The page contains latencies, which differ in each run. So its pictures change in each run.
  ...everyLook("api-status", { prints: true, address: pages.apiStatus("production") }),
  // The console has learned the behaviour from the API's answers for the earlier pictures.
  ...everyLook("api-reference", { prints: true, address: `${pages.apiReference("production")}#getEnvironmentJobs` }),
  ...everyLook("api-behaviour", { prints: true, address: pages.apiBehaviour("production") }),
  // These pictures are taken before anything is written, to show empty lists.
  { name: "operations-empty-dark", theme: "dark", width: 1280, address: pages.operations("production") },
  { name: "bulk-empty-light", theme: "light", width: 1280, address: pages.bulks("production") },
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
  {
    name: "lookup-light-360",
    theme: "light",
    width: 360,
    address: pages.customers("production"),
    steps: ({ page }) => page.getByRole("button", { name: "Look up" }).click(),
  },
  {
    name: "person-menu-light",
    theme: "light",
    width: 1280,
    role: "administrator",
    address: pages.customers("sandbox", "window=all"),
    steps: ({ page }) => page.getByRole("banner").getByRole("button").last().click(),
  },
  {
    name: "shortcuts-dark",
    theme: "dark",
    width: 1280,
    address: pages.customers("sandbox", "window=all"),
    steps: async ({ page }) => {
      await page.keyboard.press("?");
      await page.getByRole("dialog").waitFor();
    },
  },

  ...everyLook("numbers", { prints: true, address: pages.numbers("production") }),
  ...everyLook("webhooks", { prints: true, address: pages.webhooks("production") }),
  ...everyLook("jobs", { prints: true, address: pages.jobs("production") }),
  ...everyLook("not-found", { role: "viewer", address: "/nowhere" }),
];
