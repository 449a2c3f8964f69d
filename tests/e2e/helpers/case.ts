import { readFileSync } from "node:fs";
import type { Browser, Page } from "@playwright/test";
import type { Role } from "#lib/contract/console/session.ts";
import { api } from "#lib/paths.ts";
import { startConsole } from "#tests/fixtures/console/start-console.ts";
import { credentialsFor } from "./target.ts";

/** The page that a case file shows. */
export interface ShownCase {
  page: Page;
  /** The console's log. */
  logs(): string;
  close(): Promise<void>;
}

/**
 * Shows the page of a case file. It starts a separate console from the file, signs in with the role of the file's
 * author, and opens the page that the author saw.
 */
export async function openCase(browser: Browser, file: string): Promise<ShownCase> {
  const { view, role } = JSON.parse(readFileSync(file, "utf8")).log._switchboard as { view: string; role: Role };
  const console = await startConsole({ flags: ["--case", file] });
  const context = await browser.newContext({ baseURL: console.origin });
  const close = async () => {
    await context.close();
    await console.close();
  };
  try {
    const headers = { "X-Switchboard": "1", Origin: console.origin };
    await context.request.post(api.session(), { data: credentialsFor(role), headers });
    const page = await context.newPage();
    await page.goto(view);
    return { page, logs: console.logs, close };
  } catch (error) {
    await close();
    throw error;
  }
}
