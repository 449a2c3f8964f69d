import { defineConfig } from "@playwright/test";
import { deployedOrigin, type Upstream } from "#tests/e2e/helpers/target.ts";

const chromium = process.env.PLAYWRIGHT_CHROMIUM;
const isRoot = process.getuid?.() === 0;

export default defineConfig<object, { upstream: Upstream }>({
  testDir: "tests/e2e",
  outputDir: "test-results",
  // A test spends half of its time waiting for its page, so three workers keep two cores busy.
  workers: 3,
  fullyParallel: true,
  forbidOnly: process.env.CI === "true",
  // A flaky test is a bug, so no test is retried until it passes. On a build server, `npm test` runs a failed file once
  // more, alone, and lists the tests that pass only then.
  retries: 0,
  // These limits only end a test that would never finish, even on a busy machine. No test asserts how fast something
  // is.
  timeout: 300_000,
  expect: { timeout: 30_000 },
  // Tests that write data, or that need the demo's data, do not run against a deployed console.
  ...(deployedOrigin ? { grepInvert: /@demo/ } : {}),
  // The pages must work with every API that follows the specification, not only with our own service.
  projects: deployedOrigin
    ? [{ name: "deployed" }]
    : [
        // Runs only the tests of pages that depend on the shape of the API's answers. The server's own work with the
        // other API (exports, lookup, overview, refusals) is tested by tests/integration. One worker, so that the
        // console of this project is started once. First in the list, so that this project is not the last to end.
        { name: "other-api", use: { upstream: "other-api" }, grep: /@any-api/, workers: 1 },
        { name: "service", use: { upstream: "service" } },
      ],
  use: {
    browserName: "chromium",
    // Not the language of the pages, so that a page that follows the browser's language is noticed.
    locale: "de-DE",
    timezoneId: "Europe/Berlin",
    // No animations: nothing is drawn that exists only between two states.
    contextOptions: { reducedMotion: "reduce" },
    screenshot: "only-on-failure",
    // Recording a trace costs a quarter of the processor's time. Use --trace on to record a failure that can be
    // repeated.
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
        // Test pages live only for seconds, so the last optimizing compiler costs more than it saves.
        "--js-flags=--no-turbofan",
      ],
    },
  },
});
