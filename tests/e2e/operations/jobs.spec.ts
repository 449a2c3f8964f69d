import type { Page } from "@playwright/test";
import { type JobList, jobListSchema } from "#lib/contract/job.ts";
import { shortenMiddle } from "#lib/format/format-id.ts";
import { ownStateWord } from "#lib/operations/job-texts.ts";
import { api, pages } from "#lib/paths.ts";
import { addressQuery, needs } from "#tests/e2e/helpers/customers-page.ts";
import { expect, test } from "#tests/e2e/helpers/fixtures.ts";
import { tabTo } from "#tests/e2e/helpers/keyboard.ts";

async function readJobs(page: Page, environment: "production" | "sandbox", query: string): Promise<JobList> {
  const answer = await page.request.get(api.list(environment, "jobs", query));
  expect(answer.status(), await answer.text()).toBe(200);
  return jobListSchema.parse(await answer.json());
}

const shownJobs = (page: Page) => page.getByRole("rowheader").getByRole("link");

test("pages of jobs are in the URL and work with the keyboard alone; Back and reload restore them", async ({
  signIn,
  page,
  environment,
}) => {
  await signIn();
  const { total } = await readJobs(page, environment, "limit=1");
  needs(total > 20, "more than two pages of ten jobs");
  await page.goto(pages.jobs(environment, "limit=10"));
  await expect(page.getByText(/^In the API's order/)).toBeVisible();
  await expect(page.getByRole("columnheader").getByRole("button")).toHaveCount(0);
  const first = await readJobs(page, environment, "limit=10");
  const second = await readJobs(page, environment, "limit=10&offset=10");
  const names = (list: JobList) => list.jobs.map(({ jobID, companyName }) => companyName || shortenMiddle(jobID));
  await expect(shownJobs(page)).toContainText(names(first));
  await tabTo(page, "button", "Next page");
  await page.keyboard.press("Enter");
  await expect(shownJobs(page)).toContainText(names(second));
  await expect.poll(() => addressQuery(page)).toEqual({ limit: "10", offset: "10" });

  const name = names(second)[0] ?? "";
  await tabTo(page, "link", name, { backwards: true });
  await page.keyboard.press("Enter");
  await expect(page.getByRole("heading", { level: 1, name: /^Job( of .+)?$/ })).toBeVisible();
  await page.goBack();
  await expect(shownJobs(page)).toContainText(names(second));
  await page.reload();
  await expect(shownJobs(page)).toContainText(names(second));
  await page.goBack();
  await expect(shownJobs(page)).toContainText(names(first));

  await page.goto(pages.jobs(environment, "limit=10&offset=90000"));
  await page.getByRole("button", { name: "Go to the last page" }).click();
  await expect(shownJobs(page).first()).toBeVisible();
});

test("the page of a finished job is complete without scripts, and sends no requests", async ({
  signIn,
  page,
  environment,
}) => {
  await signIn();
  const [job] = (await readJobs(page, environment, "limit=1")).jobs;
  needs(job?.state === "succeeded" && job.steps.length > 0, "a job that has succeeded, with steps");
  if (!job) return;
  const html = await (await page.request.get(pages.job(environment, job.jobID))).text();
  for (const text of [job.jobID, job.stateText, job.customerID ?? job.jobID]) expect(html).toContain(text);
  const asked: string[] = [];
  page.on("request", (request) => {
    const { pathname } = new URL(request.url());
    // Requests for the number of items that need attention do not count, because every page sends them.
    if (pathname.startsWith("/api/") && pathname !== api.attentionCount()) asked.push(request.url());
  });
  await page.goto(pages.job(environment, job.jobID));
  const state = page.getByRole("region", { name: "State" });
  await expect(state.getByText("Succeeded", { exact: true })).toBeVisible();
  await expect(state.getByText(/^API value/)).toHaveCount(ownStateWord(job) === undefined ? 0 : 1);
  await expect(state.getByText("No updates expected")).toBeVisible();
  const steps = page.getByRole("region", { name: "Steps" }).getByRole("listitem");
  await expect(steps).toHaveCount(job.steps.length);
  for (const [index, { name }] of job.steps.entries()) await expect(steps.nth(index)).toContainText(name);
  await page.waitForLoadState("networkidle");
  expect(asked).toEqual([]);

  await page.getByText("Developer", { exact: true }).click();
  await tabTo(page, "searchbox", "Search raw data");
  await page.keyboard.type("created");
  await expect(page.getByText(/^1 of \d+ fields$/)).toBeVisible();
  await tabTo(page, "button", "Reload", { backwards: true });
  await page.keyboard.press("Enter");
  await expect(page.getByRole("button", { name: "Reload" })).toHaveAttribute("aria-disabled", "false");
  await expect(page.getByRole("button", { name: "Reload" })).toBeFocused();
});
