import { pages } from "#lib/paths.ts";
import { addFilter } from "#tests/e2e/helpers/customers-page.ts";
import { expect } from "#tests/e2e/helpers/fixtures.ts";
import { dialog, failReload, lost, type PageState, popover, tableOf, type Visit } from "./page-state.ts";

async function openCustomers({ page, environment }: Visit): Promise<void> {
  await page.goto(pages.customers(environment, "window=all&includeDeleted=true&limit=10"));
  await tableOf(page, "Customers");
}

/** The customers page in every state, and with every menu. */
export const customersStates: readonly PageState[] = [
  {
    name: "customers, and every menu",
    says: /^1–10 of [\d,]+ customers/,
    role: "editor",
    reach: openCustomers,
    openings: [
      {
        name: "the filter by date of creation, which is not set",
        open: async ({ page }) => {
          await addFilter(page, "Created");
          await expect(page.getByRole("group", { name: "Created", exact: true })).toBeVisible();
        },
        within: popover,
      },
      {
        name: "a row's menu",
        open: async ({ page }) => {
          await page
            .getByRole("button", { name: /^Actions for/ })
            .first()
            .click();
          await expect(page.getByRole("button", { name: /^Copy customer ID/ })).toBeVisible();
        },
        within: popover,
      },
      {
        name: "the person's menu",
        open: async ({ page }) => {
          await page.getByRole("banner").getByRole("button").last().click();
          await expect(page.getByRole("button", { name: "Sign out" })).toBeVisible();
        },
        within: popover,
      },
      {
        name: "the columns",
        open: async ({ page }) => {
          await page.getByRole("button", { name: "Columns" }).click();
          await expect(page.getByRole("group", { name: "Columns and density" })).toBeVisible();
        },
        within: popover,
      },
      {
        name: "to be exported",
        open: async ({ page }) => {
          await page.getByRole("button", { name: "Export", exact: true }).click();
          await expect(page.getByRole("dialog", { name: "Export customers" })).toContainText("created at any time");
        },
        within: dialog,
      },
      {
        name: "the menu of views",
        open: async ({ page }) => {
          await page.getByRole("button", { name: "Views", exact: true }).click();
          await expect(page.getByRole("group", { name: "Saved views" })).toBeVisible();
        },
        within: popover,
      },
      {
        name: "a view that has no name yet, to be saved",
        open: async ({ page }) => {
          await page.getByRole("button", { name: "Views", exact: true }).click();
          await page.getByRole("button", { name: "Save as a new view…" }).click();
          await page.getByRole("button", { name: "Save view" }).click();
          await expect(page.getByRole("dialog").getByRole("alert")).toBeVisible();
        },
        within: dialog,
        says: /name/,
      },
    ],
  },
  {
    name: "customers, selected in compact rows, after a widened search",
    leavesTraces: true,
    says: /selected/,
    role: "editor",
    reach: async ({ page, environment }) => {
      await page.goto(pages.customers(environment, "window=all&searchTerm=a&widenedFrom=7d"));
      await page.getByRole("button", { name: "Columns" }).click();
      await page.getByText("Compact").click();
      await page.keyboard.press("Escape");
      await page.getByRole("checkbox", { name: "Select all customers on this page" }).click();
      await expect(page.getByRole("region", { name: "Selected customers" })).toBeVisible();
    },
  },
  {
    name: "customers from the record, with filters that the API does not have",
    demo: true,
    says: /from what Switchboard has read/,
    reach: async ({ page }) => {
      // Opens a list, because only customers that a list has shown are known customers.
      await page.goto(pages.customers("sandbox", "window=all&limit=100"));
      await expect(page.getByRole("main").getByRole("table")).toBeVisible();
      await expect(async () => {
        await page.goto(pages.customers("sandbox", "window=all&usersFrom=1&limit=10"));
        await expect(page.getByRole("main").getByRole("table")).toBeVisible({ timeout: 2_000 });
      }).toPass();
    },
  },
  {
    name: "a customer who is not there",
    says: null,
    allow: /status of 404/,
    reach: async ({ page, environment }) => {
      await page.goto(pages.customer(environment, "0b0e7f3e-1111-4222-8333-444444444444"));
      await expect(page.getByRole("heading", { name: "Customer not found" })).toBeVisible();
    },
  },
  {
    name: "customers, none found",
    says: /No customers/,
    reach: async ({ page, environment }) => {
      await page.goto(pages.customers(environment, "window=all&searchTerm=no+customer+has+this+name+7f3b"));
      await expect(page.getByRole("heading", { name: /^Nothing matches/ })).toBeVisible();
    },
  },
  {
    name: "customers that could not be read again",
    says: /No connection/,
    allow: lost,
    reach: async (visit) => {
      await openCustomers(visit);
      await failReload(visit);
    },
  },
];
