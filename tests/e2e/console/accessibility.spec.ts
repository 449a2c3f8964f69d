import type { Page } from "@playwright/test";
import { operationAnswerSchema } from "#lib/contract/operations/operation.ts";
import { contractValueName } from "#lib/format/contract-value-name.ts";
import { api, pages } from "#lib/paths.ts";
import { expectAccessibleInBothLooks, expectNothingCutOff } from "#tests/e2e/helpers/axe.ts";
import { newName } from "#tests/e2e/helpers/creation-page.ts";
import { everything, expectCustomers, readList } from "#tests/e2e/helpers/customers-page.ts";
import { expect, test } from "#tests/e2e/helpers/fixtures.ts";
import { tabTo } from "#tests/e2e/helpers/keyboard.ts";
import { navigateByRouter } from "#tests/e2e/helpers/router-navigation.ts";
import type { PageState } from "#tests/e2e/helpers/states/page-state.ts";
import { pageStates } from "#tests/e2e/helpers/states/page-states.ts";
import { beginCreation } from "#tests/e2e/helpers/states/writing-states.ts";

/** Asserts that no endless animation runs when a person prefers reduced motion. */
async function expectNoEndlessMotion(page: Page): Promise<void> {
  const endless = await page.evaluate(() =>
    document
      .getAnimations()
      .filter(({ playState, effect }) => playState === "running" && effect?.getComputedTiming().iterations === Infinity)
      .map(({ effect }) => (effect instanceof KeyframeEffect ? effect.target?.className.toString() : "unknown")),
  );
  expect(endless).toEqual([]);
}

/** Asserts that a screen reader announces this status message, wherever the focus is (WCAG 4.1.3). */
async function expectSaid(page: Page, text: RegExp): Promise<void> {
  const regions = page.getByRole("status").or(page.getByRole("alert"));
  await expect(regions.filter({ hasText: text }).first()).toBeAttached();
}

test.describe("pages have no accessibility violation, wide in the light theme and narrow in the dark theme", () => {
  test.use({ contextOptions: { reducedMotion: "reduce" }, viewport: { width: 1280, height: 800 } });

  async function expectSound(page: Page, says: RegExp | null, within?: string): Promise<void> {
    if (says) await test.step("a screen reader announces the status message (4.1.3)", () => expectSaid(page, says));
    await expectNoEndlessMotion(page);
    await expectAccessibleInBothLooks(page, { targets: true, within, focus: true });
  }

  /**
   * Groups of page states, by the name of their test. All states of a group need the same person and allow the same
   * messages of the browser's console. One page visits all states of a group.
   */
  const walks = new Map<string, PageState[]>();
  for (const state of pageStates) {
    const who = state.role === null ? "a visitor without a session" : `the ${state.role ?? "viewer"}`;
    const allowing = state.allow ? `, with ${state.allow} on the browser's console` : "";
    const walk = `every page of ${who}${allowing}${state.demo ? " @demo" : ""}`;
    walks.set(walk, [...(walks.get(walk) ?? []), state]);
  }

  for (const [walk, states] of walks) {
    test(walk, async ({ page, signIn, environment, allowConsole }) => {
      const { loadNext } = navigateByRouter(page);
      for (const { name, role = "viewer", reach, says, allow, leavesTraces, openings = [] } of states) {
        await test.step(name, async () => {
          if (allow) allowConsole(allow);
          await page.setViewportSize({ width: 1280, height: 800 });
          // Resets the preferences of the previous state.
          if (role) await signIn(role);
          await reach({ page, environment });
          await expectSound(page, says);
          for (const { name: what, open, within, says: then = null } of openings) {
            await test.step(what, async () => {
              await page.setViewportSize({ width: 1280, height: 800 });
              await open({ page, environment });
              await expectSound(page, then, within);
              await page.keyboard.press("Escape");
            });
          }
          const reload = page.getByRole("main").getByRole("button", { name: "Reload" });
          const isCovered = (await page.getByRole("dialog").count()) > 0;
          // Only states without an allowed browser message are reloaded. The other states show a failure.
          if (allow === undefined && !isCovered && (await reload.count()) > 0) {
            await reload.first().click();
            await expectSaid(page, /The page is up to date/);
          }
          await page.unrouteAll();
          if (leavesTraces) loadNext();
        });
      }
    });
  }
});

test.describe("at a width of 360 px", () => {
  test.use({ viewport: { width: 360, height: 800 } });

  test("the screen shows four customers with plan and users, their rows have every fact, and the list can be sorted", async ({
    openCustomers,
    page,
    environment,
  }) => {
    await openCustomers(environment, "window=all&limit=10");
    const list = await readList(page, environment, everything);
    await expectCustomers(page, list);
    const rows = page.getByRole("row").filter({ has: page.getByRole("rowheader") });
    for (const [place, { contract, usersCount }] of list.customers.slice(0, 4).entries()) {
      const row = rows.nth(place);
      const { plan = "" } = contract;
      for (const fact of [contractValueName("plan", plan), usersCount === undefined ? "" : String(usersCount)])
        if (fact !== "") await expect(row.getByText(fact, { exact: true })).toBeInViewport();
    }
    // The browser's accessibility tree, which Playwright's roles do not show.
    const devTools = await page.context().newCDPSession(page);
    const { nodes } = await devTools.send("Accessibility.getFullAXTree");
    const count = (role: string) => nodes.filter((node) => !node.ignored && node.role?.value === role).length;
    expect(["table", "rowgroup", "row", "columnheader", "rowheader", "cell"].map(count)).toEqual([
      1,
      2,
      list.customers.length + 1,
      7,
      list.customers.length,
      list.customers.length * 6,
    ]);
    // The keyboard order equals the visible order: the search, sorting and columns, then the filters.
    await page.getByRole("searchbox", { name: "Search customers" }).focus();
    for (const [role, name] of [
      ["combobox", "Sort by"],
      ["button", "Columns"],
      ["button", "Add filter"],
    ] as const) {
      await page.keyboard.press("Tab");
      await expect(page.getByRole(role, { name })).toBeFocused();
    }
    await page.getByRole("combobox", { name: "Sort by" }).selectOption({ label: "Company, A to Z" });
    await expectCustomers(
      page,
      await readList(page, environment, { ...everything, sort: "companyName", ascending: "true" }),
    );
  });
});

