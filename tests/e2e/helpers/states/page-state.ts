import type { Page } from "@playwright/test";
import type { Role } from "#lib/contract/console/session.ts";
import type { Environment } from "#lib/contract/environment.ts";
import { api } from "#lib/paths.ts";
import { expect } from "#tests/e2e/helpers/fixtures.ts";

/** The page that is brought into a state, and its surroundings. */
export interface Visit {
  page: Page;
  environment: Environment;
}

/** A popover or dialog that is opened on a page and closed by Escape. */
export interface Opening {
  name: string;
  /** Opens it, and waits until it is shown. */
  open: (visit: Visit) => Promise<unknown>;
  /** The part to analyse: the rest of the page was analysed before. */
  within: string;
  /** The status message for screen readers. */
  says?: RegExp;
}

/** A page in one of its states, as `accessibility.spec.ts` analyses it. */
export interface PageState {
  /** The name of its step. */
  name: string;
  /** Whether it needs the demo's data, or writes. */
  demo?: true;
  /** Whether what it changes would show in the states after it, unless their page is loaded again. */
  leavesTraces?: true;
  /** Who is signed in; null: nobody. Default: the viewer. */
  role?: Role | null;
  /** Brings the page into the state, and waits until it is shown. */
  reach: (visit: Visit) => Promise<unknown>;
  /** The status message for screen readers (WCAG 4.1.3); null: none. */
  says: RegExp | null;
  /** The messages of the browser's console that are allowed. */
  allow?: RegExp;
  /** What is opened on the page, one after the other. */
  openings?: readonly Opening[];
}

/** What the browser says of a request that got no answer. */
export const lost = /ERR_FAILED/;

/** From now on no request for data gets an answer. */
export const loseConnection = (page: Page) => page.route("**/api/**", (route) => route.abort("failed"));

/** The headers of a request that writes, also before a page is open. */
export async function writeHeaders(page: Page): Promise<Record<string, string>> {
  const session = await page.request.get(api.session());
  return { "X-Switchboard": "1", Origin: new URL(session.url()).origin };
}

/** Waits for the table of this name. */
export const tableOf = (page: Page, name: string) => expect(page.getByRole("table", { name })).toBeVisible();

/** An ID that no record has. */
export const missingID = "0b0e7f3e-1111-4222-8333-444444444444";

/** Opens the page of a record that is not there, and waits until it says so. */
export async function openMissing(page: Page, address: string): Promise<void> {
  await page.goto(address);
  await expect(
    page
      .getByRole("alert")
      .filter({ hasText: /\S/ })
      .or(page.getByRole("heading", { level: 2 }))
      .first(),
  ).toBeVisible();
}

/** Reloads the page without a connection. */
export async function failReload({ page }: Visit): Promise<void> {
  await loseConnection(page);
  await page
    .getByRole("button", { name: /^Reload/ })
    .first()
    .click();
  await expect(page.getByRole("alert").filter({ hasText: "No connection" })).toBeVisible();
}

/** Where an opening is looked at: in the popover or dialog that is open. */
export const popover = ":popover-open";
export const dialog = "dialog[open]";
