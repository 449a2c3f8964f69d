import { place } from "../setup/places.mjs";

/**
 * One step of `npm test`. A check counts as one test. A suite counts its own tests: its reporter writes the counts to
 * the file that RESULT_FILE names. `folders`: the folders below tests/ that a suite runs. The two lanes run at the same
 * time, and the steps of one lane run one after the other. Steps without a lane come first: both lanes take these steps
 * from one list. If there is a build, its lane takes only the steps with `readsBuildFolder`, because the build and the
 * end-to-end tests take longest.
 * @typedef {{ name: string, kind: "check" | "suite" | "build", commands: string[][], folders?: readonly string[],
 * quick?: boolean, e2e?: boolean, lane?: "programs" | "browser", readsBuildFolder?: boolean }} Step
 */

/** @param {string} name @param {string[]} path */
const tool = (name, ...path) => place("node_modules", name, ...path);

/** @type {Step[]} in the order in which they start: the longest check first, then the checks that fail fastest */
export const steps = [
  {
    name: "types",
    kind: "check",
    quick: true,
    readsBuildFolder: true,
    commands: [
      [tool("next", "dist", "bin", "next"), "typegen"],
      // The native compiler needs a fifth of the time of the standard compiler. Tools that read the sources through the
      // compiler's API still use the standard compiler. Several checkers check many types more than once: four
      // checkers, the default, need twice the processor time and memory of one.
      [tool("typescript-native", "bin", "tsc"), "--noEmit", "--project", ".", "--checkers", "1"],
    ],
  },
  {
    // One command checks the format and the rules, because reading all files takes as long as checking their format.
    name: "format and lint",
    kind: "check",
    quick: true,
    commands: [[tool("@biomejs/biome", "bin", "biome"), "ci", "--error-on-warnings", "--max-diagnostics=200"]],
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
  {
    name: "guide",
    kind: "check",
    quick: true,
    commands: [[place("scripts", "setup", "guide", "write-guide.mjs"), "--check"]],
  },
  { name: "lock file", kind: "check", quick: true, commands: [[place("scripts", "checks", "lock-file.mjs")]] },
  { name: "version", kind: "check", quick: true, commands: [[place("scripts", "checks", "version.mjs")]] },
  { name: "floors", kind: "check", quick: true, commands: [[place("scripts", "checks", "floors.mjs")]] },
  { name: "patterns", kind: "check", quick: true, commands: [[place("scripts", "checks", "patterns.mjs")]] },
  {
    name: "API document",
    kind: "check",
    quick: true,
    commands: [
      [tool("@redocly/cli", "bin", "cli.js"), "lint", "server/bff/openapi/openapi.json"],
      [place("server", "bff", "openapi-command.ts"), "--check"],
    ],
  },
  { name: "spreads", kind: "check", quick: true, commands: [[place("scripts", "checks", "spreads.mjs")]] },
  {
    // All test projects run in one Vitest run, so that no project waits for the last file of the previous project.
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
