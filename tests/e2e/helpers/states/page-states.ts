import { apiStatusTexts } from "#components/api-status/texts.ts";
import { jobListSchema } from "#lib/contract/job.ts";
import { api, pages } from "#lib/paths.ts";
import { needs } from "#tests/e2e/helpers/customers-page.ts";
import { expect } from "#tests/e2e/helpers/fixtures.ts";
import { administrationStates } from "./administration-states.ts";
import { customersStates } from "./customers-states.ts";
import { importStates } from "./import-states.ts";
import { dialog, failReload, lost, type PageState, popover, type Visit } from "./page-state.ts";
import { ticketStates } from "./ticket-states.ts";
import { writingStates } from "./writing-states.ts";

async function newestJob({ page, environment }: Visit): Promise<string> {
  const answer = await page.request.get(api.list(environment, "jobs", "limit=1"));
  const [job] = jobListSchema.parse(await answer.json()).jobs;
  needs(job !== undefined, "a job");
  return job?.jobID ?? "";
}

const signIn: PageState[] = [
  {
    name: "sign-in",
    says: null,
    role: null,
    reach: async ({ page }) => {
      await page.goto(pages.signIn());
      await expect(page.getByRole("button", { name: "Sign in", exact: true })).toBeEnabled();
    },
    openings: [
      {
        name: "with errors",
        open: async ({ page }) => {
          await page.getByRole("button", { name: "Sign in", exact: true }).click();
          await expect(page.getByRole("alert").filter({ hasText: "You are not signed in yet" })).toBeVisible();
        },
        within: "main",
        says: /You are not signed in yet/,
      },
    ],
  },
];

const jobs: PageState[] = [
  {
    name: "jobs",
    says: /jobs?$/,
    reach: async ({ page, environment }) => {
      await page.goto(pages.jobs(environment));
      await expect(page.getByRole("region", { name: "Jobs" })).toContainText(/jobs|No jobs/);
    },
  },
  {
    name: "jobs past the end, which could not be read again",
    says: /No connection/,
    allow: lost,
    reach: async (visit) => {
      await visit.page.goto(pages.jobs(visit.environment, "offset=90000"));
      await failReload(visit);
    },
  },
  {
    name: "a job",
    says: null,
    reach: async (visit) => {
      await visit.page.goto(pages.job(visit.environment, await newestJob(visit)));
      await expect(visit.page.getByRole("region", { name: "Raw data" })).toBeVisible();
    },
  },
  {
    name: "a job that is not there",
    says: null,
    allow: /status of 404/,
    reach: async ({ page, environment }) => {
      await page.goto(pages.job(environment, "0b0e7f3e-1111-4222-8333-444444444444"));
      await expect(page.getByRole("heading", { name: "The API finds no job with this ID" })).toBeVisible();
    },
  },
];

