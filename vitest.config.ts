import { defineConfig } from "vitest/config";

/** Property tests draw the same cases on every machine; another seed is a variable away. */
const seed = Number(process.env.TEST_SEED ?? 20_261_120);

const project = (name: string, timeoutMs: number) => ({
  extends: true as const,
  test: { name, include: [`tests/${name}/**/*.test.{ts,tsx}`], testTimeout: timeoutMs, hookTimeout: timeoutMs },
});

export default defineConfig({
  test: {
    environment: "node",
    setupFiles: ["tests/fixtures/fail-on-console.ts", "tests/fixtures/property-seed.ts"],
    env: { TEST_SEED: String(seed) },
    restoreMocks: true,
    unstubEnvs: true,
    unstubGlobals: true,
    passWithNoTests: false,
    // Two cores are enough for everybody: more workers only make the slow tests time out.
    maxWorkers: 2,
    // Nothing here asserts how fast anything is: these only end what would never come, on a busy machine too.
    projects: [project("unit", 60_000), project("service", 180_000), project("integration", 180_000)],
  },
});
