import { describe, expect, test } from "vitest";
import { chooseTests, stepsFor, testFiles } from "../../../scripts/checks/choose-tests.mjs";
import { steps } from "../../../scripts/checks/steps.mjs";
import { place } from "../../../scripts/setup/places.mjs";

const files = [
  "tests/e2e/operations/jobs.spec.ts",
  "tests/integration/bff/jobs/jobs.test.ts",
  "tests/service/bff/staff.test.ts",
  "tests/unit/lib/format/format-id.test.ts",
  "tests/unit/lib/paths.test.ts",
];

/** The step with all tests that do not need a browser. */
const programs = "unit, service, integration";

const texts: Record<string, string> = {
  "tests/e2e/operations/jobs.spec.ts": 'test("a failed job (5 %) says why", …)',
  "tests/unit/lib/paths.test.ts": 'test("A failed job (5 %) has a path", …)',
};

/** Returns the names of the chosen steps, with the arguments of their programs. */
const chosenSteps = (...asked: string[]) =>
  stepsFor(
    chooseTests(asked, files, (file) => texts[file] ?? ""),
    steps,
  ).map(({ name, kind, commands }) => {
    const usual = steps.find((step) => step.name === name)?.commands.at(-1)?.length;
    return [name, ...(kind === "suite" ? (commands.at(-1) ?? []).slice(usual) : [])];
  });

describe("choosing tests by a path", () => {
  test.each([
    ["tests/unit/lib", [[programs, "tests/unit/lib/format/format-id.test.ts", "tests/unit/lib/paths.test.ts"]]],
    ["./tests/unit/lib/paths.test.ts", [[programs, "tests/unit/lib/paths.test.ts"]]],
    [place("tests", "service"), [[programs, "tests/service/bff/staff.test.ts"]]],
    ["Format-ID", [[programs, "tests/unit/lib/format/format-id.test.ts"]]],
    ["tests/e2e/operations/jobs.spec.ts", [["build"], ["end-to-end", "tests\\/e2e\\/operations\\/jobs\\.spec\\.ts"]]],
    [
      "jobs",
      [
        [programs, "tests/integration/bff/jobs/jobs.test.ts"],
        ["build"],
        ["end-to-end", "tests\\/e2e\\/operations\\/jobs\\.spec\\.ts"],
      ],
    ],
  ])("the path %s runs the suites that have such files, and no check", (asked, expected) => {
    expect(chosenSteps(asked)).toEqual(expected);
  });

  test("several paths can be given, as a shell writes them for a pattern", () => {
    expect(chosenSteps("tests/unit/lib/paths.test.ts", "staff")).toEqual([
      [programs, "tests/unit/lib/paths.test.ts", "tests/service/bff/staff.test.ts"],
    ]);
  });
});

describe("choosing tests by a name", () => {
  test("a name is searched literally, in upper or lower case, in the files that contain it", () => {
    const pattern = "a failed job \\(5 %\\)";
    expect(chosenSteps("a failed job (5 %)")).toEqual([
      [programs, "tests/unit/lib/paths.test.ts", "-t", `(?i:${pattern})`],
      ["build"],
      ["end-to-end", "tests\\/e2e\\/operations\\/jobs\\.spec\\.ts", "--grep", pattern],
    ]);
    expect(new RegExp(`(?i:${pattern})`).test("Jobs A failed job (5 %) has a path")).toBe(true);
    expect(chosenSteps("has a path").map(([step]) => step)).toEqual([programs]);
  });

  test("a name that no file contains completely may be composed, so every suite runs", () => {
    expect(chosenSteps("a failed job of 10 MB").map(([step]) => step)).toEqual([programs, "build", "end-to-end"]);
  });

  test("a name needs no quotation marks, even if one of its words is in a path", () => {
    expect(chosenSteps("failed", "jobs", "say", "why")).toEqual(chosenSteps("failed jobs say why"));
  });
});

test("every test of the repository is in a suite, and every file of a suite is a test", () => {
  const own = testFiles();
  expect(own).toContain("tests/unit/scripts/choose-tests.test.ts");
  expect(own).toContain("tests/e2e/console/sign-in.spec.ts");
  expect(own.filter((file) => /fixtures|bench|soak|screenshots\/main/.test(file))).toEqual([]);
  const chosen = stepsFor({ files: own }, steps).flatMap(({ commands }) => commands.flat());
  for (const file of own) expect(chosen.some((text) => text.replaceAll("\\", "") === file)).toBe(true);
});
