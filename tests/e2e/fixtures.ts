import { test as base, type ConsoleMessage, expect, type Page } from "@playwright/test";
import type { Environment } from "#lib/contract/environment.ts";
import type { Role } from "#lib/contract/session.ts";
import { api, pages } from "#lib/paths.ts";
import { startConsole } from "#tests/fixtures/start-console.ts";
import { credentialsFor, deployedOrigin, usualEnvironment } from "./target.ts";

interface WorkerFixtures {
  /** Where the console under test is: the deployed one, or this worker's own in demo mode. */
  origin: string;
}

interface TestFixtures {
  /** The environment to work in where a test does not care which. */
  environment: Environment;
  /** Lets the browser's console say what matches; everything else that is an error or a warning fails the test. */
  allowConsole: (pattern: RegExp) => void;
  /** Signs the page's browser context in and gives back the page; signs it out when the test ends. */
  signIn: (role?: Role) => Promise<Page>;
  /** Signs in if need be, and opens the customers page with its table on the screen. */
  openCustomers: (environment?: Environment, query?: URLSearchParams | string) => Promise<Page>;
}

const writeHeaders = (origin: string) => ({ "X-Switchboard": "1", Origin: origin });

export const test = base.extend<TestFixtures, WorkerFixtures>({
  origin: [
    // Playwright reads a fixture's needs from this pattern: it must be there, empty or not.
    // biome-ignore lint/correctness/noEmptyPattern: see above
    async ({}, use) => {
      if (deployedOrigin) return use(deployedOrigin);
      const console = await startConsole();
      await use(console.origin);
      await console.close();
    },
    { scope: "worker", timeout: 60_000 },
  ],
  baseURL: ({ origin }, use) => use(origin),
  environment: usualEnvironment,

  allowConsole: [
    async ({ context }, use) => {
      const allowed: RegExp[] = [];
      const seen: string[] = [];
      // Chromium reports violations of the Content-Security-Policy here as well.
      context.on("console", (message: ConsoleMessage) => {
        if (["error", "warning"].includes(message.type())) seen.push(`${message.text()} (${message.location().url})`);
      });
      context.on("weberror", (error) => seen.push(String(error.error().stack ?? error.error())));
      await use((pattern) => allowed.push(pattern));
      const unexpected = seen.filter((text) => !allowed.some((pattern) => pattern.test(text)));
      expect(unexpected, "errors and warnings on the browser's console").toEqual([]);
    },
    { auto: true },
  ],

  signIn: async ({ page, origin }, use) => {
    let signedIn = false;
    await use(async (role = "viewer") => {
      const answer = await page.request.post(api.session(), {
        data: credentialsFor(role),
        headers: writeHeaders(origin),
      });
      expect(answer.status(), await answer.text()).toBe(204);
      signedIn = true;
      return page;
    });
    if (signedIn) await page.request.delete(api.session(), { headers: writeHeaders(origin) });
  },

  openCustomers: async ({ page, signIn, environment: usual }, use) => {
    await use(async (environment = usual, query) => {
      const { ok } = await page.request.get(api.session()).then((answer) => ({ ok: answer.ok() }));
      if (!ok) await signIn();
      await page.goto(pages.customers(environment, query));
      await expect(page.getByRole("table")).toBeVisible();
      return page;
    });
  },
});

export { expect };
