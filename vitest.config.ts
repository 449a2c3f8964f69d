import { defineConfig } from "vitest/config";

/** Property tests use the same cases on every machine. TEST_SEED sets a different seed. */
const seed = Number(process.env.TEST_SEED ?? 20_261_120);

/**
 * The time limit of a test, in milliseconds. No test measures time. The limit only ends a test that hangs, so it is
 * long enough for a very busy machine.
 */
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

/** The set-up of the projects whose tests create databases. */
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
    // The default of one second is too short for a busy machine.
    expect: { poll: { timeout: 60_000 } },
    restoreMocks: true,
    unstubEnvs: true,
    unstubGlobals: true,
    passWithNoTests: false,
    // More than half of the tests' time is waiting for processes, leases and pauses. With four workers, these tests end
    // together with the end-to-end tests, which run at the same time.
    maxWorkers: 4,
    // Test files share their loaded modules. Loading them again for each file would take more than half of the unit
    // tests' time, and much of the time of the other tests. A test must therefore not replace a module that a previous
    // file may have loaded. A test about a complete process starts that process.
    isolate: false,
    projects: [project("unit"), project("service", { globalSetup }), project("integration", { globalSetup })],
  },
});
