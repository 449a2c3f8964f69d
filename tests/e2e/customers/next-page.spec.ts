import type { Page } from "@playwright/test";
import { apiStatusSchema } from "#lib/contract/api-status.ts";
import { api, pages } from "#lib/paths.ts";
import { scriptHasTakenOver } from "#tests/e2e/helpers/both-looks.ts";
import { expect, test } from "#tests/e2e/helpers/fixtures.ts";
import { type RunningConsole, startConsole } from "#tests/fixtures/console/start-console.ts";
import { browserCookies, signInAtDemo } from "#tests/fixtures/page-size/measured-pages.ts";

const environment = "production";

// One worker runs them all, so that their console is started once.
test.describe.configure({ mode: "default" });

/** A console of its own: what other tests call would be counted too. */
let console: RunningConsole;
let cookie: string;

test.beforeAll(async () => {
  console = await startConsole();
  cookie = await signInAtDemo(console.origin);
});

test.afterAll(() => console.close());

test.beforeEach(async ({ context }) => {
  await context.addCookies(browserCookies(cookie, console.origin));
});

const nextButton = (page: Page) => page.getByRole("button", { name: "Next page" });

async function open(page: Page, query: string): Promise<void> {
  await page.goto(new URL(pages.customers(environment, query), console.origin).href);
  await scriptHasTakenOver(page);
}

/** The offsets of the lists that the browser asks for from now on. */
function watchOffsets(page: Page): (string | null)[] {
  const offsets: (string | null)[] = [];
  page.on("request", (request) => {
    const { pathname, searchParams } = new URL(request.url());
    if (pathname === api.customers(environment)) offsets.push(searchParams.get("offset"));
  });
  return offsets;
}

async function readStatus() {
  const answer = await fetch(new URL(api.apiStatus(environment), console.origin), { headers: { cookie } });
  return apiStatusSchema.parse(await answer.json());
}

async function countCalls(): Promise<number> {
  return (await readStatus()).requests.reduce((sum, { count }) => sum + count, 0);
}

async function pretend(page: Page, change: object): Promise<void> {
  await page.route(`**${api.apiStatus(environment)}`, async (route) => {
    await route.fulfill({ json: { ...(await readStatus()), ...change } });
  });
}

/** Time for a prefetch that must not be: longer than the rest after which the page would make one. */
const longerThanRest = (page: Page) => page.waitForTimeout(1_500);

test("the next page is read when its button is pointed at, and pressing it asks for nothing more @demo", async ({
  page,
}) => {
  const offsets = watchOffsets(page);
  await open(page, "window=all&limit=10");
  await longerThanRest(page);
  expect(offsets).toEqual([]);
  await nextButton(page).hover();
  await expect.poll(() => offsets).toEqual(["10"]);
  await nextButton(page).click();
  await expect(page.getByText("11–20 of")).toBeVisible();
  // A person who turns pages and rests on one gets the next without pointing at anything.
  await page.mouse.move(0, 0);
  await expect.poll(() => offsets).toEqual(["10", "20"]);
});

test("a keyboard's focus on the button reads the next page as well @demo", async ({ page }) => {
  const offsets = watchOffsets(page);
  await open(page, "window=all&limit=10&sort=companyName");
  await nextButton(page).focus();
  await expect.poll(() => offsets).toEqual(["10"]);
});

test.describe("nothing is read ahead", () => {
  const later = new Date(Date.now() + 60_000).toISOString();
  for (const [name, change] of [
    ["while requests are paused", { availability: "paused", pausedUntil: later }],
    ["while the API does not respond", { availability: "down" }],
    ["while one of its resources is paused", { pausedResources: [{ resource: "customers", until: later }] }],
    ["after a request that failed and is tried again", { failedInRow: 1 }],
    ["while other requests wait", { queue: { running: 4, waiting: 1 } }],
  ] as const) {
    test(`${name} @demo`, async ({ page }) => {
      await pretend(page, change);
      const offsets = watchOffsets(page);
      await open(page, "window=all&limit=10");
      const asked = page.waitForResponse((answer) => answer.url().endsWith(api.apiStatus(environment)));
      // What came with the page is too old to rely on by then.
      await page.waitForTimeout(5_500);
      await nextButton(page).hover();
      await asked;
      await longerThanRest(page);
      expect(offsets).toEqual([]);
    });
  }
});

/** Four visits that look at the first page only, and one person who turns five pages. Gives the calls at the API. */
async function work(page: Page, order: string): Promise<number> {
  const before = await countCalls();
  for (let visit = 0; visit < 4; visit++) {
    await open(page, `window=all&limit=10&${order}&searchTerm=${"aeio"[visit]}`);
    await longerThanRest(page);
  }
  await open(page, `window=all&limit=10&${order}`);
  for (let turned = 1; turned <= 5; turned++) {
    await nextButton(page).hover();
    await longerThanRest(page);
    await nextButton(page).click();
    await expect(page.getByText(`${turned * 10 + 1}–${turned * 10 + 10} of`)).toBeVisible();
  }
  await longerThanRest(page);
  return (await countCalls()) - before;
}

test("reading ahead costs at most a fifth more calls for the pages that are viewed @demo", async ({ browser }) => {
  const calls: number[] = [];
  // Another order for each run: the console answers the same list again from what it has just read.
  for (const order of ["sort=companyName", "sort=usersCount"]) {
    const context = await browser.newContext({ locale: "de-DE", timezoneId: "Europe/Berlin" });
    await context.addCookies(browserCookies(cookie, console.origin));
    const page = await context.newPage();
    if (calls.length === 0) await pretend(page, { availability: "paused" });
    calls.push(await work(page, order));
    await context.close();
  }
  const [without = 0, withPrefetch = 0] = calls;
  expect(without).toBeGreaterThanOrEqual(10);
  expect(withPrefetch).toBeGreaterThanOrEqual(without);
  expect(withPrefetch).toBeLessThanOrEqual(without * 1.2);
});
