import { defineConfig } from "@playwright/test";
import { deployedOrigin, type Upstream } from "#tests/e2e/target.ts";

const chromium = process.env.PLAYWRIGHT_CHROMIUM;
const isRoot = process.getuid?.() === 0;

/**
 * Specs that run in front of the other API as well: those in which a page depends on the shape of its answers. What the
 * server makes of them (exports, the lookup, the overview) is tested in front of it by tests/integration.
 */
const otherApiSpecs = [
  "activities",
  "bulk",
  "contract",
  "create-on-any-api",
  "customer",
  "customers",
  "customers-ladder",
  "jobs-live",
  "webhooks",
];

export default defineConfig<object, { upstream: Upstream }>({
  testDir: "tests/e2e",
  outputDir: "test-results",
  workers: 2,
  fullyParallel: true,
  forbidOnly: process.env.CI === "true",
  // A flaky test is a bug: nothing is tried again until it passes.
  retries: 0,
  // Nothing here asserts how fast anything is: both only end what would never come, on a busy machine too.
  timeout: 120_000,
  expect: { timeout: 20_000 },
  // Tests that write or need the demo's data stay away from a deployed console.
  ...(deployedOrigin ? { grepInvert: /@demo/ } : {}),
  // The pages must work on any API of the specification, not on ours alone.
  projects: deployedOrigin
    ? [{ name: "deployed" }]
    : [
        { name: "service", use: { upstream: "service" } },
        {
          name: "other-api",
          use: { upstream: "other-api" },
          testMatch: otherApiSpecs.map((name) => `**/${name}.spec.ts`),
        },
      ],
  use: {
    browserName: "chromium",
    // Another language than the pages', so that whatever follows the browser shows.
    locale: "de-DE",
    timezoneId: "Europe/Berlin",
    screenshot: "only-on-failure",
    trace: "retain-on-failure",
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
      ],
    },
  },
});
