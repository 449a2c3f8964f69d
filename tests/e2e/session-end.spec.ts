import type { Page } from "@playwright/test";
import { type Session, sessionSchema } from "#lib/contract/session.ts";
import { api, pages } from "#lib/paths.ts";
import { expectAccessibleInBothLooks } from "./axe.ts";
import { scriptHasTakenOver } from "./both-looks.ts";
import { expect, test } from "./fixtures.ts";
import { credentialsFor } from "./target.ts";

const warning = (page: Page) => page.getByRole("dialog", { name: "Are you still there?" });
const finalWarning = (page: Page) => page.getByRole("dialog", { name: "Your session is about to end" });
const notice = (page: Page) => page.getByRole("alert").filter({ hasText: "Your session has ended" });
const stay = (page: Page) => page.getByRole("button", { name: "Stay signed in" });

/** From here on the console says that the session has so many seconds left; everything else is its own answer. */
async function pretendLeft(page: Page, secondsLeft: number, which: "idle" | "absolute"): Promise<void> {
  await page.route(
    (url) => url.pathname === api.session(),
    async (route) => {
      const answer = await route.fetch();
      const session: Session = sessionSchema.parse(await answer.json());
      const end = new Date(Date.parse(session.asOf ?? "") + secondsLeft * 1_000).toISOString();
      const json = { ...session, idleExpiresAt: end, ...(which === "absolute" ? { expiresAt: end } : {}) };
      await route.fulfill({ response: answer, json });
    },
  );
}

test("the end is announced, can be put off here or in another tab, and not for ever", async ({
  openCustomers,
  page,
  environment,
}) => {
  await page.clock.install();
  await openCustomers(environment);
  await scriptHasTakenOver(page);
  const search = page.getByRole("searchbox", { name: "Search customers" });
  await search.fill("what I was typing");
  await pretendLeft(page, 90, "idle");
  await page.clock.fastForward("28:00");
  await expect(warning(page)).toBeVisible();
  await expect(warning(page)).toContainText(/You will be signed out at \d\d:\d\d:\d\d Berlin time/);
  await expect(stay(page)).toBeFocused();
  await expectAccessibleInBothLooks(page);
  const extended = page.waitForResponse((answer) => answer.url().endsWith(api.extendSession()));
  await page.keyboard.press("Enter");
  expect((await extended).status()).toBe(200);
  await expect(warning(page)).toBeHidden();
  await expect(search).toBeFocused();
  await expect(search).toHaveValue("what I was typing");

  await page.clock.fastForward("28:00");
  await expect(warning(page)).toBeVisible();
  // Another tab has put it off: the console says so when it is asked again.
  await page.unrouteAll();
  await page.clock.fastForward("00:15");
  await expect(warning(page)).toBeHidden();

  await pretendLeft(page, 100, "absolute");
  await page.clock.fastForward("28:00");
  await expect(finalWarning(page)).toContainText("cannot be extended");
  await expect(stay(page)).toBeHidden();
  await expect(page.getByRole("button", { name: "Continue" })).toBeFocused();
  await expectAccessibleInBothLooks(page);
  await page.keyboard.press("Escape");
  await expect(finalWarning(page)).toBeHidden();
});

test("after the end the page stays, and signing in leads back to this address", async ({
  openCustomers,
  page,
  environment,
  allowConsole,
  origin,
  upstream,
}) => {
  allowConsole(/401/);
  await page.clock.install();
  await openCustomers(environment, "window=all&limit=10&sort=companyName");
  await scriptHasTakenOver(page);
  // The whole address, with what was changed since the page was loaded.
  await page.getByRole("button", { name: "Include deleted" }).click();
  await expect(page).toHaveURL(/includeDeleted=true/);
  const address = page.url().replace(origin, "");
  await page.request.delete(api.session(), { headers: { "X-Switchboard": "1", Origin: origin } });
  await page.clock.fastForward("29:00");
  await expect(notice(page)).toBeVisible();
  await expect(page.getByRole("table")).toBeVisible();
  await expectAccessibleInBothLooks(page);
  const link = notice(page).getByRole("link", { name: "Sign in again" });
  await expect(link).toHaveAttribute("href", pages.signIn(address));
  await link.click();
  const { email, password } = credentialsFor("viewer", upstream);
  await page.getByLabel("E-mail address").fill(email);
  await page.getByLabel("Password").fill(password);
  await page.getByRole("button", { name: "Sign in", exact: true }).click();
  await expect(page).toHaveURL(address);
  await expect(page.getByRole("table")).toBeVisible();
});
