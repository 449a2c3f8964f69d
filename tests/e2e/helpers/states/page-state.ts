import type { Page } from "@playwright/test";
import type { Role } from "#lib/contract/console/session.ts";
import type { Environment } from "#lib/contract/environment.ts";
import { api } from "#lib/paths.ts";
import { expect } from "#tests/e2e/helpers/fixtures.ts";

/** The page to bring into a state, and the environment that it shows. */
export interface Visit {
  page: Page;
  environment: Environment;
}

/** A popover or a dialog on the page. Escape closes it again. */
export interface Opening {
  name: string;
  /** Opens the popover or dialog, and waits until it is shown. */
  open: (visit: Visit) => Promise<unknown>;
  /** The selector of the part to analyse. The rest of the page has been analysed before. */
  within: string;
  /** The status message that is expected for screen readers. */
  says?: RegExp;
}

/** A page in one of its states, as `accessibility.spec.ts` analyses it. */
export interface PageState {
  /** The name of the step. */
  name: string;
  /** True if the state needs the demo's data, or if it writes. */
  demo?: true;
  /** True if this state leaves changes on the page. The page must then be loaded again before a later state. */
  leavesTraces?: true;
  /** The role of the signed-in person. Null: nobody is signed in. Default: viewer. */
  role?: Role | null;
  /** Brings the page into the state, and waits until the state is shown. */
  reach: (visit: Visit) => Promise<unknown>;
  /** The status message that is expected for screen readers (WCAG 4.1.3). Null: no message. */
  says: RegExp | null;
  /** The messages of the browser's console that are allowed. */
  allow?: RegExp;
  /** The popovers and dialogs to open on the page, one after another. */
  openings?: readonly Opening[];
}

/** The browser's message about a request without an answer. */
export const lost = /ERR_FAILED/;

/** Makes all later requests for data fail without an answer. */
export const loseConnection = (page: Page) => page.route("**/api/**", (route) => route.abort("failed"));

/** The headers of a request that writes. They work without an open page. */
export async function writeHeaders(page: Page): Promise<Record<string, string>> {
  const session = await page.request.get(api.session());
  return { "X-Switchboard": "1", Origin: new URL(session.url()).origin };
}

/** Waits for the table with this name. */
export const tableOf = (page: Page, name: string) => expect(page.getByRole("table", { name })).toBeVisible();

/** An ID that belongs to no record. */
export const missingID = "0b0e7f3e-1111-4222-8333-444444444444";

/** Opens the page of a record that does not exist, and waits for the message. */
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

/** The part to analyse for an opening: the open popover or dialog. */
export const popover = ":popover-open";
export const dialog = "dialog[open]";
