import { test as base, type ConsoleMessage, expect, type Page } from "@playwright/test";
import type { Environment } from "#lib/contract/environment.ts";
import type { Role } from "#lib/contract/session.ts";
import { api, pages } from "#lib/paths.ts";
import { startOtherApi } from "#tests/fixtures/other-api/start-other-api.ts";
import { type RunningConsole, startConsole } from "#tests/fixtures/start-console.ts";
import { scriptHasTakenOver } from "./both-looks.ts";
import { waitForItsScript } from "./taken-over.ts";
import { configuredVariables, credentialsFor, deployedOrigin, type Upstream, usualEnvironment } from "./target.ts";

interface WorkerFixtures {
  /** Which implementation of the API the console is put in front of; a project's option. */
  upstream: Upstream;
  /** Where the console under test is: the deployed one, or this worker's own. */
  origin: string;
}

interface TestFixtures {
  /** Every page of the browser waits for its script, wherever it is opened. */
  patience: undefined;
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

/** A console that is configured for the other API; it ends together with it. */
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
    async ({ context }, use) => {
      const allowed: RegExp[] = [];
      const seen: string[] = [];
      context.on("console", (message: ConsoleMessage) => {
        if (["error", "warning"].includes(message.type())) seen.push(`${message.text()} (${message.location().url})`);
      });
      context.on("weberror", (error) => seen.push(String(error.error().stack ?? error.error())));
      // A violation of the Content-Security-Policy that a script has caught never reaches the console.
      await context.addInitScript(() =>
        document.addEventListener("securitypolicyviolation", ({ effectiveDirective, blockedURI, sample }) =>
          reportError(new Error(`Content-Security-Policy: ${effectiveDirective} blocked ${blockedURI} ${sample}`)),
        ),
      );
      await use((pattern) => allowed.push(pattern));
      const unexpected = seen.filter((text) => !allowed.some((pattern) => pattern.test(text)));
      expect(unexpected, "errors and warnings on the browser's console").toEqual([]);
    },
    { auto: true },
  ],

  patience: [
    async ({ context }, use) => {
      context.on("page", waitForItsScript);
      await use(undefined);
    },
    { auto: true },
  ],

  signIn: async ({ page, origin, upstream }, use) => {
    let signedIn = false;
    await use(async (role = "viewer") => {
      const answer = await page.request.post(api.session(), {
        data: credentialsFor(role, upstream),
        headers: writeHeaders(origin),
      });
      expect(answer.status(), await answer.text()).toBe(204);
      signedIn = true;
      return page;
    });
    if (!signedIn) return;
    // What its tabs still read, ahead or live, must not meet the end of their session.
    await Promise.all(
      page
        .context()
        .pages()
        .map((tab) => tab.close()),
    );
    await page.request.delete(api.session(), { headers: writeHeaders(origin) });
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
