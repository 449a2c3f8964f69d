import AxeBuilder from "@axe-core/playwright";
import type { Page } from "@playwright/test";
import { pages } from "#lib/paths.ts";
import { everything, expectCustomers, readList } from "./customers-page.ts";
import { expect, test } from "./fixtures.ts";

async function expectAccessible(page: Page): Promise<void> {
  const { violations } = await new AxeBuilder({ page }).analyze();
  expect(violations.map(({ id, nodes }) => `${id}: ${nodes.map((node) => node.html).join(" ")}`)).toEqual([]);
}

async function expectNothingCutOff(page: Page): Promise<void> {
  const { scroll, client } = await page.evaluate(() => ({
    scroll: document.documentElement.scrollWidth,
    client: document.documentElement.clientWidth,
  }));
  expect(scroll).toBeLessThanOrEqual(client);
}

for (const colorScheme of ["light", "dark"] as const) {
  for (const width of [360, 1280]) {
    test.describe(`${colorScheme}, ${width} px`, () => {
      test.use({ colorScheme, viewport: { width, height: 800 } });

      test("sign-in is accessible", async ({ page }) => {
        await page.goto(pages.signIn());
        await expect(page.getByRole("button", { name: "Sign in", exact: true })).toBeEnabled();
        await expectAccessible(page);
        await expectNothingCutOff(page);
        await page.getByRole("button", { name: "Sign in", exact: true }).click();
        await expect(page.getByRole("alert").filter({ hasText: "You are not signed in yet" })).toBeVisible();
        await expectAccessible(page);
      });

      test("the list is accessible, with its popovers, empty and failed", async ({
        openCustomers,
        page,
        environment,
        allowConsole,
      }) => {
        allowConsole(/ERR_FAILED/);
        await openCustomers(environment, "window=all&includeDeleted=true");
        await expectAccessible(page);
        await expectNothingCutOff(page);
        await page.getByRole("button", { name: /^Created: / }).click();
        await expectAccessible(page);
        await expectNothingCutOff(page);
        await page.keyboard.press("Escape");
        await page.getByRole("banner").getByRole("button").last().click();
        await expectAccessible(page);
        await expectNothingCutOff(page);

        await page.goto(pages.customers(environment, "searchTerm=no+customer+has+this+name+7f3b"));
        await expect(page.getByRole("heading", { name: /^Nothing matches/ })).toBeVisible();
        await expectAccessible(page);
        await page.route("**/api/**", (route) => route.abort("failed"));
        await page.getByRole("button", { name: "Reload" }).click();
        await expect(page.getByRole("alert").filter({ hasText: "No connection" })).toBeVisible();
        await expectAccessible(page);
        await expectNothingCutOff(page);
      });
    });
  }
}

test.describe("360 px", () => {
  test.use({ viewport: { width: 360, height: 800 } });

  test("every fact of a row is on the screen, and sorting is possible", async ({
    openCustomers,
    page,
    environment,
  }) => {
    await openCustomers(environment, "window=all&limit=10");
    const list = await readList(page, environment, everything);
    await expectCustomers(page, list);
    const [customer] = list.customers;
    const row = page
      .getByRole("row")
      .filter({ has: page.getByRole("rowheader") })
      .first();
    for (const fact of [customer?.contract.plan, customer?.contract.term, customer?.adminUser.email]) {
      if (fact) await expect(row.getByText(fact, { exact: true })).toBeInViewport();
    }
    // As a browser tells it to a screen reader, which Playwright's own roles do not show.
    const devTools = await page.context().newCDPSession(page);
    const { nodes } = await devTools.send("Accessibility.getFullAXTree");
    const count = (role: string) => nodes.filter((node) => !node.ignored && node.role?.value === role).length;
    expect(["table", "rowgroup", "row", "columnheader", "rowheader", "cell"].map(count)).toEqual([
      ...[1, 2, list.customers.length + 1, 7, list.customers.length],
      list.customers.length * 6,
    ]);
    await page.getByRole("combobox", { name: "Sort by" }).selectOption({ label: "Company, A to Z" });
    await expectCustomers(
      page,
      await readList(page, environment, { ...everything, sort: "companyName", ascending: "true" }),
    );
  });
});

test("with reduced motion nothing that loads goes round and round", async ({ openCustomers, page, environment }) => {
  await page.emulateMedia({ reducedMotion: "reduce" });
  await openCustomers(environment);
  const held = Promise.withResolvers<void>();
  await page.route("**/api/**", async (route) => {
    await held.promise;
    await route.continue();
  });
  const reload = page.getByRole("button", { name: "Reload" });
  await reload.click();
  const times = await reload.locator("svg").evaluate((icon) => getComputedStyle(icon).animationIterationCount);
  expect(times).toBe("1");
  held.resolve();
  await expect(reload).not.toHaveAttribute("aria-disabled", "true");
});

test("a wide screen is the table's own", async ({ openCustomers, page, environment }) => {
  await page.setViewportSize({ width: 1920, height: 900 });
  await openCustomers(environment, "window=all");
  const box = await page.getByRole("table").boundingBox();
  expect(box?.width).toBeGreaterThan(1700);
  await expectNothingCutOff(page);
});

test("from sign-in to a searched customer, the next page and another window by keyboard alone", async ({
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

  const tabTo = async (name: string | RegExp, role: "button" | "combobox" = "button") => {
    const target = page.getByRole(role, { name });
    for (let presses = 0; presses < 120; presses++) {
      if (await target.evaluate((element) => element === document.activeElement)) return;
      await page.keyboard.press("Tab");
    }
    throw new Error(`Tab does not reach ${name}`);
  };
  await tabTo(/^Created: /);
  await page.keyboard.press("Enter");
  await tabTo(/all time$/i);
  await page.keyboard.press("Enter");
  await expectCustomers(page, await readList(page, environment, everything));
  await expect(page.getByRole("button", { name: /^Created: / })).toBeFocused();

  await tabTo("Company");
  await page.keyboard.press("Space");
  const sorted = { ...everything, sort: "companyName", ascending: "true" };
  await expectCustomers(page, await readList(page, environment, sorted));
  await tabTo("Next page");
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
