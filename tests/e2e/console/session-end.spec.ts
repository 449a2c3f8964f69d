import type { Page } from "@playwright/test";
import { type Session, sessionSchema } from "#lib/contract/console/session.ts";
import { api, pages } from "#lib/paths.ts";
import { expectAccessibleInBothLooks } from "#tests/e2e/helpers/axe.ts";
import { scriptHasTakenOver } from "#tests/e2e/helpers/both-looks.ts";
import { addFilter } from "#tests/e2e/helpers/customers-page.ts";
import { expect, test } from "#tests/e2e/helpers/fixtures.ts";
import { credentialsFor } from "#tests/e2e/helpers/target.ts";

const warning = (page: Page) => page.getByRole("dialog", { name: "Are you still there?" });
const finalWarning = (page: Page) => page.getByRole("dialog", { name: "Your session is about to end" });
const notice = (page: Page) => page.getByRole("alert").filter({ hasText: "Your session has ended" });
const stay = (page: Page) => page.getByRole("button", { name: "Stay signed in" });

/** Makes the console answer that the session has this many seconds left. The rest of the answer is unchanged. */
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

test("the page announces the end of the session, and a person can postpone it here or in another tab, up to the limit", async ({
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
  await expectAccessibleInBothLooks(page, { within: "dialog[open]" });
  const extended = page.waitForResponse((answer) => answer.url().endsWith(api.extendSession()));
  await page.keyboard.press("Enter");
  expect((await extended).status()).toBe(200);
  await expect(warning(page)).toBeHidden();
  await expect(search).toBeFocused();
  await expect(search).toHaveValue("what I was typing");

  await page.clock.fastForward("28:00");
  await expect(warning(page)).toBeVisible();
  // Simulates another tab that has extended the session: the console's next answer has more time left.
  await page.unrouteAll();
  await page.clock.fastForward("00:15");
  await expect(warning(page)).toBeHidden();

  await pretendLeft(page, 100, "absolute");
  await page.clock.fastForward("28:00");
  await expect(finalWarning(page)).toContainText("cannot be extended");
  await expect(stay(page)).toBeHidden();
  await expect(page.getByRole("button", { name: "Continue" })).toBeFocused();
  await expectAccessibleInBothLooks(page, { within: "dialog[open]" });
  await page.keyboard.press("Escape");
  await expect(finalWarning(page)).toBeHidden();
});

test("after the session's end the page stays, and signing in returns to the same URL", async ({
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
  // The person changes the URL after the page was loaded. Below, the link to the sign-in must contain the whole URL
  // with this change.
  const answered = page.waitForResponse(/\/customers\?.*includeDeleted=true/);
  await addFilter(page, "Include deleted");
  await expect(page).toHaveURL(/includeDeleted=true/);
  await answered;
  const address = page.url().replace(origin, "");
  await page.request.delete(api.session(), { headers: { "X-Switchboard": "1", Origin: origin } });
  await page.clock.fastForward("29:00");
  await expect(notice(page)).toBeVisible();
  await expect(page.getByRole("table")).toBeVisible();
  await expectAccessibleInBothLooks(page, { focus: true });
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

test("a write after the session's end leads to the sign-in, and the typed text is still there afterwards", async ({
  signIn,
  openCustomers,
  page,
  environment,
  allowConsole,
  origin,
  upstream,
}) => {
  allowConsole(/401/);
  await signIn("editor");
  await openCustomers(environment, "window=all&limit=10");
  await page.getByRole("rowheader").first().getByRole("link").click();
  const note = page.getByPlaceholder("What should a colleague know");
  await note.fill("Call back on Friday");
  await page.request.delete(api.session(), { headers: { "X-Switchboard": "1", Origin: origin } });
  await page.getByRole("button", { name: "Add note" }).click();
  const address = page.url().replace(origin, "");
  await notice(page).getByRole("link", { name: "Sign in again" }).click();
  const { email, password } = credentialsFor("editor", upstream);
  await page.getByLabel("E-mail address").fill(email);
  await page.getByLabel("Password").fill(password);
  await page.getByRole("button", { name: "Sign in", exact: true }).click();
  await expect(page).toHaveURL(address);
  await expect(note).toHaveValue("Call back on Friday");
});
