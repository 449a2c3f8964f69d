import type { Page } from "@playwright/test";
import type { Role } from "#lib/contract/console/session.ts";
import type { Environment } from "#lib/contract/environment.ts";
import { api } from "#lib/paths.ts";
import { expect } from "#tests/e2e/helpers/fixtures.ts";

/** A page that is brought into a state, with its surroundings. */
export interface Visit {
  page: Page;
  environment: Environment;
}

/** A popover or a dialog that is opened on the page and closed with Escape. */
export interface Opening {
  name: string;
  /** Opens it, and waits until it is shown. */
  open: (visit: Visit) => Promise<unknown>;
  /** The part to analyse. The rest of the page has been analysed before. */
  within: string;
  /** The status message for screen readers. */
  says?: RegExp;
}

/** A page in one of its states, as `accessibility.spec.ts` analyses it. */
export interface PageState {
  /** The name of the step. */
  name: string;
  /** True if it needs the demo's data, or if it writes. */
  demo?: true;
  /** True if later states would show its changes unless their page is loaded again. */
  leavesTraces?: true;
  /** The role of the signed-in person; null: nobody. Default: the viewer. */
  role?: Role | null;
  /** Brings the page into the state, and waits until it is shown. */
  reach: (visit: Visit) => Promise<unknown>;
  /** The status message for screen readers (WCAG 4.1.3). Null: there is none. */
  says: RegExp | null;
  /** The allowed messages of the browser's console. */
  allow?: RegExp;
  /** The popovers and dialogs to open on the page, one after the other. */
  openings?: readonly Opening[];
}

/** The browser's message about a request without an answer. */
export const lost = /ERR_FAILED/;

/** From now on no request for data gets an answer. */
export const loseConnection = (page: Page) => page.route("**/api/**", (route) => route.abort("failed"));

/** The headers of a request that writes. A page need not be open. */
export async function writeHeaders(page: Page): Promise<Record<string, string>> {
  const session = await page.request.get(api.session());
  return { "X-Switchboard": "1", Origin: new URL(session.url()).origin };
}

/** Waits for the table with this name. */
export const tableOf = (page: Page, name: string) => expect(page.getByRole("table", { name })).toBeVisible();

/** An ID that no record has. */
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
