import { type Browser, chromium } from "@playwright/test";

/** Starts the Chromium that `PLAYWRIGHT_CHROMIUM` names, or else Playwright's own. */
export function launchBrowser(): Promise<Browser> {
  const executablePath = process.env.PLAYWRIGHT_CHROMIUM;
  return chromium.launch({
    ...(executablePath && { executablePath }),
    args: process.getuid?.() === 0 ? ["--no-sandbox"] : [],
  });
}
