import { defineConfig } from "@playwright/test";
import { deployedOrigin, type Upstream } from "#tests/e2e/helpers/target.ts";

const chromium = process.env.PLAYWRIGHT_CHROMIUM;
const isRoot = process.getuid?.() === 0;

export default defineConfig<object, { upstream: Upstream }>({
  testDir: "tests/e2e",
  outputDir: "test-results",
  // Each waits for its page half of the time: three keep two cores busy.
  workers: 3,
  fullyParallel: true,
  forbidOnly: process.env.CI === "true",
  // A flaky test is a bug: nothing is tried again until it passes. On a build server `npm test` runs a failed file once
  // more, alone, and names what passes only then.
  retries: 0,
  // Nothing here asserts how fast anything is: both only end what would never come, on a busy machine too.
  timeout: 300_000,
  expect: { timeout: 30_000 },
  // Tests that write or need the demo's data stay away from a deployed console.
  ...(deployedOrigin ? { grepInvert: /@demo/ } : {}),
  // The pages must work on any API of the specification, not on ours alone.
  projects: deployedOrigin
    ? [{ name: "deployed" }]
    : [
        // Only where a page depends on the shape of the API's answers. What the server makes of them (exports, the
        // lookup, the overview, refusals) is tested in front of the other API by tests/integration. One worker, so that
        // its console is started once; first, so that it is not the last to end.
        { name: "other-api", use: { upstream: "other-api" }, grep: /@any-api/, workers: 1 },
        { name: "service", use: { upstream: "service" } },
      ],
  use: {
    browserName: "chromium",
    // Another language than the pages', so that whatever follows the browser shows.
    locale: "de-DE",
    timezoneId: "Europe/Berlin",
    // Nothing is drawn only for being between two states.
    contextOptions: { reducedMotion: "reduce" },
    screenshot: "only-on-failure",
    // A trace costs a quarter of the processor's time; --trace on records one where a failure can be repeated.
    trace: "off",
    launchOptions: {
      ...(chromium ? { executablePath: chromium } : {}),
      args: [
        // Chromium's own sandbox does not work for root, as whom build servers often run.
        ...(isRoot ? ["--no-sandbox"] : []),
        "--disable-gpu",
        "--disable-quic",
        "--no-first-run",
        "--disable-background-networking",
        "--disable-component-update",
        "--disable-sync",
        // Pages that live for seconds never earn back what the last optimizing compiler costs.
        "--js-flags=--no-turbofan",
      ],
    },
  },
});
