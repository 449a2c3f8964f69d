import { defineConfig } from "@playwright/test";
import { deployedOrigin, type Upstream } from "#tests/e2e/helpers/target.ts";

const chromium = process.env.PLAYWRIGHT_CHROMIUM;
const isRoot = process.getuid?.() === 0;

/** The files that replace the `origin` of a worker. */
const ownConsole = /\/(api-behaviour|broken|jobs-odd|live-jobs|tasks)\.spec\.ts$/;

export default defineConfig<object, { upstream: Upstream }>({
  testDir: "tests/e2e",
  outputDir: "test-results",
  // A test spends half of its time waiting for its page. The last tests of a run wait longest, and nothing runs beside
  // them. So four workers, not three, keep two processor cores busy until the end.
  workers: 4,
  fullyParallel: true,
  forbidOnly: process.env.CI === "true",
  // A flaky test is a bug, so no test is retried until it passes. On a build server, `npm test` runs a failed file once
  // more, alone. It lists the tests that pass only in the second run.
  retries: 0,
  // The limits only end a test that would never finish, so they are long enough for a busy machine. No test measures
  // speed.
  timeout: 300_000,
  expect: { timeout: 30_000 },
  // Tests that write data or need the demo data are excluded if the tests run against a deployed console.
  ...(deployedOrigin ? { grepInvert: /@demo/ } : {}),
  // The pages must work with every API that follows the specification, not only with this repository's service.
  projects: deployedOrigin
    ? [{ name: "deployed" }]
    : [
        // This project runs only the tests of pages that depend on the form of the API's answers. tests/integration
        // covers the server's own work with this API (exports, lookup, overview, refusals). The project has one worker,
        // so that its console is started only once. It comes first in the list, so that it does not end last.
        { name: "other-api", use: { upstream: "other-api" }, grep: /@any-api/, workers: 1 },
        // Each of these files starts a console of its own for each worker. They come before the other files: a file
        // between two others would end the console of a worker, which would then be started again.
        { name: "own console", use: { upstream: "service" }, testMatch: ownConsole },
        { name: "service", use: { upstream: "service" }, testIgnore: ownConsole },
      ],
  use: {
    browserName: "chromium",
    // A step that can never succeed ends with its own error, long before the time limit of its test.
    actionTimeout: 120_000,
    // The locale differs from the language of the pages. A test then fails if a page uses the browser's language.
    locale: "de-DE",
    timezoneId: "Europe/Berlin",
    // With reduced motion, pages have no animations, so no screenshot shows an intermediate state.
    contextOptions: { reducedMotion: "reduce" },
    screenshot: "only-on-failure",
    // Recording a trace needs a quarter of the processor's time. Use --trace on to record a failure that is
    // reproducible.
    trace: "off",
    launchOptions: {
      ...(chromium ? { executablePath: chromium } : {}),
      args: [
        // Chromium's sandbox does not work for root, and build servers often run as root.
        ...(isRoot ? ["--no-sandbox"] : []),
        "--disable-gpu",
        "--disable-quic",
        "--no-first-run",
        "--disable-background-networking",
        "--disable-component-update",
        "--disable-sync",
        // Test pages live only for seconds. In this time, the compilers cost more than they save.
        "--js-flags=--no-turbofan --no-maglev --no-sparkplug",
      ],
    },
  },
});
