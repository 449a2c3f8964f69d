import { randomUUID } from "node:crypto";
import type { Page, Request } from "@playwright/test";
import { api, pages } from "#lib/paths.ts";
import { test as base, expect } from "#tests/e2e/helpers/fixtures.ts";
import { configuredVariables } from "#tests/e2e/helpers/target.ts";
import { type JobApi, startJobApi } from "#tests/fixtures/api/job-api.ts";
import { startConsole } from "#tests/fixtures/console/start-console.ts";

interface JobFixtures {
  /** The API of this file's console. A test controls the jobs of this API. */
  jobApi: JobApi;
}

const test = base.extend<object, JobFixtures>({
  jobApi: [
    // biome-ignore lint/correctness/noEmptyPattern: Playwright requires an object pattern
    async ({}, use) => {
      const jobApi = await startJobApi();
      await use(jobApi);
      await jobApi.close();
    },
    { scope: "worker" },
  ],
  origin: [
    async ({ jobApi }, use) => {
      const key = () => ({ keyID: randomUUID(), secret: "secret" });
      const keys = { production: key(), sandbox: key() };
      const console = await startConsole({ env: configuredVariables(jobApi.origin, keys) });
      await use(console.origin);
      await console.close();
    },
    { scope: "worker", timeout: 120_000 },
  ],
});

// Signs in with the account of `other-api`, which is the only account of this file's console.
test.use({ upstream: "other-api" });

const progress = (page: Page) => page.getByRole("progressbar", { name: "Progress" });
const shows = (page: Page, percent: number) => expect(progress(page)).toHaveAttribute("aria-valuetext", `${percent}%`);
const isStream = (request: Request) => new URL(request.url()).pathname.endsWith("/jobs/events");

/** Counts the event streams that the browser has opened. */
function countStreams(page: Page): { most(): number; now(): number; opened(): number } {
  const open = new Set<Request>();
  let [most, opened] = [0, 0];
  page.context().on("request", (request) => {
    if (!isStream(request)) return;
    open.add(request);
    opened += 1;
    most = Math.max(most, open.size);
    // When a tab is closed, the browser does not report the end of the tab's requests.
    request
      .frame()
      .page()
      .once("close", () => open.delete(request));
  });
  page.context().on("requestfinished", (request) => open.delete(request));
  page.context().on("requestfailed", (request) => open.delete(request));
  return { most: () => most, now: () => open.size, opened: () => opened };
}

function runningJob(jobApi: JobApi): string {
  const jobID = randomUUID();
  jobApi.put(jobID, { status: "running", progress: 10 });
  return jobID;
}

async function openJob(page: Page, jobID: string): Promise<void> {
  await page.goto(pages.job("sandbox", jobID));
  await expect(progress(page)).toBeVisible();
}

// The tests in this file run in one worker, so that their console is started only once.
test.describe.configure({ mode: "default" });

test("eight tabs share one stream, all tabs are updated, and no other request has to wait", async ({
  signIn,
  jobApi,
}) => {
  const first = await signIn();
  const streams = countStreams(first);
  const jobIDs = Array.from({ length: 8 }, () => runningJob(jobApi));
  const tabs = [first];
  while (tabs.length < jobIDs.length) tabs.push(await first.context().newPage());
  for (const [index, tab] of tabs.entries()) await openJob(tab, jobIDs[index] ?? "");

  for (const jobID of jobIDs) jobApi.put(jobID, { status: "running", progress: 55 });
  await Promise.all(tabs.map((tab) => shows(tab, 55)));
  expect(streams.most()).toBe(1);

  // With HTTP/1.1, a browser has at most six connections for all tabs together.
  const answers = await Promise.all(
    tabs.map((tab) => tab.evaluate(async (path) => (await fetch(path)).status, api.session())),
  );
  expect(answers).toEqual(tabs.map(() => 200));

  // The tab that holds the stream is closed. Another tab becomes the leader without a reload.
  await first.close();
  for (const jobID of jobIDs) jobApi.put(jobID, { status: "running", progress: 80 });
  await Promise.all(tabs.slice(1).map((tab) => shows(tab, 80)));
  expect(streams.most()).toBe(1);

  for (const jobID of jobIDs) jobApi.put(jobID, { status: "succeeded" });
  for (const tab of tabs.slice(1)) await expect(tab.getByText("No updates expected")).toBeVisible();
  await expect.poll(streams.now).toBe(0);
  for (const tab of tabs.slice(2)) await tab.close();
});

test("if streams fail, jobs are polled, and the stream returns automatically", async ({
  signIn,
  jobApi,
  allowConsole,
}) => {
  allowConsole(/Failed to load resource/);
  const page = await signIn();
  const jobID = runningJob(jobApi);
  await page.route(/\/jobs\/events\?/, (route) => route.abort());
  await openJob(page, jobID);
  await expect(page.getByText("Updates every few seconds")).toBeVisible();
  jobApi.put(jobID, { status: "running", progress: 40 });
  await shows(page, 40);
  await page.unroute(/\/jobs\/events\?/);
  await expect(page.getByText("Live", { exact: true })).toBeVisible({ timeout: 60_000 });
  jobApi.put(jobID, { status: "running", progress: 70 });
  await shows(page, 70);
});

test("while every tab is hidden, no job is followed, and missed changes appear when a tab is shown again", async ({
  signIn,
  jobApi,
}) => {
  const page = await signIn();
  const streams = countStreams(page);
  const jobID = runningJob(jobApi);
  await openJob(page, jobID);
  await expect.poll(streams.now).toBe(1);
  const become = (state: DocumentVisibilityState) =>
    page.evaluate((visibility) => {
      Object.defineProperty(document, "visibilityState", { value: visibility, configurable: true });
      document.dispatchEvent(new Event("visibilitychange"));
    }, state);
  await become("hidden");
  await expect.poll(streams.now).toBe(0);
  await expect(page.getByText("Paused while hidden")).toBeVisible();
  jobApi.put(jobID, { status: "running", progress: 90 });
  await become("visible");
  await shows(page, 90);
  await expect(page.getByText("Live", { exact: true })).toBeVisible();
});

test("signing out in one tab ends the stream of another tab", async ({ signIn, jobApi, origin }) => {
  const page = await signIn();
  const streams = countStreams(page);
  await openJob(page, runningJob(jobApi));
  await expect.poll(streams.now).toBe(1);
  const headers = { "X-Switchboard": "1", Origin: origin };
  await page.request.delete(api.session(), { headers });
  await expect(page.getByText("Live updates ended")).toBeVisible();
  await expect.poll(streams.now).toBe(0);
  expect(streams.opened()).toBe(1);
});

test("after Back from another site, the page follows the job live again", async ({ signIn, jobApi }) => {
  const page = await signIn();
  const jobID = runningJob(jobApi);
  await openJob(page, jobID);
  await page.goto("about:blank");
  jobApi.put(jobID, { status: "running", progress: 30 });
  await page.goBack();
  await shows(page, 30);
  jobApi.put(jobID, { status: "failed", error: "No more numbers" });
  await expect(page.getByText("No more numbers").first()).toBeVisible();
});
