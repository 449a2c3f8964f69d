import type { Page } from "@playwright/test";
import { apiStatusSchema } from "#lib/contract/api-status.ts";
import { api, pages } from "#lib/paths.ts";
import { scriptHasTakenOver } from "#tests/e2e/helpers/both-looks.ts";
import { expect, test } from "#tests/e2e/helpers/fixtures.ts";
import { startConsole } from "#tests/fixtures/console/start-console.ts";
import { browserCookies, signInAtDemo } from "#tests/fixtures/page-size/measured-pages.ts";

const environment = "production";
const query = "window=all&limit=10";

const nextButton = (page: Page) => page.getByRole("button", { name: "Next page" });

/** Records the offsets of the lists that the browser requests from now on. */
function watchOffsets(page: Page): (string | null)[] {
  const offsets: (string | null)[] = [];
  page.on("request", (request) => {
    const { pathname, searchParams } = new URL(request.url());
    if (pathname === api.customers(environment)) offsets.push(searchParams.get("offset"));
  });
  return offsets;
}

/**
 * Replaces the state of the API in the page's requests. The real state cannot be changed, because other tests use the
 * API at the same time.
 */
async function pretend(page: Page, availability: "available" | "paused"): Promise<void> {
  await page.route(`**${api.apiStatus(environment)}`, async (route) => {
    const response = await route.fetch();
    const status = apiStatusSchema.parse(await response.json());
    const calm = { failedInRow: 0, pausedResources: [], queue: { running: 0, waiting: 0 } };
    await route.fulfill({ response, json: { ...status, ...calm, availability } });
  });
}

/** The time after which an answer is certainly stored, in milliseconds. */
const timeToKeepMs = 500;

/** Waits longer than the page's delay before a prefetch. An unwanted prefetch would have happened by then. */
const longerThanRest = (page: Page) => page.waitForTimeout(2_800);

test("a list that a person looks at reads the next page ahead, and turning pages reads each page once @demo", async ({
  openCustomers,
  page,
}) => {
  const offsets = watchOffsets(page);
  await pretend(page, "available");
  await openCustomers(environment, query);
  await scriptHasTakenOver(page);
  const read = page.waitForResponse((answer) => new URL(answer.url()).pathname === api.customers(environment));
  await (await read).finished();
  // A person who then points at the button, or stays longer, causes no second call.
  await nextButton(page).hover();
  await longerThanRest(page);
  expect(offsets).toEqual(["10"]);
  await page.waitForTimeout(timeToKeepMs);
  // The press shows the new rows at once. They do not wait for the router, which renders the new URL in many small
  // steps.
  const shown = await nextButton(page).evaluate(async (button: HTMLElement) => {
    button.click();
    await Promise.resolve();
    return document.querySelector("main")?.textContent;
  });
  expect(shown).toContain("11–20 of");
  // After a person has opened the next page and stays on it, the following page is prefetched, even if the mouse is not
  // over the button.
  await page.mouse.move(0, 0);
  await expect.poll(() => offsets).toEqual(["10", "20"]);
  await nextButton(page).click();
  await expect(page.getByText("21–30 of")).toBeVisible();
  await expect.poll(() => offsets).toEqual(["10", "20", "30"]);
  await longerThanRest(page);
  expect(offsets).toEqual(["10", "20", "30"]);

  // Keyboard focus on the button prefetches the next page at once.
  await page.goto(page.url().replace(/&?offset=\d+/, "&sort=companyName"));
  await nextButton(page).focus();
  await expect.poll(() => offsets).toEqual(["10", "20", "30", "10"]);
});

test("with READ_AHEAD=off, the next page is read ahead only when a person points at its button @demo", async ({
  page,
}) => {
  const console = await startConsole({ env: { READ_AHEAD: "off" } });
  try {
    const cookie = await signInAtDemo(console.origin);
    await page.context().addCookies(browserCookies(cookie, console.origin));
    const offsets = watchOffsets(page);
    await pretend(page, "available");
    await page.goto(new URL(pages.customers(environment, query), console.origin).href);
    await scriptHasTakenOver(page);
    await longerThanRest(page);
    expect(offsets).toEqual([]);
    await nextButton(page).hover();
    await expect.poll(() => offsets).toEqual(["10"]);
  } finally {
    // A request for the status may still run.
    await page.unrouteAll({ behavior: "ignoreErrors" });
    await console.close();
  }
});

// `tests/unit/components/customers/list/has-room.test.ts` tests the other reasons against prefetching.
test("nothing is read ahead while requests are paused @demo", async ({ openCustomers, page }) => {
  await pretend(page, "paused");
  const offsets = watchOffsets(page);
  await openCustomers(environment, query);
  await scriptHasTakenOver(page);
  const asked = page.waitForResponse((answer) => answer.url().endsWith(api.apiStatus(environment)));
  // After this time, the API's state that came with the page is too old, so the page requests it again.
  await page.waitForTimeout(5_500);
  await nextButton(page).hover();
  await asked;
  await longerThanRest(page);
  expect(offsets).toEqual([]);
});