test("at 360 and 320 px, a name of one long word and a full top bar cut nothing off @demo", async ({
  signIn,
  page,
}) => {
  await page.setViewportSize({ width: 360, height: 800 });
  await signIn("editor");
  // The name has at most 120 characters. The API refuses a longer name and then creates neither a customer nor a job.
  const name = `${"Donaudampfschiffahrtsgesellschaft".repeat(3)}[stall:numbers]`;
  // The tray counts both operations: one needs attention, one is running.
  await beginCreation(page, newName("Refused [answer:422]"));
  const operationID = await beginCreation(page, name);
  const answer = await page.request.get(api.operation("sandbox", operationID));
  const { customerID = "", jobID = "" } = operationAnswerSchema.parse(await answer.json()).operation;
  for (const address of [
    pages.overview("sandbox"),
    pages.customers("sandbox"),
    pages.customer("sandbox", customerID),
    pages.newCustomer("sandbox", new URLSearchParams({ againOf: operationID })),
    pages.operations("sandbox"),
    pages.operation("sandbox", operationID),
    pages.jobs("sandbox"),
    pages.job("sandbox", jobID),
  ]) {
    await page.goto(address);
    await expect(page.getByRole("heading", { level: 1 })).toBeVisible();
    await expect(
      page
        .getByText(/^Updated |Berlin/)
        .filter({ visible: true })
        .or(page.getByRole("textbox"))
        .first(),
    ).toBeVisible();
    await expect(page.getByRole("button", { name: /^My operations: .*running, .*attention/ })).toBeVisible();
    for (const width of [360, 320]) {
      await page.setViewportSize({ width, height: 800 });
      await expectNothingCutOff(page);
      const banner = page.getByRole("banner");
      await expect(banner.getByRole("navigation").getByRole("button", { name: "Sandbox" })).toBeInViewport({
        ratio: 1,
      });
      await expect(banner.getByRole("button").last()).toBeInViewport({ ratio: 1 });
    }
    await page.setViewportSize({ width: 360, height: 800 });
  }
  await page.getByRole("button", { name: /^My operations/ }).click();
  await expect(page.getByRole("group", { name: "My operations" }).getByText("Donaudampf").first()).toBeVisible();
  await expectNothingCutOff(page);
});

test("on a wide screen the table uses the full width, and with reduced motion no loading icon rotates", async ({
  openCustomers,
  page,
  environment,
}) => {
  await page.setViewportSize({ width: 1920, height: 900 });
  await page.emulateMedia({ reducedMotion: "reduce" });
  await openCustomers(environment, "window=all");
  const box = await page.getByRole("table").boundingBox();
  expect(box?.width).toBeGreaterThan(1700);
  await expectNothingCutOff(page);

  const held = Promise.withResolvers<void>();
  await page.route("**/api/**", async (route) => {
    await held.promise;
    await route.continue();
  });
  const reload = page.getByRole("button", { name: "Reload" });
  await reload.click();
  await expect(reload).toHaveAttribute("aria-disabled", "true");
  const times = await reload.locator("svg").evaluate((icon) => getComputedStyle(icon).animationIterationCount);
  expect(times).toBe("1");
  held.resolve();
  await expect(reload).not.toHaveAttribute("aria-disabled", "true");
});

test("a person signs in, finds a customer, turns the page and changes the window with the keyboard alone", async ({
  signIn,
  page,
  environment,
}) => {
  await signIn();
  await page.goto(pages.customers(environment, "window=1y&limit=10"));
  await expect(page.getByRole("table")).toBeVisible();
  await page.keyboard.press("Tab");
  await expect(page.getByRole("link", { name: "Skip to content" })).toBeFocused();
  await page.keyboard.press("Enter");

  await tabTo(page, "button", /^Created: /);
  await page.keyboard.press("Enter");
  await tabTo(page, "button", /^all time$/i);
  await page.keyboard.press("Enter");
  await expectCustomers(page, await readList(page, environment, everything));
  // Without its value the filter has no chip, so the focus moves to the button that adds filters.
  await expect(page.getByRole("button", { name: "Add filter" })).toBeFocused();

  await tabTo(page, "button", "Company");
  await page.keyboard.press("Space");
  const sorted = { ...everything, sort: "companyName", ascending: "true" };
  await expectCustomers(page, await readList(page, environment, sorted));
  await tabTo(page, "button", "Next page");
  await page.keyboard.press("Enter");
  await expectCustomers(page, await readList(page, environment, { ...sorted, offset: "10" }));

  await page.keyboard.press("/");
  const term = (await readList(page, environment, everything)).customers[0]?.companyName.slice(0, 20).trim() ?? "";
  await page.keyboard.type(term);
  await page.keyboard.press("Enter");
  await expectCustomers(page, await readList(page, environment, { ...sorted, searchTerm: term }));
  await page.keyboard.press("Escape");
  await expectCustomers(page, await readList(page, environment, sorted));
});