const others: PageState[] = [
  {
    name: "webhooks",
    says: /webhooks?$/,
    reach: async ({ page, environment }) => {
      await page.goto(pages.webhooks(environment));
      await expect(page.getByRole("region", { name: "Webhooks" })).toBeVisible();
    },
    openings: [
      {
        name: "one of them as raw data",
        open: async ({ page }) => {
          await page
            .getByRole("button", { name: /^Actions for/ })
            .first()
            .click();
          await page.getByRole("button", { name: "Raw data" }).click();
          await expect(page.getByRole("dialog")).toBeVisible();
        },
        within: dialog,
      },
    ],
  },
  {
    name: "numbers",
    says: /numbers?/,
    reach: async ({ page, environment }) => {
      await page.goto(pages.numbers(environment));
      await expect(page.getByRole("table").or(page.getByRole("heading", { level: 2 }))).toBeVisible();
    },
  },
  {
    name: "overview, as charts and as tables, and the menus of a narrow screen",
    leavesTraces: true,
    says: null,
    reach: async ({ page, environment }) => {
      await page.goto(pages.overview(environment, "window=90d"));
      await expect(page.getByRole("toolbar", { name: "New customers by UTC day" })).toBeVisible();
    },
    openings: [
      {
        name: "as tables",
        open: ({ page }) => page.getByRole("button", { name: "Show as table" }).first().click(),
        within: "main",
      },
      {
        name: "More",
        open: async ({ page }) => {
          await page.setViewportSize({ width: 360, height: 800 });
          await page.getByRole("button", { name: "More", exact: true }).click();
          await expect(page.getByRole("group", { name: "More pages" }).getByRole("link").first()).toBeVisible();
        },
        within: popover,
      },
      {
        name: "the environments",
        open: async ({ page }) => {
          await page.setViewportSize({ width: 360, height: 800 });
          const environments = page.getByRole("navigation", { name: "Environment" });
          await environments.getByRole("button").click();
          await expect(environments.getByRole("link").first()).toBeVisible();
        },
        within: popover,
      },
    ],
  },
  {
    name: "API status",
    // One console serves many tests, so its API may be in any of these states at this time.
    says: new RegExp(Object.values(apiStatusTexts.meaning).join("|")),
    reach: async ({ page }) => {
      // Makes a request fail, so that the table of failed requests has a row.
      await page.request.get(api.job("sandbox", "00000000-0000-4000-8000-000000000503"));
      await page.goto(pages.apiStatus("sandbox"));
      await expect(page.getByRole("region", { name: "Protection" })).toBeVisible();
      await expect(page.getByRole("group", { name: "Latest failed requests" })).toBeVisible();
    },
  },
  {
    name: "API calls",
    says: /calls?$/,
    reach: async ({ page }) => {
      // Makes a request fail, so that the page has an error to show.
      await page.request.get(api.job("sandbox", "00000000-0000-4000-8000-000000000503"));
      await page.goto(pages.calls("sandbox"));
      await expect(page.getByRole("table", { name: "API calls" })).toBeVisible();
      await page.getByRole("button", { name: "Errors, rate and latency" }).click();
      await expect(page.getByRole("group", { name: "Errors by kind and path" })).toBeVisible();
    },
    openings: [
      {
        name: "one call",
        open: async ({ page }) => {
          await page
            .getByRole("button", { name: /^Details of/ })
            .first()
            .click();
          await expect(page.getByRole("dialog").getByRole("button", { name: "Copy as curl" })).toBeVisible();
        },
        within: dialog,
      },
    ],
  },
  {
    name: "API behaviour",
    says: /open difference/,
    role: "editor",
    reach: async ({ page }) => {
      // Sends a request, so that the page of the API's behaviour has an answer to learn from.
      await page.request.get(api.customers("sandbox", "limit=1&datefrom=1970-01-01"));
      await page.goto(pages.apiBehaviour("sandbox"));
      await expect(page.getByRole("region", { name: "Answers by operation" })).toBeVisible();
    },
  },
  {
    name: "API reference",
    says: /routes/,
    role: "viewer",
    reach: async ({ page }) => {
      await page.goto(pages.apiReference("sandbox"));
      await expect(page.getByRole("heading", { name: "Customers", exact: true })).toBeVisible();
    },
    openings: [
      {
        name: "a read with its response",
        open: async ({ page }) => {
          await page.getByText("GET /api/{environment}/jobs", { exact: true }).click();
          await page.getByRole("button", { name: "Send", exact: true }).click();
          await expect(page.getByText(/^Status 200 /)).toBeVisible();
        },
        within: "main",
      },
    ],
  },
  {
    name: "API clients, none yet",
    demo: true,
    says: /No API clients/,
    role: "administrator",
    reach: async ({ page }) => {
      await page.goto(pages.clients());
      await expect(page.getByRole("heading", { name: "No API clients" })).toBeVisible();
    },
    openings: [
      {
        name: "one to be created, with errors",
        open: async ({ page }) => {
          await page.getByRole("button", { name: "Create API client" }).first().click();
          await page.getByRole("button", { name: "Create key" }).click();
          await expect(page.getByRole("dialog").getByRole("alert")).toContainText("Enter a name");
        },
        within: dialog,
      },
    ],
    allow: /status of 400/,
  },
  {
    name: "policy, with the announcement, freezes and the change limit",
    demo: true,
    says: null,
    role: "administrator",
    reach: async ({ page }) => {
      await page.goto(pages.policy());
      await expect(page.getByRole("button", { name: "Save: Signing in" })).toBeVisible();
      await expect(page.getByRole("button", { name: "Save: Approval by a second person" })).toBeVisible();
      await expect(page.getByRole("button", { name: "Announce" })).toBeVisible();
    },
  },
  {
    name: "the caller card, asked for something else than a caller",
    says: null,
    allow: /status of 400/,
    reach: async ({ page }) => {
      await page.goto(pages.caller());
      await expect(page.getByRole("heading", { level: 1, name: "Caller card" })).toBeVisible();
    },
    openings: [
      {
        name: "with an error",
        open: async ({ page }) => {
          await page.getByRole("main").getByRole("textbox").fill("+3120");
          await page.getByRole("main").getByRole("button", { name: "Search" }).click();
          await expect(page.getByRole("alert").filter({ hasText: /\S/ }).first()).toBeVisible();
        },
        within: "main",
      },
    ],
  },
  {
    name: "a page that is not there",
    says: null,
    allow: /status of 404/,
    reach: async ({ page }) => {
      await page.goto("/nowhere");
      await expect(page.getByRole("heading", { name: "Page not found" })).toBeVisible();
    },
  },
];

/** Every page in every possible state. */
export const pageStates: readonly PageState[] = [
  ...signIn,
  ...customersStates,
  ...jobs,
  ...others,
  ...administrationStates,
  ...ticketStates,
  ...importStates,
  ...writingStates,
];
