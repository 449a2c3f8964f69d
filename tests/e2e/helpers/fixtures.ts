import {
  type BrowserContext,
  test as base,
  type ConsoleMessage,
  type Cookie,
  expect,
  type Page,
} from "@playwright/test";
import { preferenceNames } from "#lib/contract/console/preferences.ts";
import type { Role } from "#lib/contract/console/session.ts";
import type { Environment } from "#lib/contract/environment.ts";
import { environments } from "#lib/contract/values/environments.ts";
import { api, pages } from "#lib/paths.ts";
import { type RunningConsole, startConsole, stoppedOrigins } from "#tests/fixtures/console/start-console.ts";
import { startOtherApi } from "#tests/fixtures/other-api/start-other-api.ts";
import { scriptHasTakenOver } from "./both-looks.ts";
import { waitForItsScript } from "./taken-over.ts";
import { configuredVariables, credentialsFor, deployedOrigin, type Upstream, usualEnvironment } from "./target.ts";

interface WorkerFixtures {
  /** The implementation of the API that the console uses. The Playwright project sets it. */
  upstream: Upstream;
  /** The origin of the console under test: the deployed console, or the console of this worker. */
  origin: string;
}

interface TestFixtures {
  /** Waits until each opened page is hydrated. */
  hydration: undefined;
  /** The environment for tests that work in both environments. */
  environment: Environment;
  /** Allows messages of the browser's console that match. Every other error or warning fails the test. */
  allowConsole: (pattern: RegExp) => void;
  /** Signs in the page's browser context and returns the page. Its tabs are closed when the test ends. */
  signIn: (role?: Role) => Promise<Page>;
  /** Signs in if necessary, opens the customers page, and waits for its table. */
  openCustomers: (environment?: Environment, query?: URLSearchParams | string) => Promise<Page>;
}

const writeHeaders = (origin: string) => ({ "X-Switchboard": "1", Origin: origin });

/** Default preferences, but with the lookup hint and the first steps already dismissed. */
const noPreferences = {
  ...Object.fromEntries(preferenceNames.map((name) => [name, null])),
  lookupHintDismissed: true,
  firstStepsDismissed: true,
};

/**
 * Resets the preferences and drafts of earlier tests, but leaves the data of a real person unchanged. False if nobody
 * is signed in.
 */
async function forgetEarlierTests({ request }: Page, origin: string): Promise<boolean> {
  const headers = writeHeaders(origin);
  const answers = await Promise.all([
    request.put(api.preferences(), { data: noPreferences, headers }),
    request.put(api.currentTicket(), { data: {}, headers }),
    ...environments.map((environment) => request.delete(api.draft(`creation.${environment}.new`), { headers })),
  ]);
  return answers.every((answer) => answer.ok());
}

/**
 * The cookies of people who signed in earlier at this worker's consoles, by origin and role. Hashing a password takes
 * as long as loading a page. So tests reuse a session until a test ends it.
 */
const earlierCookies = new Map<string, Cookie[]>();

/** Starts the other API and a console that is configured for it. `close` stops both. */
async function startBeforeOtherApi(): Promise<Pick<RunningConsole, "origin" | "close">> {
  const otherApi = await startOtherApi();
  const console = await startConsole({ env: configuredVariables(otherApi.origin, otherApi.keys) });
  return {
    origin: console.origin,
    close: async () => {
      const code = await console.close();
      await otherApi.close();
      return code;
    },
  };
}

const originOf = (url: string) => (URL.canParse(url) ? new URL(url).origin : "");

/**
 * Reports every error and warning in the browser's console of these pages, and everything that their
 * Content-Security-Policy blocks.
 */
async function watchContext(context: BrowserContext, tell: (text: string) => void): Promise<void> {
  context.on("console", (message: ConsoleMessage) => {
    const { url } = message.location();
    // A page may still be open when its console is stopped. The requests of that page are then refused or cut off.
    if (/ERR_CONNECTION_(REFUSED|RESET)/.test(message.text()) && stoppedOrigins.has(originOf(url))) return;
    if (["error", "warning"].includes(message.type())) tell(`${message.text()} (${url})`);
  });
  context.on("weberror", (error) => tell(String(error.error().stack ?? error.error())));
  // If a script catches a violation of the Content-Security-Policy, the browser does not log it.
  await context.addInitScript(() =>
    document.addEventListener("securitypolicyviolation", ({ effectiveDirective, blockedURI, sample }) =>
      reportError(new Error(`Content-Security-Policy: ${effectiveDirective} blocked ${blockedURI} ${sample}`)),
    ),
  );
}

export const test = base.extend<TestFixtures, WorkerFixtures>({
  upstream: ["service", { option: true, scope: "worker" }],
  origin: [
    async ({ upstream }, use) => {
      if (deployedOrigin) return use(deployedOrigin);
      const console = await (upstream === "other-api" ? startBeforeOtherApi() : startConsole());
      await use(console.origin);
      await console.close();
    },
    { scope: "worker", timeout: 120_000 },
  ],
  baseURL: ({ origin }, use) => use(origin),
  environment: usualEnvironment,

  allowConsole: [
    async ({ browser, context }, use) => {
      const allowed: RegExp[] = [];
      const seen: string[] = [];
      const watch = (watched: BrowserContext) => watchContext(watched, (text) => seen.push(text));
      await watch(context);
      // The test may open more browser contexts, for other people.
      browser.on("context", watch);
      await use((pattern) => allowed.push(pattern));
      browser.off("context", watch);
      const unexpected = seen.filter((text) => !allowed.some((pattern) => pattern.test(text)));
      expect(unexpected, "errors and warnings on the browser's console").toEqual([]);
    },
    { auto: true },
  ],

  hydration: [
    async ({ context }, use) => {
      context.on("page", waitForItsScript);
      await use(undefined);
    },
    { auto: true },
  ],

  signIn: async ({ page, context, origin, upstream }, use) => {
    let signedIn = false;
    await use(async (role = "viewer") => {
      signedIn = true;
      const who = `${origin} ${role}`;
      const earlier = earlierCookies.get(who);
      if (earlier) {
        await context.addCookies(earlier);
        if (await forgetEarlierTests(page, origin)) return page;
      }
      const answer = await page.request.post(api.session(), {
        data: credentialsFor(role, upstream),
        headers: writeHeaders(origin),
      });
      expect(answer.status(), await answer.text()).toBe(204);
      if (deployedOrigin) return page;
      earlierCookies.set(who, await context.cookies());
      await forgetEarlierTests(page, origin);
      return page;
    });
    if (!signedIn) return;
    // Closes the tabs, so that changes of the next test do not affect requests of this test.
    await Promise.all(context.pages().map((tab) => tab.close()));
    if (deployedOrigin) await page.request.delete(api.session(), { headers: writeHeaders(origin) });
  },

  openCustomers: async ({ page, signIn, environment: usual }, use) => {
    await use(async (environment = usual, query) => {
      const { ok } = await page.request.get(api.session()).then((answer) => ({ ok: answer.ok() }));
      if (!ok) await signIn();
      await page.goto(pages.customers(environment, query));
      await expect(page.getByRole("table")).toBeVisible();
      await scriptHasTakenOver(page);
      return page;
    });
  },
});

export { expect };
