import { defineConfig } from "vitest/config";

/** Property tests draw the same cases on every machine. TEST_SEED sets another seed. */
const seed = Number(process.env.TEST_SEED ?? 20_261_120);

/** No test measures time. This limit only ends a test that hangs, even on a very busy machine. */
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

/** The set-up for the projects whose tests create databases. */
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
    // The default is one second. On a busy machine, anything may take that long.
    expect: { poll: { timeout: 60_000 } },
    restoreMocks: true,
    unstubEnvs: true,
    unstubGlobals: true,
    passWithNoTests: false,
    // Two workers, because the end-to-end tests run at the same time on the same two cores. With more workers, slow
    // tests time out.
    maxWorkers: 2,
    // Test files share their modules. Loading the modules again for each file would take more than half of the unit
    // tests' time, and much of the others'. So a test must not replace a module that another file may have loaded
    // before. A test about a whole process starts that process.
    isolate: false,
    projects: [project("unit"), project("service", { globalSetup }), project("integration", { globalSetup })],
  },
});
