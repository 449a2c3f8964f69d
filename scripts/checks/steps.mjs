import { place } from "../setup/places.mjs";

/**
 * One step of `npm test`. A check counts as one; a suite counts its tests, which its reporter writes
 * to the file that RESULT_FILE names.
 * @typedef {{ name: string, kind: "check" | "suite" | "build", commands: string[][], quick?: boolean, e2e?: boolean }} Step
 */

/** @param {string} name @param {string[]} path */
const tool = (name, ...path) => place("node_modules", name, ...path);

const biome = tool("@biomejs/biome", "bin", "biome");
const vitest = tool("vitest", "vitest.mjs");

/** @param {string} name @returns {Step} */
const suite = (name) => ({
  name,
  kind: "suite",
  commands: [[vitest, "run", "--project", name, "--reporter", "./tests/fixtures/vitest-reporter.ts"]],
});

/** @type {Step[]} in the order in which they run: what fails fastest first */
export const steps = [
  {
    name: "format",
    kind: "check",
    quick: true,
    commands: [[biome, "ci", "--linter-enabled=false", "--max-diagnostics=200"]],
  },
  {
    name: "lint",
    kind: "check",
    quick: true,
    commands: [[biome, "lint", "--error-on-warnings", "--max-diagnostics=200"]],
  },
  {
    name: "types",
    kind: "check",
    quick: true,
    commands: [
      [tool("next", "dist", "bin", "next"), "typegen"],
      [tool("typescript", "bin", "tsc"), "--noEmit", "--project", "."],
    ],
  },
  {
    name: "boundaries",
    kind: "check",
    quick: true,
    commands: [
      [
        tool("dependency-cruiser", "bin", "dependency-cruiser.mjs"),
        "--config",
        ".dependency-cruiser.mjs",
        ...[
          "app",
          "components",
          "lib",
          "server",
          "scripts",
          "tests",
          "instrumentation-client.ts",
          "instrumentation.ts",
          "proxy.ts",
        ],
      ],
    ],
  },
  { name: "dead code", kind: "check", quick: true, commands: [[tool("knip", "bin", "knip.js"), "--no-progress"]] },
  { name: "documents", kind: "check", quick: true, commands: [[place("scripts", "checks", "documents.mjs")]] },
  { name: "lock file", kind: "check", quick: true, commands: [[place("scripts", "checks", "lock-file.mjs")]] },
  { name: "patterns", kind: "check", quick: true, commands: [[place("scripts", "checks", "patterns.mjs")]] },
  suite("unit"),
  suite("service"),
  suite("integration"),
  { name: "build", kind: "build", e2e: true, commands: [] },
  {
    name: "end-to-end",
    kind: "suite",
    e2e: true,
    commands: [[tool("@playwright/test", "cli.js"), "test", "--reporter", "./tests/fixtures/playwright-reporter.ts"]],
  },
];
