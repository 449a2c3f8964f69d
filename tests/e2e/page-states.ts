import type { Page } from "@playwright/test";
import { jobListSchema } from "#lib/contract/job.ts";
import { api, pages } from "#lib/paths.ts";
import { needs } from "./customers-page.ts";
import { expect } from "./fixtures.ts";
import type { PageState, Visit } from "./page-state.ts";
import { writingStates } from "./writing-states.ts";

const lost = /ERR_FAILED/;

/** From now on no request for data gets an answer. */
const loseConnection = (page: Page) => page.route("**/api/**", (route) => route.abort("failed"));

const tableOf = (page: Page, name: string) => expect(page.getByRole("table", { name })).toBeVisible();

async function newestJob({ page, environment }: Visit): Promise<string> {
  const answer = await page.request.get(api.jobs(environment, "limit=1"));
  const [job] = jobListSchema.parse(await answer.json()).jobs;
  needs(job !== undefined, "a job");
  return job?.jobID ?? "";
}

async function failReload({ page }: Visit): Promise<void> {
  await loseConnection(page);
  await page
    .getByRole("button", { name: /^Reload/ })
    .first()
    .click();
  await expect(page.getByRole("alert").filter({ hasText: "No connection" })).toBeVisible();
}

const signIn: PageState[] = [
  {
    name: "sign-in",
    role: null,
    reach: async ({ page }) => {
      await page.goto(pages.signIn());
      await expect(page.getByRole("button", { name: "Sign in", exact: true })).toBeEnabled();
    },
  },
  {
    name: "sign-in with errors",
    role: null,
    reach: async ({ page }) => {
      await page.goto(pages.signIn());
      await page.getByRole("button", { name: "Sign in", exact: true }).click();
      await expect(page.getByRole("alert").filter({ hasText: "You are not signed in yet" })).toBeVisible();
    },
  },
];

async function openCustomers({ page, environment }: Visit): Promise<void> {
  await page.goto(pages.customers(environment, "window=all&includeDeleted=true&limit=10"));
  await tableOf(page, "Customers");
}

const customers: PageState[] = [
  { name: "customers", reach: openCustomers },
  {
    name: "customers, the window's popover",
    reach: async (visit) => {
      await openCustomers(visit);
      await visit.page.getByRole("button", { name: /^Created: / }).click();
      await expect(visit.page.getByRole("group", { name: "Creation date range" })).toBeVisible();
    },
  },
  {
    name: "customers, the person's menu",
    reach: async (visit) => {
      await openCustomers(visit);
      await visit.page.getByRole("banner").getByRole("button").last().click();
      await expect(visit.page.getByRole("button", { name: "Sign out" })).toBeVisible();
    },
  },
  {
    name: "customers, the columns",
    reach: async (visit) => {
      await openCustomers(visit);
      await visit.page.getByRole("button", { name: "Columns" }).click();
      await expect(visit.page.getByRole("group", { name: "Columns and density" })).toBeVisible();
    },
  },
  {
    name: "customers, to be exported",
    reach: async (visit) => {
      await openCustomers(visit);
      await visit.page.getByRole("button", { name: "Export", exact: true }).click();
      await expect(visit.page.getByRole("dialog", { name: "Export customers" })).toContainText("created at any time");
    },
  },
  {
    name: "customers, selected in compact rows, after a widened search",
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
    name: "customers, a view that has no name yet, to be saved",
    role: "editor",
    reach: async (visit) => {
      await openCustomers(visit);
      await visit.page.getByRole("button", { name: "Views", exact: true }).click();
      await visit.page.getByRole("button", { name: "Save as a new view…" }).click();
      await visit.page.getByRole("button", { name: "Save view" }).click();
      await expect(visit.page.getByRole("dialog").getByRole("alert")).toBeVisible();
    },
  },
  {
    name: "customers, the menu of views",
    reach: async (visit) => {
      await openCustomers(visit);
      await visit.page.getByRole("button", { name: "Views", exact: true }).click();
      await expect(visit.page.getByRole("group", { name: "Saved views" })).toBeVisible();
    },
  },
  {
    name: "a customer who is not there",
    allow: /status of 404/,
    reach: async ({ page, environment }) => {
      await page.goto(pages.customer(environment, "0b0e7f3e-1111-4222-8333-444444444444"));
      await expect(page.getByRole("heading", { name: "Customer not found" })).toBeVisible();
    },
  },
  {
    name: "customers, none found",
    reach: async ({ page, environment }) => {
      await page.goto(pages.customers(environment, "window=all&searchTerm=no+customer+has+this+name+7f3b"));
      await expect(page.getByRole("heading", { name: /^Nothing matches/ })).toBeVisible();
    },
  },
  {
    name: "customers that could not be read anew",
    allow: lost,
    reach: async (visit) => {
      await openCustomers(visit);
      await failReload(visit);
    },
  },
];

const jobs: PageState[] = [
  {
    name: "jobs",
    reach: async ({ page, environment }) => {
      await page.goto(pages.jobs(environment));
      await expect(page.getByRole("region", { name: "Jobs" })).toContainText(/jobs|No jobs/);
    },
  },
  {
    name: "jobs past the end, which could not be read anew",
    allow: lost,
    reach: async (visit) => {
      await visit.page.goto(pages.jobs(visit.environment, "offset=90000"));
      await failReload(visit);
    },
  },
  {
    name: "a job",
    reach: async (visit) => {
      await visit.page.goto(pages.job(visit.environment, await newestJob(visit)));
      await expect(visit.page.getByRole("region", { name: "Raw data" })).toBeVisible();
    },
  },
  {
    name: "a job that is not there",
    reach: async ({ page, environment }) => {
      await page.goto(pages.job(environment, "0b0e7f3e-1111-4222-8333-444444444444"));
      await expect(page.getByRole("heading", { name: "The API finds no job with this ID" })).toBeVisible();
    },
  },
];

const others: PageState[] = [
  {
    name: "webhooks",
    reach: async ({ page, environment }) => {
      await page.goto(pages.webhooks(environment));
      await expect(page.getByRole("region", { name: "Webhooks" })).toBeVisible();
    },
  },
  {
    name: "webhooks, one as it came",
    reach: async ({ page, environment }) => {
      await page.goto(pages.webhooks(environment));
      await page
        .getByRole("button", { name: /Raw data of/ })
        .first()
        .click();
      await expect(page.getByRole("dialog")).toBeVisible();
    },
  },
  {
    name: "numbers",
    reach: async ({ page, environment }) => {
      await page.goto(pages.numbers(environment));
      await expect(page.getByRole("table").or(page.getByRole("heading", { level: 2 }))).toBeVisible();
    },
  },
  {
    name: "a page that is not there",
    allow: /status of 404/,
    reach: async ({ page }) => {
      await page.goto("/nowhere");
      await expect(page.getByRole("heading", { name: "Page not found" })).toBeVisible();
    },
  },
];

/** Every page in every state that it may be in. */
export const pageStates: readonly PageState[] = [...signIn, ...customers, ...jobs, ...others, ...writingStates];
