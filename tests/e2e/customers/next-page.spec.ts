import type { Page } from "@playwright/test";
import { apiStatusSchema } from "#lib/contract/api-status.ts";
import { api } from "#lib/paths.ts";
import { scriptHasTakenOver } from "#tests/e2e/helpers/both-looks.ts";
import { expect, test } from "#tests/e2e/helpers/fixtures.ts";

const environment = "production";
const query = "window=all&limit=10";

const nextButton = (page: Page) => page.getByRole("button", { name: "Next page" });

/** The offsets of the lists that the browser asks for from now on. */
function watchOffsets(page: Page): (string | null)[] {
  const offsets: (string | null)[] = [];
  page.on("request", (request) => {
    const { pathname, searchParams } = new URL(request.url());
    if (pathname === api.customers(environment)) offsets.push(searchParams.get("offset"));
  });
  return offsets;
}

/** The state of the API that the page gets: other tests use it at the same time. */
async function pretend(page: Page, availability: "available" | "paused"): Promise<void> {
  await page.route(`**${api.apiStatus(environment)}`, async (route) => {
    const response = await route.fetch();
    const status = apiStatusSchema.parse(await response.json());
    const calm = { failedInRow: 0, pausedResources: [], queue: { running: 0, waiting: 0 } };
    await route.fulfill({ response, json: { ...status, ...calm, availability } });
  });
}

/** Time for what was read to be kept. */
const timeToKeepMs = 500;

/** Time for a prefetch that must not be: longer than the rest after which the page would make one. */
const longerThanRest = (page: Page) => page.waitForTimeout(1_500);

test("a list that is only looked at costs one call, and turning pages reads each page once and one ahead @demo", async ({
  openCustomers,
  page,
}) => {
  const offsets = watchOffsets(page);
  await pretend(page, "available");
  await openCustomers(environment, query);
  await scriptHasTakenOver(page);
  await longerThanRest(page);
  expect(offsets).toEqual([]);
  const read = page.waitForResponse((answer) => new URL(answer.url()).pathname === api.customers(environment));
  await nextButton(page).hover();
  await (await read).finished();
  expect(offsets).toEqual(["10"]);
  await page.waitForTimeout(timeToKeepMs);
  // It is there with the press: nothing waits for the router, which draws the new address in many small pieces.
  const shown = await nextButton(page).evaluate(async (button: HTMLElement) => {
    button.click();
    await Promise.resolve();
    return document.querySelector("main")?.textContent;
  });
  expect(shown).toContain("11–20 of");
  // A person who turns pages and rests on one gets the next without pointing at anything.
  await page.mouse.move(0, 0);
  await expect.poll(() => offsets).toEqual(["10", "20"]);
  await nextButton(page).click();
  await expect(page.getByText("21–30 of")).toBeVisible();
  await expect.poll(() => offsets).toEqual(["10", "20", "30"]);
  await longerThanRest(page);
  expect(offsets).toEqual(["10", "20", "30"]);

  // A keyboard's focus on the button reads the next page as well.
  await page.goto(page.url().replace(/&?offset=\d+/, "&sort=companyName"));
  await nextButton(page).focus();
  await expect.poll(() => offsets).toEqual(["10", "20", "30", "10"]);
});

// What else keeps the page from reading ahead: tests/unit/components/customers/list/has-room.test.ts.
test("while requests are paused nothing is read ahead @demo", async ({ openCustomers, page }) => {
  await pretend(page, "paused");
  const offsets = watchOffsets(page);
  await openCustomers(environment, query);
  await scriptHasTakenOver(page);
  const asked = page.waitForResponse((answer) => answer.url().endsWith(api.apiStatus(environment)));
  // What came with the page is too old to rely on by then.
  await page.waitForTimeout(5_500);
  await nextButton(page).hover();
  await asked;
  await longerThanRest(page);
  expect(offsets).toEqual([]);
});
