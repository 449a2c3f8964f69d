import { place } from "../setup/places.mjs";

/**
 * One step of `npm test`. A check counts as one; a suite counts its tests, which its reporter writes
 * to the file that RESULT_FILE names. `folders`: those below tests/ whose tests a suite runs. The steps of a lane run in
 * turn, beside those of the other lane and after the steps without a lane, of which two run at the same time.
 * @typedef {{ name: string, kind: "check" | "suite" | "build", commands: string[][], folders?: readonly string[], quick?: boolean, e2e?: boolean, lane?: "programs" | "browser" }} Step
 */

/** @param {string} name @param {string[]} path */
const tool = (name, ...path) => place("node_modules", name, ...path);

const biome = tool("@biomejs/biome", "bin", "biome");

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
      // The native compiler takes a fifth of the time; the other one stays for the tools that read the sources with it.
      [tool("typescript-native", "bin", "tsc"), "--noEmit", "--project", "."],
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
  },
  { name: "dead code", kind: "check", quick: true, commands: [[tool("knip", "bin", "knip.js"), "--no-progress"]] },
  { name: "documents", kind: "check", quick: true, commands: [[place("scripts", "checks", "documents.mjs")]] },
  { name: "lock file", kind: "check", quick: true, commands: [[place("scripts", "checks", "lock-file.mjs")]] },
  { name: "floors", kind: "check", quick: true, commands: [[place("scripts", "checks", "floors.mjs")]] },
  { name: "patterns", kind: "check", quick: true, commands: [[place("scripts", "checks", "patterns.mjs")]] },
  { name: "spreads", kind: "check", quick: true, commands: [[place("scripts", "checks", "spreads.mjs")]] },
  {
    // One run of all projects: none waits for the last file of another.
    name: "unit, service, integration",
    kind: "suite",
    lane: "programs",
    folders: ["unit", "service", "integration"],
    commands: [[tool("vitest", "vitest.mjs"), "run", "--reporter", "./tests/fixtures/vitest-reporter.ts"]],
  },
  { name: "build", kind: "build", lane: "browser", e2e: true, commands: [] },
  {
    name: "end-to-end",
    kind: "suite",
    lane: "browser",
    e2e: true,
    folders: ["e2e"],
    commands: [[tool("@playwright/test", "cli.js"), "test", "--reporter", "./tests/fixtures/playwright-reporter.ts"]],
  },
];
