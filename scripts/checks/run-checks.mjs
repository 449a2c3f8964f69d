import { existsSync, mkdtempSync, readFileSync, rmSync, statfsSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { prepare } from "../setup/prepare.mjs";
import { onEnd, run, signalAll } from "../setup/processes.mjs";
import { exitWith, Stop } from "../setup/stop.mjs";
import { chooseTests, stepsFor, testFiles } from "./choose-tests.mjs";
import { chromiumFile } from "./chromium.mjs";
import { steps } from "./steps.mjs";
import {
  checkTally,
  closingLine,
  filesToRunAgain,
  lacksBuild,
  quoted,
  skippedLines,
  suiteTally,
  sum,
  tallyAfter,
  withoutBuild,
} from "./tally.mjs";

/** @typedef {import("./steps.mjs").Step} Step */
/** @typedef {import("./tally.mjs").Tally} Tally */
/** @typedef {import("./choose-tests.mjs").Choice} Choice */

/** @type {Record<string, { what: string, includes: (step: Step) => boolean }>} */
const selections = {
  "--quick": { what: "npm run check", includes: (step) => step.quick === true },
  "--e2e": { what: "npm run e2e", includes: (step) => step.e2e === true },
};

/**
 * @typedef {{ what: string, chosen: Step[], rest: string[], choice?: Choice }} Plan
 * `rest` contains the arguments for the program of the last step. `choice` limits the suites.
 */

/**
 * @param {string[]} args either the flag of a selection and then arguments for the last step's program, or test paths,
 * or a test name
 * @returns {Plan}
 */
function planFor(args) {
  const selection = selections[args[0] ?? ""];
  if (selection) return { what: selection.what, chosen: steps.filter(selection.includes), rest: args.slice(1) };
  const what = "npm test";
  if (args.length === 0) return { what, chosen: steps, rest: [] };
  const option = args.find((text) => text.startsWith("-"));
  if (option)
    throw new Stop(`npm test takes paths or a test's name, no ${option}: npm run e2e passes it to Playwright.`);
  const choice = chooseTests(args, testFiles());
  return { what, chosen: stepsFor(choice, steps), rest: [], choice };
}

/** The free space that the temporary files of a run may need, in bytes. */
const neededBytes = 4 * 2 ** 30;

/**
 * Returns the folder for a run's temporary files. It is in memory if there is enough space, because SQLite waits for
 * the disk at every commit. The tests do not need data that survive a power failure.
 */
function temporaryFolder() {
  const memory = "/dev/shm";
  if (process.env.TMPDIR !== undefined || !existsSync(memory) || !existsSync("/proc/mounts")) return tmpdir();
  const [, options] = / \/dev\/shm tmpfs (\S+)/.exec(readFileSync("/proc/mounts", "utf8")) ?? [];
  const { bavail, bsize } = statfsSync(memory);
  // The folder must allow executable files, because a test runs the Node of the packaged folder.
  const fits = options !== undefined && !/\bnoexec\b/.test(options) && bavail * bsize >= neededBytes;
  return fits ? memory : tmpdir();
}

/** @param {string[]} args see planFor */
export function runChecks(args) {
  const folder = mkdtempSync(join(temporaryFolder(), "switchboard-"));
  const removeFolder = () => rmSync(folder, { recursive: true, force: true, maxRetries: 3 });
  onEnd((signal) => {
    signalAll("SIGKILL");
    removeFolder();
    process.exit(signal === "SIGINT" ? 130 : 143);
  });
  return exitWith(async () => {
    const total = await Promise.resolve(args)
      .then(planFor)
      .then((plan) => runSteps(plan, folder))
      .catch(failureOf);
    removeFolder();
    for (const problem of total.problems) process.stdout.write(`${quoted(`failed: ${problem}`)}\n`);
    for (const problem of total.unsteady)
      process.stdout.write(`${quoted(`passed only when run again alone: ${problem}`)}\n`);
    for (const line of [...skippedLines(total), closingLine(total)]) process.stdout.write(`${line}\n`);
    return total.failed === 0 ? 0 : 1;
  });
}

/**
 * Prints an error and counts it as one failure. Prints the stack too, except for a Stop.
 * @param {unknown} error
 * @returns {Tally}
 */
function failureOf(error) {
  const message = error instanceof Error && !(error instanceof Stop) ? error.stack : undefined;
  for (const line of (message ?? String(error instanceof Stop ? error.message : error)).split("\n")) {
    process.stdout.write(`${quoted(line)}\n`);
  }
  return checkTally(false);
}

/**
 * @param {Plan} plan
 * @param {string} folder the folder for all temporary files, removed at the end
 */
async function runSteps({ what, chosen: planned, rest, choice }, folder) {
  const { node, nodeLine, release } = await prepare({ what, needsBuild: false });
  process.stdout.write(`${nodeLine}\n`);
  const name = choice?.name;
  // A chosen file may contain the name although no end-to-end test has the name. The build is then not needed.
  const chosen = name === undefined || (await hasEndToEnd(node, planned)) ? planned : planned.filter(({ e2e }) => !e2e);
  const releases = [release];
  /** @type {Map<Step, Tally>} */
  const tallies = new Map();
  const env = {
    TMPDIR: folder,
    TEMP: folder,
    TMP: folder,
    NO_COLOR: "1",
    NEXT_TELEMETRY_DISABLED: "1",
    // The steps, their workers and the consoles under test load the same files in dozens of processes. With this cache,
    // each file is compiled only once.
    NODE_COMPILE_CACHE: join(folder, "switchboard-compiled"),
  };
  /** @param {Step} step */
  const runOne = async (step) => {
    const startedAt = Date.now();
    process.stdout.write(`${step.name} …\n`);
    const extra = step === chosen.at(-1) ? rest : [];
    const tally = await runStep(step, { what, node, env, extra, releases, name }).catch(failureOf);
    const seconds = ((Date.now() - startedAt) / 1000).toFixed(1);
    const tests = step.kind === "suite" ? `, ${tally.passed + tally.failed} tests` : "";
    process.stdout.write(`${step.name}: ${tally.failed === 0 ? "ok" : "FAILED"}${tests}, ${seconds} s\n`);
    return { ...tally, problems: problemsOf(step, tally) };
  };
  const checks = chosen.filter(({ lane }) => lane === undefined);
  const builds = chosen.some(({ kind }) => kind === "build");
  // The build writes into a folder that some checks read. These checks run before the build, in its lane.
  const beforeBuild = checks.filter(({ readsBuildFolder }) => builds && readsBuildFolder).values();
  const others = checks.filter(({ readsBuildFolder }) => !(builds && readsBuildFolder)).values();
  /** @param {Step} step */
  const runAndCount = async (step) => {
    const tally = lacksBuild(step, tallies) ? notRunTally(step) : await runOne(step);
    tallies.set(step, tally);
  };
  /** @param {Step["lane"]} lane */
  const runLane = async (lane) => {
    for (const step of builds && lane === "browser" ? beforeBuild : others) await runAndCount(step);
    for (const step of chosen.filter((each) => each.lane === lane)) await runAndCount(step);
  };
  // The two lanes run at the same time, because each of them spends half of its time waiting for databases, processes
  // and pages. Without a build, both lanes take the checks from one list, so no lane waits while a check remains.
  await Promise.all([runLane("browser"), runLane("programs")]);
  // On a build server, the failed files of each suite run again, alone. Tests that pass the second time are reported by
  // name, so that somebody fixes them.
  for (const [step, first] of process.env.CI === "true" ? tallies : []) {
    const [alone] = stepsFor({ files: filesToRunAgain(first) }, [step]).filter(({ kind }) => kind === "suite");
    if (alone) tallies.set(step, tallyAfter(first, await runOne(alone)));
  }
  for (const free of releases) free();
  const total = sum([...tallies.values(), ...postgresTally(chosen)]);
  if (name !== undefined && total.passed + total.failed === 0) {
    throw new Stop(`No test's path or name contains "${name}".`);
  }
  return total;
}

/**
 * Returns whether an end-to-end test has the given name. Only end-to-end tests need the build.
 * @param {string} node
 * @param {Step[]} planned
 */
async function hasEndToEnd(node, planned) {
  const command = planned.find((step) => step.e2e && step.kind === "suite")?.commands.at(-1);
  return command !== undefined && (await run(node, [...command, "--list"])).code === 0;
}

/**
 * Reports a step that does not run because the build failed.
 * @param {Step} step
 * @returns {Tally}
 */
function notRunTally(step) {
  const tally = withoutBuild(step);
  for (const problem of tally.problems) process.stdout.write(`${problem}\n`);
  return tally;
}

/**
 * @param {Step} step
 * @param {Tally} tally
 */
function problemsOf(step, tally) {
  if (tally.failed === 0) return [];
  return tally.problems.length === 0 ? [step.name] : tally.problems.map((problem) => `${step.name}: ${problem}`);
}

/**
 * @param {Step} step
 * @param {{ what: string, node: string, env: Record<string, string>, extra: string[], releases: (() => void)[], name:
 * string | undefined }} how
 * `name`: only tests with this name run; a suite may have no such test
 * @returns {Promise<Tally>}
 */
async function runStep(step, { what, node, env, extra, releases, name }) {
  if (step.kind === "build") {
    // The lock on the build is released only at the end, so that no process rebuilds it during the end-to-end tests.
    if (!process.env.E2E_ORIGIN) releases.push((await prepare({ what, needsBuild: true })).release);
    return checkTally(true);
  }
  const resultFile = join(/** @type {string} */ (env.TMPDIR), `${step.folders?.join("-")}.json`);
  const stepEnv = { ...env, RESULT_FILE: resultFile };
  if (step.e2e) {
    // Node reads TypeScript itself. Without this variable, Playwright's own compiler would need five seconds before the
    // first test.
    Object.assign(stepEnv, { PLAYWRIGHT_CHROMIUM: await chromiumFile(node), PW_DISABLE_TS_ESM: "1" });
  }
  const onLine = (/** @type {string} */ line) => process.stdout.write(`${quoted(line)}\n`);
  for (const [index, command] of step.commands.entries()) {
    const last = index === step.commands.length - 1;
    const args = last ? [...command, ...extra] : command;
    const isSuite = step.kind === "suite";
    const { code, output } = await run(node, args, isSuite ? { env: stepEnv, onLine } : { env: stepEnv });
    if (isSuite) return suiteTally(readTally(resultFile), code, { byName: name !== undefined });
    if (code === 0) for (const line of output.split("\n").filter((text) => text.startsWith("Warning: "))) onLine(line);
    if (code !== 0) {
      for (const line of output.trimEnd().split("\n")) onLine(line);
      return checkTally(false);
    }
  }
  return checkTally(true);
}

/**
 * @param {string} file
 * @returns {Tally | undefined}
 */
const readTally = (file) => (existsSync(file) ? JSON.parse(readFileSync(file, "utf8")) : undefined);

/**
 * Reports the tests that are skipped in a run without Postgres. On a build server, skipping them is a failure.
 * @param {Step[]} chosen
 * @returns {Tally[]}
 */
function postgresTally(chosen) {
  if (process.env.TEST_DATABASE_URL || !chosen.some(({ folders }) => folders?.includes("service"))) return [];
  if (process.env.CI === "true")
    return [{ ...checkTally(false), problems: ["TEST_DATABASE_URL is not set: nothing ran on PostgreSQL"] }];
  process.stdout.write(
    "Left out: the stores on PostgreSQL (name a server with TEST_DATABASE_URL=postgres://… to include them).\n",
  );
  return [];
}
