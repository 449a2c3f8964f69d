import { defineConfig } from "vitest/config";

/** Property tests draw the same cases on every machine; another seed is a variable away. */
const seed = Number(process.env.TEST_SEED ?? 20_261_120);

/** No test is about time: the bound only ends what hangs, on a machine that may be very busy. */
const timeoutMs = 180_000;

const project = (name: string, options: { globalSetup?: string } = {}) => ({
  extends: true as const,
  test: {
    name,
    include: [`tests/${name}/**/*.test.{ts,tsx}`],
    testTimeout: timeoutMs,
    hookTimeout: timeoutMs,
    ...options,
  },
});

/** Of those whose tests make databases. */
const globalSetup = "tests/fixtures/database/test-run.ts";

export default defineConfig({
  test: {
    environment: "node",
    setupFiles: [
      "tests/fixtures/database/lock-order.ts",
      "tests/fixtures/fail-on-console.ts",
      "tests/fixtures/property-seed.ts",
    ],
    env: { TEST_SEED: String(seed) },
    // Its default is a second, which a busy machine can need for anything.
    expect: { poll: { timeout: 60_000 } },
    restoreMocks: true,
    unstubEnvs: true,
    unstubGlobals: true,
    passWithNoTests: false,
    // Two cores are enough for everybody. The end-to-end tests run beside these: with more workers, slow tests time out.
    maxWorkers: 2,
    // Loading the modules again for each file takes more than half of the unit tests' time and much of the others'.
    // So a test replaces no module that another file may have loaded before it, and what is about a whole process
    // starts one.
    isolate: false,
    projects: [project("unit"), project("service", { globalSetup }), project("integration", { globalSetup })],
  },
});
